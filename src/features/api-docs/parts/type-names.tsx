import type { ReactNode } from "react";

/** A type as code. Names of schemas are links. */
export function TypeNames({ text, names }: { text: string; names: readonly string[] }): ReactNode {
  const pieces = text.split(/\b([A-Z]\w*)\b/);
  return (
    <code className="apitype">
      {pieces.map((piece, at) =>
        names.includes(piece) ? (
          // The pieces have no names and never change their order, so the index is a good key.
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
