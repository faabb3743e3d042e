import { CompanyLogo, companyHref, SchoolLogo, schoolHref } from "./marks.tsx";
import { RING, type LineEnd, type LineView, type LineRole, type LineStop } from "#features/drawing/pure/segments.ts";
import { stopText } from "#features/drawing/pure/stop-text.ts";
import { RoleWords } from "./role-words.tsx";
import { LineEndPiece, RoleTick, TrackPiece, type SchoolOfLine } from "./track-piece.tsx";

/**
 * How many stops after the searched one show their name: the next ones and the latest. Those between are small rings.
 */
const NAMED_AFTER = 3;

function isNamed(index: number, count: number): boolean {
  return count <= NAMED_AFTER || index < NAMED_AFTER - 1 || index === count - 1;
}

/** In a narrow column these stops lose their labels: first those in between, and in a long line the latest too. */
const LONG_AFTER = 4;

function stopClass(index: number, count: number): string {
  if (!isNamed(index, count)) return "astop astop--more";
  if (index === 0) return "astop";
  return index < count - 1 ? "astop astop--between" : count > LONG_AFTER ? "astop astop--far" : "astop";
}

/** The track of one role. A later role at the same station begins with a tick. */
function RoleTrack({ part, isLater }: { part: LineRole; isLater: boolean }) {
  return (
    <>
      {isLater ? <RoleTick /> : null}
      {part.tracks.map((track) => (
        <TrackPiece key={track.kind} kind={track.kind} months={track.months} />
      ))}
    </>
  );
}

/** A stop's rail: its ring and the track that leaves it. The words of the stop follow as its label. */
function Rail({ stop, end, size }: { stop: LineStop; end: LineEnd; size: "m" | "xs" }) {
  return (
    <ol className="stop__rail" role="list">
      {size === "xs" ? (
        <li className="st st--xs" data-kind={RING[stop.ring]}>
          {stopText(stop)}
        </li>
      ) : (
        <li className="mini__mark">
          <CompanyLogo
            name={stop.displayName}
            logo={stop.logo}
            size="m"
            kind={RING[stop.ring]}
            href={companyHref(stop.companyId)}
            label={stopText(stop)}
          />
        </li>
      )}
      {stop.roles.map((part, index) => (
        <RoleTrack key={part.role.position} part={part} isLater={index > 0} />
      ))}
      <LineEndPiece end={end} />
    </ol>
  );
}

/**
 * The line of a row in three columns: before the searched company, its stop (aligned in all rows), and after it.
 * Without a match, everything is in the last column.
 */
export function RowLine({ view, school, companyId }: { view: LineView; school: SchoolOfLine; companyId: string }) {
  const match = view.stops.findIndex((stop) => stop.companyId === companyId);
  const before = view.stops.slice(0, Math.max(0, match));
  const hit = view.stops[match];
  const after = view.stops.slice(match + 1);
  const endOf = (stop: LineStop): LineEnd => (stop === view.stops.at(-1) ? view.end : "none");
  return (
    <>
      <div className="arow__c arow__before">
        <ol className="stop__rail" role="list">
          {school.schoolName === "" ? null : (
            <>
              <li className="mini__mark">
                <SchoolLogo
                  name={school.schoolName}
                  logo={school.schoolLogo}
                  size="m"
                  href={schoolHref(school.school)}
                />
              </li>
              <TrackPiece kind={view.first} months={view.first === "gap" ? 1 : 6} />
            </>
          )}
          {before.map((stop) => [
            <li key={stop.key} className="st st--xs" data-kind={RING[stop.ring]}>
              {stopText(stop)}
            </li>,
            stop.roles.map((part, index) => <RoleTrack key={part.role.position} part={part} isLater={index > 0} />),
          ])}
        </ol>
        {before.length === 0 ? null : (
          <div className="stop__label" aria-hidden="true">
            <span className="stop__da trunc">{`via ${before.map((stop) => stop.displayName).join(", ")}`}</span>
          </div>
        )}
      </div>
      <div className={hit && after.length === 0 ? "arow__c arow__hit arow__hit--last" : "arow__c arow__hit"}>
        {hit ? (
          <>
            <Rail stop={hit} end={endOf(hit)} size="m" />
            <RoleWords stop={hit} />
          </>
        ) : null}
      </div>
      {after.length === 0 ? null : (
        <div className="arow__c arow__any">
          {after.map((stop, index) =>
            isNamed(index, after.length) ? (
              <div key={stop.key} className={stopClass(index, after.length)}>
                <Rail stop={stop} end={endOf(stop)} size="m" />
                <RoleWords stop={stop} isNamed />
              </div>
            ) : (
              <div key={stop.key} className={stopClass(index, after.length)}>
                <Rail stop={stop} end={endOf(stop)} size="xs" />
              </div>
            ),
          )}
        </div>
      )}
    </>
  );
}
