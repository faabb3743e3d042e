import type { ReactNode } from "react";

/** Parts with a dot between them, without those that are ''. A line is broken between two parts if it can be, and then its dot is not drawn. */
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
