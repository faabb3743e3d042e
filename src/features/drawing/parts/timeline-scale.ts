import { monthsBetween, partsOf, toDate } from "#core/calendar.ts";
import type { LineView, RingKind } from "#features/drawing/pure/segments.ts";
import { withMonths } from "./timeline-years.ts";

/** The width of the timeline's field in units. One unit is 1 px at full width. */
export const TIMELINE_WIDTH = 1200;
/** The positions of the school and the first stop. */
export const SCHOOL_X = 22;
const FIRST_X = { withSchool: 112, alone: 22 } as const;
/** Space after the last stop for its ring, its arrow and a part of its name. */
const TAIL = 48;
/** The shortest track that shows how a line ends. */
const STUB = 24;
/** The arrow's own length, past the track. */
const ARROW = 14;
/** Two logos nearer than this would touch. */
const MARK_SPACE = 42;
const LABEL_SPACE = 24;
/** Longer names are cut. */
export const MAX_NAME = 40;
/** Names are drawn at an angle of 38°: how far each letter moves to the right and up. */
export const LETTER = { right: 6.2, up: 4.9 } as const;
/** Room beside the picture into which a name may go. */
const MARGIN = 24;
/** Names take at most so much of the width from the time. */
const MIN_SCALE = 0.7;
/** Radii of a ring with a logo and of one without. */
export const LARGE_RADIUS = 20;
export const SMALL_RADIUS = 7;

export type TimelineTrack = { from: number; to: number; kind: "full" | "intern" | "gap" | "incoming" };
export type TimelineMark = {
  x: number;
  ring: RingKind;
  name: string;
  logo: string;
  key: string;
  large: boolean;
  /** A later role of its station: a tick across the track, and no ring. */
  isRole: boolean;
  named: boolean;
};
type Timeline = {
  marks: TimelineMark[];
  tracks: TimelineTrack[];
  years: { x: number; year: number }[];
  now: number;
  /** The position of the arrow or bar at the end. */
  end: number;
};

/** True if every date is known to the month. With years alone, stops would have wrong positions. */
export function hasMonths(view: LineView): boolean {
  return view.stops.every((stop) => stop.roles.every(({ role }) => role.datePrecision !== "year"));
}

/** Yearly ticks, thinned so that labels keep apart, and none under 'Now'. */
function ticks(start: string, end: string, xOf: (date: string) => number, now: number): Timeline["years"] {
  const first = (partsOf(start)?.year ?? 1) - 1;
  const last = partsOf(end)?.year ?? 0;
  const perYear = TIMELINE_WIDTH / Math.max(1, last - first);
  const step = perYear >= 48 ? 1 : perYear >= 24 ? 2 : 5;
  const years: Timeline["years"] = [];
  for (let year = Math.ceil(first / step) * step; year <= last; year += step) {
    const x = xOf(toDate(year, 1));
    if (x >= 16 && x <= TIMELINE_WIDTH - 16 && Math.abs(x - now) > 52) years.push({ x, year });
  }
  return years;
}

/** Roles have their titles where the names of companies, and of roles before them, leave room. */
function withRoleNames(marks: readonly TimelineMark[]): TimelineMark[] {
  const taken = marks.filter(({ named }) => named).map(({ x }) => x);
  return marks.map((mark) => {
    const hasRoom = mark.isRole && taken.every((x) => Math.abs(x - mark.x) >= LABEL_SPACE);
    if (hasRoom) taken.push(mark.x);
    return hasRoom ? { ...mark, named: true } : mark;
  });
}

/** Dashes are visible only between the rings, so they go from edge to edge. Other track continues under the rings. */
function betweenMarks(track: TimelineTrack, marks: readonly TimelineMark[]): TimelineTrack {
  if (track.kind !== "intern") return track;
  const radiusAt = (x: number): number => {
    // A month's end and the next one's start are the same place, give or take rounding.
    const at = marks.filter((mark) => !mark.isRole && Math.abs(mark.x - x) < 0.5);
    return at.some((mark) => mark.large) ? LARGE_RADIUS : at.length > 0 ? SMALL_RADIUS : 0;
  };
  const from = track.from + radiusAt(track.from);
  return { ...track, from, to: Math.max(from, track.to - radiusAt(track.to)) };
}

/** Letters of a name that fit beside a place. */
export function lettersAt(x: number): number {
  return Math.min(MAX_NAME, Math.floor((TIMELINE_WIDTH + MARGIN - x - 2) / LETTER.right));
}

/** The right end of the time scale, placed so that the name of this stop is not cut off at the right edge. */
function rightFor(stop: { name: string; months: number }, scale: { left: number; months: number }): number {
  if (stop.months <= 0) return TIMELINE_WIDTH;
  const letters = Math.min(MAX_NAME, stop.name.length);
  const furthest = TIMELINE_WIDTH + MARGIN - 2 - (letters + 0.5) * LETTER.right;
  return scale.left + ((furthest - scale.left) * scale.months) / stop.months;
}

/** Positions to scale, or by years if months are unknown; undefined if there is nothing to measure. */
export function timelineOf(given: LineView, today: string, hasSchool: boolean): Timeline | undefined {
  const view = hasMonths(given) ? given : withMonths(given, today);
  const parts = view.stops.flatMap((stop) => stop.roles);
  const first = parts[0];
  if (!first) return undefined;

  const start = first.role.startDate;
  const latest = parts.reduce((far, { role }) => (role.startDate > far ? role.startDate : far), today);
  const left = hasSchool ? FIRST_X.withSchool : FIRST_X.alone;
  const months = Math.max(6, monthsBetween(start, latest));
  const lastStart = view.stops.at(-1)?.roles[0]?.role.startDate ?? start;
  // Time ends at the right edge, unless the last stop is so new that its ring would be cut off.
  const isTight = ((months - monthsBetween(start, lastStart)) * (TIMELINE_WIDTH - left)) / months < TAIL;
  const labels = view.stops.map((stop) => ({
    name: stop.displayName,
    months: monthsBetween(start, stop.roles[0]?.role.startDate ?? start),
  }));
  const right = Math.max(
    left + (TIMELINE_WIDTH - left) * MIN_SCALE,
    Math.min(isTight ? TIMELINE_WIDTH - TAIL : TIMELINE_WIDTH, ...labels.map((one) => rightFor(one, { left, months }))),
  );
  const perMonth = (right - left) / months;
  const xOf = (date: string): number => Math.round((left + monthsBetween(start, date) * perMonth) * 10) / 10;
  const now = Math.min(TIMELINE_WIDTH, xOf(today));

  const tracks: TimelineTrack[] = [];
  if (hasSchool) {
    tracks.push({ from: SCHOOL_X, to: xOf(start), kind: first.role.phase === "incoming" ? "incoming" : "gap" });
  }
  let end = now;
  for (const [index, part] of parts.entries()) {
    const { role } = part;
    const next = parts[index + 1];
    const from = xOf(role.startDate);
    const stop = role.isIndefinite ? now : Math.min(now, xOf(role.endDate) + perMonth);
    const to = next ? Math.min(stop, xOf(next.role.startDate)) : stop;
    if (role.phase !== "incoming") {
      tracks.push({ from, to: Math.max(from, to), kind: part.ring === "intern" ? "intern" : "full" });
    }
    if (!next) end = role.phase === "incoming" ? from : Math.max(from, to);
    else if (xOf(next.role.startDate) > to) {
      const dots = part.tracks.some((track) => track.kind === "incoming");
      tracks.push({
        from: role.phase === "incoming" ? from : to,
        to: xOf(next.role.startDate),
        kind: dots ? "incoming" : "gap",
      });
    }
  }

  // A job that began before the last one goes on.
  const present =
    view.end === "arrow" && end < now ? parts.findLast(({ role }) => role.phase === "current") : undefined;
  if (present) {
    tracks.push({ from: end, to: now, kind: present.ring === "intern" ? "intern" : "full" });
    end = now;
  }

  // Arrow and bar are seen past the last ring; the arrow's head is the track's end.
  const last = tracks.at(-1);
  if (last && view.end !== "none") {
    end = Math.max(end, Math.min(TIMELINE_WIDTH, xOf(lastStart) + LARGE_RADIUS + STUB));
    last.to = Math.max(last.from, view.end === "arrow" ? end - ARROW : end);
  }

  // If stops are closer together than their logos are wide, the earlier one keeps its logo. The latest stop always has
  // one.
  const latestX = xOf(view.stops.at(-1)?.roles[0]?.role.startDate ?? start);
  let lastLarge = hasSchool ? SCHOOL_X : Number.NEGATIVE_INFINITY;
  let lastNamed = lastLarge;
  const marks = view.stops.flatMap((stop): TimelineMark[] => {
    const x = xOf(stop.roles[0]?.role.startDate ?? start);
    const isLatest = stop === view.stops.at(-1);
    const large = isLatest || (x - lastLarge >= MARK_SPACE && latestX - x >= MARK_SPACE);
    if (large) lastLarge = x;
    const named = large && x - lastNamed >= LABEL_SPACE;
    if (named) lastNamed = x;
    const { displayName: name, logo, key } = stop;
    const station = { x, ring: stop.ring, name, logo, key, large, isRole: false, named };
    const later = stop.roles.slice(1).map(({ role, ring }) => ({
      x: xOf(role.startDate),
      ring,
      name: role.title,
      logo: "",
      key: `${key}-${role.position}`,
      large: false,
      isRole: true,
      named: false,
    }));
    return [...later.filter((mark) => mark.x - x >= MARK_SPACE / 2), station];
  });
  return {
    marks: withRoleNames(marks),
    tracks: tracks.map((track) => betweenMarks(track, marks)),
    years: ticks(start, latest, xOf, now),
    now,
    end,
  };
}
