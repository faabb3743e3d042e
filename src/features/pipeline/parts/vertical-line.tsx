import { UNDISCLOSED } from "#core/monogram.ts";
import { CompanyLogo, companyHref } from "#features/company/parts/company-logo.tsx";
import { SchoolLogo, schoolHref } from "#features/school/parts/school-logo.tsx";
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
  type RoleSegment,
  type StopSegment,
} from "./segments.ts";
import { titleOf } from "./stop-text.ts";

/** The track down from a mark: its kind, what comes before the next mark, or how the line ends. */
function Down({ part, end }: { part: RoleSegment; end: LineEnd }) {
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

function CompanyName({ segment }: { segment: StopSegment }) {
  const href = companyHref(segment.stop.companyId);
  return href === undefined ? <>{segment.stop.displayName}</> : <a href={href}>{segment.stop.displayName}</a>;
}

/** Said to its owner alone; others are sent no such company. */
function KeptBack({ segment }: { segment: StopSegment }) {
  return segment.stop.isKeptBack ? <span className="ps__ret"> · others see “{UNDISCLOSED}”</span> : null;
}

function Station({ segment }: { segment: StopSegment }) {
  return <CompanyLogo name={segment.stop.displayName} logo={segment.stop.logo} size="l" kind={RING[segment.ring]} />;
}

/** A stop with one role: the station stands for it. */
function OneRole({
  segment,
  part,
  end,
  today,
}: {
  segment: StopSegment;
  part: RoleSegment;
  end: LineEnd;
  today: string;
}) {
  return (
    <li className={`ps ${heightClass(lengthOf(part.role, today))}`}>
      <Station segment={segment} />
      <Down part={part} end={end} />
      <div className="ps__b">
        <h3 className="ps__ti">{titleOf(part.role)}</h3>
        <p className="ps__co">
          <CompanyName segment={segment} />
          {segment.stop.isReturn ? <span className="ps__ret"> again</span> : null}
          <KeptBack segment={segment} />
        </p>
        <Dates role={part.role} today={today} />
      </div>
      <OwnRating role={part.role} />
    </li>
  );
}

/** A stop with several roles: one station, and a small ring per role on the track below it. */
function ManyRoles({ segment, end, today }: { segment: StopSegment; end: LineEnd; today: string }) {
  const first = segment.roles[0];
  const last = segment.roles.at(-1);
  if (!first || !last) return null;
  const kind = first.ring === "incoming" ? "n" : first.ring === "intern" ? "i" : "f";
  return (
    <li className="ps-many">
      <div className="ps ps--head">
        <Station segment={segment} />
        <span className="ps__t" data-t={kind} aria-hidden="true" />
        <div className="ps__b">
          <h3 className="ps__ti">
            <CompanyName segment={segment} />
          </h3>
          <p className="ps__co">
            {`${segment.roles.length} roles`}
            {segment.stop.isReturn ? <span className="ps__ret">, here again</span> : null}
            <KeptBack segment={segment} />
          </p>
        </div>
      </div>
      <ol role="list">
        {segment.roles.map((part) => (
          <li key={part.role.position} className={`ps ps--role ${heightClass(lengthOf(part.role, today))}`}>
            <span className="st st--xs" data-kind={RING[part.ring]} aria-hidden="true" />
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

/** The whole line from top to bottom, with every word it has. It carries everything the timeline shows. */
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
      {view.stops.map((segment) => {
        const end = segment === last ? view.end : "none";
        const only = segment.roles.length === 1 ? segment.roles[0] : undefined;
        return only ? (
          <OneRole key={segment.stop.key} segment={segment} part={only} end={end} today={today} />
        ) : (
          <ManyRoles key={segment.stop.key} segment={segment} end={end} today={today} />
        );
      })}
    </ol>
  );
}
