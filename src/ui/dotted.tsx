import type { ReactNode } from "react";

/**
 * Parts with a dot between them; empty texts are left out. Lines break between two parts where possible, and at such a
 * break no dot is drawn.
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
