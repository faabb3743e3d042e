import type { ReactNode } from "react";

/** Shows a text in which `words between backticks` are code. */
export function Said({ text }: { text: string }): ReactNode {
  return text.split("`").map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      // The pieces have no names and never change their order, so the index is a good key.
      <code key={at}>{piece}</code>
    ),
  );
}
