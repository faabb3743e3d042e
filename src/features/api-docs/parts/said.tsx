import type { ReactNode } from "react";

/** A text in which `what stands between backticks` is code. */
export function Said({ text }: { text: string }): ReactNode {
  return text.split("`").map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      // Pieces have no names of their own, and never move.
      <code key={at}>{piece}</code>
    ),
  );
}
