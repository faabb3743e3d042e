import { UNDISCLOSED } from "#core/monogram.ts";
import { CompanyLogo, companyHref, SchoolLogo, schoolHref } from "./marks.tsx";
import { durationLabel, rangeLabel } from "#features/pipeline/rules.ts";
import type { RoleView } from "#features/pipeline/schema.ts";
import { FaceLabel, isLevel } from "#ui/face.tsx";
import type { SchoolOfLine } from "./track-piece.tsx";
import {
  RING,
  heightClass,
  lengthOf,
  type LineEnd,
  type LineView,
  type LineRole,
  type LineStop,
} from "#features/drawing/pure/segments.ts";
import { titleOf } from "#features/drawing/pure/stop-text.ts";

/** The track below a mark: the role's kind, the track before the next mark, or the end of the line. */
function Down({ part, end }: { part: LineRole; end: LineEnd }) {
  const own = part.tracks.find((track) => track.kind === "full" || track.kind === "intern");
  const next = part.tracks.find((track) => track.kind === "gap" || track.kind === "incoming");
  if (part.tracks.length === 0) {
    if (end === "none") return null;
    return <span className="ps__t" data-t={end} data-k={part.ring === "intern" ? "i" : "f"} aria-hidden="true" />;
  }
  const kind = own ? (own.kind === "intern" ? "i" : "f") : "n";
  const then = own && next ? (next.kind === "gap" ? "gap" : "n") : undefined;
  return <span className="ps__t" data-t={kind} data-then={then} aria-hidden="true" />;
}

function Dates({ role, today }: { role: RoleView; today: string }) {
  const duration = durationLabel(role, today);
  return (
    <p className="ps__da">
      <span>{rangeLabel(role)}</span>
      {duration === "" ? null : <span className="ps__du">{duration}</span>}
      {role.location === undefined ? null : <span className="ps__du">{role.location}</span>}
    </p>
  );
}

/** The person's own rating, which nobody else is sent. */
function OwnRating({ role }: { role: RoleView }) {
  const level = (role.rating ?? 0) / 20;
  return isLevel(level) ? (
    <p className="ps__r">
      <span className="sr">Rated </span>
      <FaceLabel level={level} />
    </p>
  ) : null;
}

function CompanyName({ stop }: { stop: LineStop }) {
  const href = companyHref(stop.companyId);
  return href === undefined ? <>{stop.displayName}</> : <a href={href}>{stop.displayName}</a>;
}

/** Shown only to the owner. Others do not get this company at all. */
function Undisclosed({ stop }: { stop: LineStop }) {
  return stop.isUndisclosed ? <span className="ps__ret"> · others see “{UNDISCLOSED}”</span> : null;
}

function Station({ stop }: { stop: LineStop }) {
  return <CompanyLogo name={stop.displayName} logo={stop.logo} size="l" kind={RING[stop.ring]} />;
}

/** A stop with one role, shown as a single station. */
function OneRole({ stop, part, end, today }: { stop: LineStop; part: LineRole; end: LineEnd; today: string }) {
  return (
    <li className={`ps ${heightClass(lengthOf(part.role, today))}`}>
      <Station stop={stop} />
      <Down part={part} end={end} />
      <div className="ps__b">
        <h3 className="ps__ti">{titleOf(part.role)}</h3>
        <p className="ps__co">
          <CompanyName stop={stop} />
          {stop.isReturn ? <span className="ps__ret"> again</span> : null}
          <Undisclosed stop={stop} />
        </p>
        <Dates role={part.role} today={today} />
      </div>
      <OwnRating role={part.role} />
    </li>
  );
}

/** A stop with several roles: the first at the ring, a tick for each later one on the track below. */
function ManyRoles({ stop, end, today }: { stop: LineStop; end: LineEnd; today: string }) {
  const [first, ...later] = stop.roles;
  const last = later.at(-1);
  if (!first || !last) return null;
  return (
    <li className="ps-many">
      <div className={`ps ps--head ${heightClass(lengthOf(first.role, today))}`}>
        <Station stop={stop} />
        <Down part={first} end="none" />
        <div className="ps__b">
          <h3 className="ps__ti">{titleOf(first.role)}</h3>
          <p className="ps__co">
            <CompanyName stop={stop} />
            <span className="ps__ret">{`${stop.isReturn ? " again" : ""} · ${stop.roles.length} roles`}</span>
            <Undisclosed stop={stop} />
          </p>
          <Dates role={first.role} today={today} />
        </div>
        <OwnRating role={first.role} />
      </div>
      <ol role="list">
        {later.map((part) => (
          <li key={part.role.position} className={`ps ps--role ${heightClass(lengthOf(part.role, today))}`}>
            <span className="ps__k" aria-hidden="true" />
            <Down part={part} end={part === last ? end : "none"} />
            <div className="ps__b">
              <h4 className="ps__ti">{titleOf(part.role)}</h4>
              <Dates role={part.role} today={today} />
            </div>
            <OwnRating role={part.role} />
          </li>
        ))}
      </ol>
    </li>
  );
}

/** The whole pipeline from top to bottom in words. It contains everything that the timeline shows. */
export function VerticalLine({ view, school, today }: { view: LineView; school: SchoolOfLine; today: string }) {
  const last = view.stops.at(-1);
  const href = schoolHref(school.school);
  return (
    <ol className="pline" role="list">
      {school.schoolName === "" ? null : (
        <li className="ps ps--school">
          <SchoolLogo name={school.schoolName} logo={school.schoolLogo} size="l" />
          {last ? <span className="ps__t" data-t={view.first === "gap" ? "gap" : "n"} aria-hidden="true" /> : null}
          <div className="ps__b">
            <h3 className="ps__ti">
              {href === undefined ? school.schoolName : <a href={href}>{school.schoolName}</a>}
            </h3>
            <p className="ps__co">Education</p>
          </div>
        </li>
      )}
      {view.stops.map((stop) => {
        const end = stop === last ? view.end : "none";
        const only = stop.roles.length === 1 ? stop.roles[0] : undefined;
        return only ? (
          <OneRole key={stop.key} stop={stop} part={only} end={end} today={today} />
        ) : (
          <ManyRoles key={stop.key} stop={stop} end={end} today={today} />
        );
      })}
    </ol>
  );
}
