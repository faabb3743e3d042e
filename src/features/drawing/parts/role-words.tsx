import { amountText } from "#core/number-text.ts";
import { shortRangeLabel } from "#features/pipeline/rules.ts";
import type { LineRole, LineStop } from "#features/drawing/pure/segments.ts";
import { titleOf } from "#features/drawing/pure/stop-text.ts";

/** How many later roles have words. If there are more, the first ones are shown as a number. */
const LATER_ROLES = 2;

/** Lets a range of dates break only after its dash. */
function breakable(range: string): string {
  return range.replaceAll(" ", "\u00a0").replace("–\u00a0", "– ");
}

function One({ part }: { part: LineRole }) {
  return (
    <>
      <span className="stop__ti">{titleOf(part.role)}</span>
      <span className="stop__da">{breakable(shortRangeLabel(part.role))}</span>
    </>
  );
}

/**
 * The caption of a station: the first role at the ring, each later one behind its tick on the track. It is visual only;
 * the ring's label says the same to screen readers.
 */
export function RoleWords({ stop, isNamed = false }: { stop: LineStop; isNamed?: boolean }) {
  const [first, ...later] = stop.roles;
  if (!first) return null;
  const shown = later.slice(-LATER_ROLES);
  const folded = later.length - shown.length;
  return (
    <div className="stop__label" aria-hidden="true">
      {isNamed ? <span className="stop__co">{stop.displayName}</span> : null}
      <One part={first} />
      {folded === 0 ? null : <span className="stop__da">{`${amountText(folded, "role")} between`}</span>}
      {shown.map((part) => (
        <span key={part.role.position} className="stop__role">
          <One part={part} />
        </span>
      ))}
    </div>
  );
}
