import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Sharing } from "#features/anonymity/rules.ts";

const TAGS = {
  "under-5": { className: "tag tag--neg", icon: TriangleAlert, words: "Red: little cover" },
  "5-19": { className: "tag tag--warn", icon: CircleAlert, words: "Amber: some cover" },
  "20-plus": { className: "tag tag--pos", icon: CircleCheck, words: "Green: good cover" },
} as const satisfies Record<Sharing, object>;

export function SharingTag({ sharing }: { sharing: Sharing }): ReactNode {
  const { className, icon: Mark, words } = TAGS[sharing];
  return (
    <span className={className}>
      <Mark className="icon" size={14} strokeWidth={2} aria-hidden="true" />
      {words}
    </span>
  );
}
