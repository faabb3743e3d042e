import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Crowd } from "#features/anonymity/rules.ts";

const TAGS = {
  "under-5": { className: "tag tag--neg", icon: TriangleAlert, words: "Red: little cover" },
  "5-19": { className: "tag tag--warn", icon: CircleAlert, words: "Amber: some cover" },
  "20-plus": { className: "tag tag--pos", icon: CircleCheck, words: "Green: good cover" },
} as const satisfies Record<Crowd, object>;

export function CrowdTag({ crowd }: { crowd: Crowd }): ReactNode {
  const { className, icon: Mark, words } = TAGS[crowd];
  return (
    <span className={className}>
      <Mark className="icon" size={14} strokeWidth={2} aria-hidden="true" />
      {words}
    </span>
  );
}
