import { dashArray } from "#features/drawing/pure/octilinear.ts";
import { Mark } from "./marks.tsx";
import { shortSchool } from "./short-school.ts";
import type { SchoolOfLine } from "./track-piece.tsx";
import { RING, type LineView } from "#features/drawing/pure/segments.ts";
import {
  hasMonths,
  LARGE_RADIUS,
  SCHOOL_X,
  SMALL_RADIUS,
  TIMELINE_WIDTH,
  timelineOf,
  type TimelineMark,
  type TimelineTrack,
} from "./timeline-scale.ts";

const Y = 136;
/** The ruler, the years below it, and the picture's height. */
const RULER = Y + 34;
const YEARS = Y + 57;
const HEIGHT = Y + 68;
/** A long name would run out of the picture's top … */
const MAX_NAME = 24;
/** … and at its right edge out of the page: so wide is a letter along the slope, and so much room is beside the picture. */
const LETTER = 6.2;
const MARGIN = 24;

function cut(name: string, x: number): string {
  const most = Math.min(MAX_NAME, Math.floor((TIMELINE_WIDTH + MARGIN - x) / LETTER));
  return name.length <= most ? name : `${name.slice(0, most - 1).trimEnd()}…`;
}

function TrackPath({ track }: { track: TimelineTrack }) {
  return (
    <path
      className={`tl__t tl__t--${track.kind}`}
      d={`M${track.from} ${Y}H${track.to}`}
      {...(track.kind === "intern" ? { strokeDasharray: dashArray(track.to - track.from) } : {})}
    />
  );
}

/** HTML inside the picture, so that a mark is drawn as it is everywhere else. */
function Station({ mark, isSchool = false }: { mark: Omit<TimelineMark, "key">; isSchool?: boolean }) {
  if (mark.isRole) {
    return (
      <>
        <path className="tl__k" d={`M${mark.x} ${Y - 11}v22`} />
        {mark.named ? (
          <text className="tl__l tl__l--role" transform={`translate(${mark.x + 2} ${Y - 18}) rotate(-38)`}>
            {cut(mark.name, mark.x)}
          </text>
        ) : null}
      </>
    );
  }
  const size = 2 * (mark.large ? LARGE_RADIUS : SMALL_RADIUS);
  const kind = isSchool ? "school" : RING[mark.ring];
  return (
    <>
      <foreignObject x={mark.x - size / 2} y={Y - size / 2} width={size} height={size}>
        {mark.large ? (
          <span className="st tl__st" data-kind={kind}>
            <Mark name={mark.name} logo={mark.logo} />
          </span>
        ) : (
          <span className="st st--xs" data-kind={kind} />
        )}
      </foreignObject>
      {mark.named ? (
        <text className="tl__l" transform={`translate(${mark.x + 2} ${Y - 28}) rotate(-38)`}>
          {cut(isSchool ? shortSchool(mark.name, MAX_NAME) : mark.name, mark.x)}
        </text>
      ) : null}
    </>
  );
}

/**
 * The line true to scale over a ruler of years, for wide screens. A picture of
 * what the vertical line says in words, so hidden from screen readers. Where
 * only years are known, stops stand evenly in theirs.
 */
export function Timeline({ view, school, today }: { view: LineView; school: SchoolOfLine; today: string }) {
  const hasSchool = school.schoolName !== "";
  const timeline = timelineOf(view, today, hasSchool);
  if (!timeline) return null;
  const { marks, tracks, years, now, end } = timeline;
  return (
    <div className="pr-tl" aria-hidden="true">
      <svg className="tl" viewBox={`0 0 ${TIMELINE_WIDTH} ${HEIGHT}`} width="100%">
        <path className="tl__ax" d={`M0 ${RULER}H${TIMELINE_WIDTH}`} />
        {years.map(({ x, year }) => (
          <g key={year}>
            <path className="tl__tick" d={`M${x} ${RULER}v6`} />
            <text className="axt" x={x} y={YEARS} textAnchor="middle">
              {year}
            </text>
          </g>
        ))}
        <path className="tl__tick" d={`M${Math.min(now, TIMELINE_WIDTH - 0.5)} ${RULER}v6`} />
        <text className="axt axt--now" x={now} y={YEARS} textAnchor={now > TIMELINE_WIDTH - 30 ? "end" : "middle"}>
          Now
        </text>
        {tracks.map((track) => (
          <TrackPath key={`${track.kind}${track.from}`} track={track} />
        ))}
        {view.end === "arrow" ? (
          <path className="tl__end" d={`M${end - 16} ${Y - 13}L${end} ${Y}L${end - 16} ${Y + 13}Z`} />
        ) : null}
        {view.end === "bar" ? <path className="tl__end" d={`M${end - 4} ${Y - 11}h5v22h-5Z`} /> : null}
        {hasSchool ? (
          <Station
            isSchool
            mark={{
              x: SCHOOL_X,
              ring: "full",
              name: school.schoolName,
              logo: school.schoolLogo,
              large: true,
              isRole: false,
              named: true,
            }}
          />
        ) : null}
        {marks.map((mark) => (
          <Station key={mark.key} mark={mark} />
        ))}
      </svg>
      {hasMonths(view) ? null : <p className="small faint">Only years are known, so stops stand evenly in theirs.</p>}
    </div>
  );
}
