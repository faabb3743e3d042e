import type { ReactNode } from "react";

/**
 * Shows parts with a dot between them. Empty texts are left out. If the parts do not fit on one line, the line breaks
 * between two of them, and the dot there is not drawn.
 */
export function Dotted({ parts }: { parts: readonly ReactNode[] }) {
  return (
    <span className="dotted">
      {parts
        .filter((part) => part !== "")
        .map((part, at) => (
          <span key={at} className="dotted__p">
            {at === 0 ? null : <span className="dotted__s"> · </span>}
            {part}
          </span>
        ))}
    </span>
  );
}
