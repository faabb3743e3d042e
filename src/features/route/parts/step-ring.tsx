import { Mark } from "#features/drawing/parts/marks.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Look } from "#features/route/pure/look.ts";

/** The ring of a step: a school's square, a company's mark, or the sign of a title, level or internship. */
export function StepRing({ look, size }: { look: Pick<Look, "ring" | "sign" | "name" | "logo">; size: "rt" | "s" }) {
  return (
    <span className={`st st--${size} st--ink`} data-kind={look.ring} aria-hidden="true">
      {look.sign === "mark" ? (
        <Mark name={look.name} logo={look.logo} />
      ) : (
        <span className="glyph">
          <Icon name={look.sign} size={size === "rt" ? 20 : 14} />
        </span>
      )}
    </span>
  );
}
