import type { ReactNode } from "react";

/** Shows a text in which `words between backticks` are code. */
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
