import { Fragment } from "react";
import type { Link } from "#features/path/pure/types.ts";
import type { Look } from "#features/route/pure/look.ts";
import type { LoosePart } from "#features/route/pure/loose-words.ts";
import { StepRing } from "./step-ring.tsx";

const CHANGES = { same: "", changed: " is-changed", freed: " is-changed", gone: " is-gone" } as const;

/** A route as small rings, decoration beside its words. Changes of a looser route are marked. */
export function SmallRoute({
  looks,
  links,
  parts,
}: {
  looks: readonly Look[];
  links: readonly Link[];
  parts?: { steps: readonly LoosePart[]; links: readonly LoosePart[] };
}) {
  return (
    <span className="sroute" aria-hidden="true">
      {looks.map((look, index) => {
        const link = links[index - 1];
        const is = parts?.links[index - 1]?.is ?? "same";
        const between = link?.between === "next" && (is === "same" || is === "freed") ? "next" : "any";
        return (
          <Fragment key={index}>
            {link === undefined ? null : <span className={`sroute__${between}${CHANGES[is]}`} />}
            <span className={`sroute__s${CHANGES[parts?.steps[index]?.is ?? "same"]}`}>
              <StepRing look={look} size="s" />
            </span>
          </Fragment>
        );
      })}
    </span>
  );
}
