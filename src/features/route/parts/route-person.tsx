import { formatMonths } from "#core/calendar.ts";
import type { PathLineView } from "#features/path/pure/search-view.ts";
import { LinePanel } from "#features/person-card/parts/line-panel.tsx";
import { cutLine } from "#features/route/pure/row-cells.ts";

/** One person on a route, from top to bottom; the stops of its steps are marked. */
export function RoutePerson({
  line,
  from,
  to,
  today,
}: {
  line: PathLineView;
  from: string;
  to: string;
  today: string;
}) {
  const { profile, months } = line;
  const cells = cutLine(line, today);
  if (cells === undefined) return null;
  const matched = new Set(cells.hits.map(({ stop }) => stop.key));
  const time = months === null ? "" : `${formatMonths(months)} from ${from} to ${to}`;
  return (
    <LinePanel
      profile={profile}
      view={cells.view}
      meta={[profile.location, time]}
      noteOf={({ key }) => (matched.has(key) ? "on the route" : "")}
      today={today}
    />
  );
}
