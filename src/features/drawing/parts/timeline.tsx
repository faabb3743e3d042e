import { dashArray } from "#features/drawing/pure/octilinear.ts";
import { Mark } from "./marks.tsx";
import { shortSchool } from "./short-school.ts";
import type { SchoolOfLine } from "./track-piece.tsx";
import { RING, type LineView } from "#features/drawing/pure/segments.ts";
import {
  hasMonths,
  LARGE_RADIUS,
  LETTER,
  lettersAt,
  SCHOOL_X,
  SMALL_RADIUS,
  TIMELINE_WIDTH,
  timelineOf,
  type TimelineMark,
  type TimelineTrack,
} from "./timeline-scale.ts";

/** Below the line: the ruler, the years, and the picture's edge. */
const RULER = 34;
const YEARS = 57;
const BELOW = 68;
/** Above it: where names begin, and how high a letter is. */
const NAMES = 28;
const ASCENT = 12;
/** Schools have names that people say, which are shorter than this. */
const MAX_SCHOOL = 24;

function cut(name: string, x: number): string {
  const most = lettersAt(x);
  return name.length <= most ? name : `${name.slice(0, most - 1).trimEnd()}…`;
}

function TrackPath({ track, y }: { track: TimelineTrack; y: number }) {
  return (
    <path
      className={`tl__t tl__t--${track.kind}`}
      d={`M${track.from} ${y}H${track.to}`}
      {...(track.kind === "intern" ? { strokeDasharray: dashArray(track.to - track.from) } : {})}
    />
  );
}

/** HTML inside the picture, so that a mark looks the same as everywhere else. */
function Station(props: { mark: Omit<TimelineMark, "key">; label: string; y: number; isSchool?: boolean }) {
  const { mark, label, y, isSchool = false } = props;
  if (mark.isRole) {
    return (
      <>
        <path className="tl__k" d={`M${mark.x} ${y - 11}v22`} />
        {mark.named ? (
          <text className="tl__l tl__l--role" transform={`translate(${mark.x + 2} ${y - 18}) rotate(-38)`}>
            {label}
          </text>
        ) : null}
      </>
    );
  }
  const size = 2 * (mark.large ? LARGE_RADIUS : SMALL_RADIUS);
  const kind = isSchool ? "school" : RING[mark.ring];
  return (
    <>
      <foreignObject x={mark.x - size / 2} y={y - size / 2} width={size} height={size}>
        {mark.large ? (
          <span className="st tl__st" data-kind={kind}>
            <Mark name={mark.name} logo={mark.logo} />
          </span>
        ) : (
          <span className="st st--xs" data-kind={kind} />
        )}
      </foreignObject>
      {label === "" ? null : (
        <text className="tl__l" transform={`translate(${mark.x + 2} ${y - NAMES}) rotate(-38)`}>
          {label}
        </text>
      )}
    </>
  );
}

/**
 * A pipeline to scale over a ruler of years, for wide screens. The vertical line says the same in words, so this
 * picture is hidden from screen readers. If only years are known, stops are spread evenly over their years.
 */
export function Timeline({ view, school, today }: { view: LineView; school: SchoolOfLine; today: string }) {
  const hasSchool = school.schoolName !== "";
  const timeline = timelineOf(view, today, hasSchool);
  if (!timeline) return null;
  const { tracks, years, now, end } = timeline;
  const schoolLabel = hasSchool ? cut(shortSchool(school.schoolName, MAX_SCHOOL), SCHOOL_X) : "";
  // Logos are drawn last, so that no small ring hides one.
  const marks = timeline.marks
    .toSorted((a, b) => Number(a.large) - Number(b.large))
    .map((mark) => ({ mark, label: mark.named ? cut(mark.name, mark.x) : "" }));
  // High enough for the longest name, so that no name is cut off at the top or overlaps what is above.
  const longest = Math.max(schoolLabel.length, ...marks.map(({ label }) => label.length));
  const y = Math.ceil(NAMES + ASCENT + longest * LETTER.up);
  return (
    <div className="pr-tl" aria-hidden="true">
      <svg className="tl" viewBox={`0 0 ${TIMELINE_WIDTH} ${y + BELOW}`} width="100%">
        <path className="tl__ax" d={`M0 ${y + RULER}H${Math.max(now, end)}`} />
        {years.map(({ x, year }) => (
          <g key={year}>
            <path className="tl__tick" d={`M${x} ${y + RULER}v6`} />
            <text className="axt" x={x} y={y + YEARS} textAnchor="middle">
              {year}
            </text>
          </g>
        ))}
        <path className="tl__tick" d={`M${Math.min(now, TIMELINE_WIDTH - 0.5)} ${y + RULER}v6`} />
        <text className="axt axt--now" x={now} y={y + YEARS} textAnchor={now > TIMELINE_WIDTH - 30 ? "end" : "middle"}>
          Now
        </text>
        {tracks.map((track) => (
          <TrackPath key={`${track.kind}${track.from}`} track={track} y={y} />
        ))}
        {view.end === "arrow" ? (
          <path className="tl__end" d={`M${end - 16} ${y - 13}L${end} ${y}L${end - 16} ${y + 13}Z`} />
        ) : null}
        {view.end === "bar" ? <path className="tl__end" d={`M${end - 4} ${y - 11}h5v22h-5Z`} /> : null}
        {hasSchool ? (
          <Station
            isSchool
            label={schoolLabel}
            y={y}
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
        {marks.map(({ mark, label }) => (
          <Station key={mark.key} mark={mark} label={label} y={y} />
        ))}
      </svg>
      {hasMonths(view) ? null : <p className="small faint">Only years are known, so stops stand evenly in theirs.</p>}
    </div>
  );
}
