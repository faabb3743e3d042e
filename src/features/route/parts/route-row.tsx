import { formatMonths } from "#core/calendar.ts";
import { Avatar, CompanyLogo, companyHref, lineClass, SchoolLogo, schoolHref } from "#features/drawing/parts/marks.tsx";
import { RoleWords } from "#features/drawing/parts/role-words.tsx";
import { LineEndPiece, RoleTick, TrackPiece } from "#features/drawing/parts/track-piece.tsx";
import { RING, type LineEnd, type LineRole, type LineStop } from "#features/drawing/pure/segments.ts";
import { spokenRange, stopText, titleOf } from "#features/drawing/pure/stop-text.ts";
import type { PathLineView } from "#features/path/pure/search-view.ts";
import { nameOf } from "#features/person-card/parts/card.ts";
import { shortRangeLabel } from "#features/pipeline/rules.ts";
import { cutLine, type Hit, type RowCells } from "#features/route/pure/row-cells.ts";
import type { StepView } from "#features/route/pure/view.ts";
import type { Shape } from "./route-line.tsx";

/** How many stops between two steps have words. The others, in the middle, are small rings. */
const NAMED = 2;

/** How much room the words of so many stops need. In a narrower column, one sentence names all stops instead. */
const ROOM: Readonly<Record<number, string>> = { 1: "one", 2: "two" };

function Tracks({ part }: { part: LineRole }) {
  return part.tracks.map((track) => <TrackPiece key={track.kind} kind={track.kind} months={track.months} />);
}

/** How many small rings have room before the first step and after the last one, beside the number of the others. */
const RINGS = { before: 2, after: 4, afterInWideColumn: 12 };

/** The latest stops as rings. If there are more than have room, their number is before them. */
function SmallRings({ stops, most }: { stops: readonly LineStop[]; most: number }) {
  // A single stop needs no more room than its number.
  const folded = stops.length > most + 1 ? stops.slice(0, -most) : [];
  return (
    <>
      {folded.length === 0 ? null : (
        <li className="mini__more">
          <span aria-hidden="true">+{folded.length}</span>
          <span className="sr">{folded.map(stopText).join("; ")}</span>
        </li>
      )}
      {stops.slice(folded.length).map((stop) => [
        <li key={stop.key} className="st st--xs" data-kind={RING[stop.ring]}>
          {stopText(stop)}
        </li>,
        stop.roles.slice(-1).map((part) => <Tracks key={part.role.position} part={part} />),
      ])}
    </>
  );
}

function StopMark({ stop, ring, label }: { stop: LineStop; ring: LineStop["ring"]; label: string }) {
  return (
    <li className="mini__mark">
      <CompanyLogo
        name={stop.displayName}
        logo={stop.logo}
        size="m"
        kind={RING[ring]}
        href={companyHref(stop.companyId)}
        label={label}
      />
    </li>
  );
}

function Words({ name, part }: { name: string; part: LineRole }) {
  return (
    <div className="stop__label" aria-hidden="true">
      {name === "" ? null : <span className="stop__co">{name}</span>}
      <span className="stop__ti">{titleOf(part.role)}</span>
      <span className="stop__da">{shortRangeLabel(part.role)}</span>
    </div>
  );
}

/** A stop that matches a step. Its ring is on the interchange bar. */
function HitCell({
  hit,
  step,
  rest,
  most,
  end,
}: {
  hit: Hit;
  step: StepView | undefined;
  rest: readonly LineStop[];
  most: number;
  end: LineEnd;
}) {
  const { stop, part } = hit;
  const namesItself = step?.sign === "mark" && !step.name.includes(" or ");
  return (
    <div className="arow__c arow__hit">
      <ol className="stop__rail" role="list">
        <StopMark
          stop={stop}
          ring={part.ring}
          label={`${titleOf(part.role)}, ${stop.displayName}, ${spokenRange(part.role)}`}
        />
        <Tracks part={part} />
        <SmallRings stops={rest} most={most} />
        <LineEndPiece end={end} />
      </ol>
      <Words name={namesItself ? "" : stop.displayName} part={part} />
    </div>
  );
}

function BetweenCell({ stops }: { stops: readonly LineStop[] }) {
  if (stops.length === 0) {
    return (
      <div className="arow__c arow__any">
        <div className="astop">
          <ol className="stop__rail" role="list">
            <TrackPiece kind="gap" months={6} />
          </ol>
          <p className="stop__label stop__da">straight on</p>
        </div>
      </div>
    );
  }
  const named = stops.length <= NAMED ? stops : [...stops.slice(0, 1), ...stops.slice(-1)];
  return (
    <div className={`arow__c arow__any rrow__any rrow__any--${ROOM[stops.length] ?? "many"}`}>
      <div className="rrow__rings">
        {stops.map((stop) =>
          named.includes(stop) ? (
            <div key={stop.key} className="astop">
              <ol className="stop__rail" role="list">
                <StopMark stop={stop} ring={stop.ring} label={stopText(stop)} />
                {stop.roles.map((part, at) => [
                  at === 0 ? null : <RoleTick key={`tick ${part.role.position}`} />,
                  <Tracks key={part.role.position} part={part} />,
                ])}
              </ol>
              <RoleWords stop={stop} isNamed />
            </div>
          ) : (
            <div key={stop.key} className="astop astop--more">
              <ol className="stop__rail" role="list">
                <SmallRings stops={[stop]} most={1} />
              </ol>
            </div>
          ),
        )}
      </div>
      <p className="stop__label rrow__via" aria-hidden="true">
        <span className="stop__da">{viaText(stops)}</span>
      </p>
    </div>
  );
}

const viaText = (stops: readonly LineStop[]) => `via ${stops.map((stop) => stop.displayName).join(", ")}`;

function ViaText({ stops }: { stops: readonly LineStop[] }) {
  if (stops.length === 0) return null;
  return (
    <p className="stop__label" aria-hidden="true">
      <span className="stop__da trunc">{viaText(stops)}</span>
    </p>
  );
}

/** The school of the route's first step, or the school and stops before its first. */
function StartCell({
  line,
  cells,
  isStep,
  isElastic,
}: {
  line: PathLineView;
  cells: RowCells;
  isStep: boolean;
  /** The stops before the first match have a column of their own. */
  isElastic: boolean;
}) {
  const { profile } = line;
  const via = isElastic ? [] : cells.before;
  return (
    <div className={isStep ? "arow__c arow__hit rrow__school" : "arow__c rrow__before"}>
      <ol className="stop__rail" role="list">
        {profile.schoolName === "" ? null : (
          <>
            <li className="mini__mark">
              <SchoolLogo
                name={profile.schoolName}
                logo={profile.schoolLogo}
                size="m"
                href={schoolHref(profile.school)}
              />
            </li>
            <TrackPiece kind={cells.view.first} months={3} />
          </>
        )}
        <SmallRings stops={via} most={RINGS.before} />
      </ol>
      <ViaText stops={via} />
    </div>
  );
}

/** A person on a route. Each matching stop is in the column of its step. */
export function RouteRow({
  line,
  steps,
  shape,
  today,
}: {
  line: PathLineView;
  steps: readonly StepView[];
  shape: Shape;
  today: string;
}) {
  const cells = cutLine(line, today);
  if (cells === undefined) return null;
  const { profile, months } = line;
  const isSchoolFirst = steps[0]?.ring === "school";
  const shift = isSchoolFirst ? 1 : 0;
  const hasStartColumn = isSchoolFirst && shape.elastic[0] === true;
  return (
    <li className={`arow rrow ${lineClass(profile._id)}`}>
      <div className="arow__who">
        <Avatar pfp={profile.pfp} size={36} />
        <div className="grow">
          <h2 className="arow__n">
            <a href={`/user/${profile._id}`}>{nameOf(profile)}</a>
          </h2>
          {profile.location === "" ? null : <p className="arow__m">{profile.location}</p>}
          {months === null ? null : <p className="arow__d num">{formatMonths(months)}</p>}
        </div>
      </div>
      <StartCell line={line} cells={cells} isStep={isSchoolFirst} isElastic={hasStartColumn} />
      {hasStartColumn ? <BetweenCell stops={cells.before} /> : null}
      {cells.hits.map((hit, at) => {
        const isLast = at === cells.hits.length - 1;
        const isElastic = shape.elastic[at + shift] === true;
        return [
          <HitCell
            key={`${hit.part.role.position}`}
            hit={hit}
            step={steps[at + shift]}
            rest={isLast ? cells.after : isElastic ? [] : (cells.between[at] ?? [])}
            most={shape.elastic.includes(true) ? RINGS.after : RINGS.afterInWideColumn}
            end={isLast ? cells.view.end : "none"}
          />,
          isElastic ? <BetweenCell key={`after ${at}`} stops={cells.between[at] ?? []} /> : null,
        ];
      })}
    </li>
  );
}
