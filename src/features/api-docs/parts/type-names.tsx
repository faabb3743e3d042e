import type { ReactNode } from "react";

/** A type as code. Names of schemas are links. */
export function TypeNames({ text, names }: { text: string; names: ReadonlySet<string> }): ReactNode {
  const pieces = text.split(/\b([A-Z]\w*)\b/);
  return (
    <code className="apitype">
      {pieces.map((piece, at) =>
        names.has(piece) ? (
          // Pieces have no names of their own, and never move.
          <a key={at} className="link" href={`#${piece}`}>
            {piece}
          </a>
        ) : (
          piece
        ),
      )}
    </code>
  );
}
