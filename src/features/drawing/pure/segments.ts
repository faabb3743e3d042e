import { monthsBetween, yearOf } from "#core/calendar.ts";
import { UNDISCLOSED } from "#core/monogram.ts";
import { monthsOf, rolesInOrder } from "#features/pipeline/rules.ts";
import type { Phase, RoleView, StopView } from "#features/pipeline/schema.ts";
import { isInternship } from "#core/role-kind.ts";

/** Track as every drawing shows it: `full` solid, `intern` dashed, `gap` a hairline between stops, `incoming` dots. */
export type TrackKind = "full" | "intern" | "gap" | "incoming";
export type Track = { kind: TrackKind; months: number };

/** A ring is thin for internships, bold for everything else, dotted before the first day. */
export type RingKind = "intern" | "full" | "incoming";

export type LineRole = {
  role: RoleView;
  ring: RingKind;
  /** The tracks from this role to the next mark. Empty for the pipeline's last role, whose track is `LineView.end`. */
  tracks: Track[];
};

/** A station: one company, with one or more roles that no other stop separates. */
export type LineStop = {
  key: string;
  /** '' where the company has no page. */
  companyId: string;
  displayName: string;
  logo: string;
  ring: RingKind;
  phase: Phase;
  /** In order of start. At least one. */
  roles: LineRole[];
  /** In the owner's own view: others do not see which company it is. */
  isUndisclosed: boolean;
  /** True for the company's second and later stations (A → B → A). */
  isReturn: boolean;
};

/** The end of the drawing: an arrow for a present stop, a bar after it has ended, nothing before its first day. */
export type LineEnd = "arrow" | "bar" | "none";

export type LineView = {
  /** The track from the school to the first stop. */
  first: TrackKind;
  stops: LineStop[];
  end: LineEnd;
};

/** Longer pauses than this are drawn as a gap, in whole months. */
const GAP_MONTHS = 2;

/** Whole months without work between two roles. If only years are known, only the certain months. */
export function pauseBetween(role: RoleView, next: RoleView): number {
  if (role.isIndefinite) return 0;
  if (role.datePrecision === "year" || next.datePrecision === "year") {
    return Math.max(0, (yearOf(next.startDate) - yearOf(role.endDate) - 1) * 12);
  }
  return Math.max(0, monthsBetween(role.endDate, next.startDate) - 1);
}

/** Length of a role's own track: to its end, or to the next role where that begins first. At least 1. */
function ownMonths(role: RoleView, next: RoleView | undefined, today: string): number {
  const byYear = role.datePrecision === "year";
  const end = role.isIndefinite ? today : role.endDate;
  const full = byYear ? (yearOf(end) - yearOf(role.startDate)) * 12 + 6 : monthsOf(role, today);
  if (!next) return Math.max(1, full);
  const untilNext = byYear
    ? (yearOf(next.startDate) - yearOf(role.startDate)) * 12 || 6
    : monthsBetween(role.startDate, next.startDate);
  return Math.max(1, Math.min(full, untilNext));
}

function ringOf(role: RoleView): RingKind {
  if (role.phase === "incoming") return "incoming";
  return isInternship(role.kind) ? "intern" : "full";
}

/** A station's ring is as bold as that of its boldest role that has begun. */
function stationRing(roles: readonly LineRole[]): RingKind {
  if (roles.some(({ ring }) => ring === "full")) return "full";
  return roles.some(({ ring }) => ring === "intern") ? "intern" : "incoming";
}

function tracksFrom(role: RoleView, next: RoleView | undefined, today: string): Track[] {
  if (!next) return [];
  const tracks: Track[] = [];
  if (role.phase !== "incoming") {
    tracks.push({
      kind: isInternship(role.kind) ? "intern" : "full",
      months: ownMonths(role, next, today),
    });
  }
  const pause = pauseBetween(role, next);
  if (next.phase === "incoming") tracks.push({ kind: "incoming", months: Math.max(GAP_MONTHS, pause) });
  else if (pause > GAP_MONTHS) tracks.push({ kind: "gap", months: pause });
  return tracks;
}

function newStop(stop: StopView, first: LineRole, isReturn: boolean): LineStop {
  return {
    key: `${stop._id}-${first.role.position}`,
    companyId: stop.companyId === stop._id ? "" : stop.companyId,
    displayName: stop.displayName,
    logo: stop.logo,
    ring: first.ring,
    phase: first.role.phase,
    roles: [first],
    isUndisclosed: stop.undisclosed === true && stop.displayName !== UNDISCLOSED,
    isReturn,
  };
}

/** The stations in order. Roles in a row at one company are one station; a return (A → B → A) is a second. */
function stationsOf(pipeline: readonly StopView[], today: string): LineStop[] {
  const order = rolesInOrder(pipeline);
  const stations: LineStop[] = [];
  const seen = new Set<string>();
  let before: StopView | undefined;
  let next = 0;
  for (const { role, stop } of order) {
    next += 1;
    const part = { role, ring: ringOf(role), tracks: tracksFrom(role, order[next]?.role, today) };
    const last = stations.at(-1);
    const isSameStation = before?.companyId === stop.companyId;
    before = stop;
    if (last && isSameStation) {
      last.roles.push(part);
      last.ring = stationRing(last.roles);
      if (role.phase === "current" || last.phase === "past") last.phase = role.phase;
      continue;
    }
    stations.push(newStop(stop, part, seen.has(stop.companyId)));
    seen.add(stop.companyId);
  }
  return stations;
}

/** The pieces of a person's line in time order, on the given day. */
export function lineView(pipeline: readonly StopView[], today: string): LineView {
  const stops = stationsOf(pipeline, today);
  const first = stops[0]?.roles[0]?.role;
  const last = stops.at(-1)?.roles.at(-1)?.role;
  let end: LineEnd = "bar";
  if (!last || last.phase === "incoming") end = "none";
  else if (stops.some(({ roles }) => roles.some(({ role }) => role.phase === "current"))) end = "arrow";
  return { first: first?.phase === "incoming" ? "incoming" : "gap", stops, end };
}

/** Months of the role's own track, for the length of its segment. */
export function lengthOf(role: RoleView, today: string): number {
  return role.phase === "incoming" ? 1 : ownMonths(role, undefined, today);
}

/** Class of a track's share of a card's width: √months in half steps (ui/measures.css). */
export function growClass(months: number): string {
  return `g-${Math.min(40, Math.max(2, Math.round(Math.sqrt(months) * 2)))}`;
}

/** Class of a vertical segment's height: min(168, 60 + 13·√months) px in steps of 4. */
export function heightClass(months: number): string {
  const exact = Math.min(168, 60 + 13 * Math.sqrt(months));
  return `h-${Math.max(72, Math.round(exact / 4) * 4)}`;
}

/** data-kind of a ring. */
export const RING = { intern: "i", full: "f", incoming: "n" } as const satisfies Record<RingKind, string>;

/** Classes of a piece of track. */
export const TRACK: Readonly<Record<TrackKind, string>> = {
  full: "trk",
  intern: "trk trk--i",
  gap: "trk trk--gap",
  incoming: "trk trk--n",
};
