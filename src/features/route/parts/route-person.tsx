import { formatMonths } from "#core/calendar.ts";
import { Avatar, CompanyLogo, lineClass, SchoolLogo } from "#features/drawing/parts/marks.tsx";
import { RING, type LineStop } from "#features/drawing/pure/segments.ts";
import { titleOf } from "#features/drawing/pure/stop-text.ts";
import type { PathLineView } from "#features/path/pure/search-view.ts";
import { nameOf } from "#features/person-card/parts/card.ts";
import { durationLabel, shortRangeLabel } from "#features/pipeline/rules.ts";
import { cutLine } from "#features/route/pure/row-cells.ts";
import { Icon } from "#ui/icon.tsx";

function Stop({ stop, isMatch, isLast, today }: { stop: LineStop; isMatch: boolean; isLast: boolean; today: string }) {
  const role = stop.roles.at(-1)?.role;
  if (role === undefined) return null;
  const length = durationLabel(role, today) || shortRangeLabel(role);
  const track = isLast ? (role.phase === "current" ? "arrow" : "end") : stop.ring === "intern" ? "i" : "f";
  return (
    <li className={isMatch ? "rper__s is-match" : "rper__s"} data-t={track}>
      <CompanyLogo name={stop.displayName} logo={stop.logo} size="s" kind={RING[stop.ring]} />
      <p className="rper__b">
        <span className="rper__n">{stop.displayName}</span>
        {isMatch ? <span className="sr">, on the route</span> : null}
        <span className="rper__ti">{`${titleOf(role)} · ${length}`}</span>
      </p>
    </li>
  );
}

/** One person on a route, from top to bottom; the stops of its steps are ringed twice. */
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
  const meta = [profile.location, time].filter((text) => text !== "").join(" · ");
  return (
    <article className={`panel rper ${lineClass(profile._id)}`}>
      <div className="rper__who">
        <Avatar pfp={profile.pfp} size={36} />
        <div className="grow">
          <h2 className="rper__name">
            <a href={`/user/${profile._id}`}>{nameOf(profile)}</a>
          </h2>
          {meta === "" ? null : <p className="small dim">{meta}</p>}
        </div>
        <Icon name="chevron-right" size={18} />
      </div>
      <ol className="rper__l" role="list">
        {profile.schoolName === "" ? null : (
          <li className="rper__s" data-t="gap">
            <SchoolLogo name={profile.schoolName} logo={profile.schoolLogo} size="s" />
            <p className="rper__b">
              <span className="rper__n">{profile.schoolName}</span>
            </p>
          </li>
        )}
        {cells.view.stops.map((stop, index) => (
          <Stop
            key={stop.key}
            stop={stop}
            isMatch={matched.has(stop.key)}
            isLast={index === cells.view.stops.length - 1}
            today={today}
          />
        ))}
      </ol>
    </article>
  );
}
