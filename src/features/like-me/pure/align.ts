import { capital } from "#core/text.ts";
import { partsOf } from "#core/calendar.ts";
import { isInternship, type RoleKind } from "#core/role-kind.ts";
import { lineView, type LineStop } from "#features/drawing/pure/segments.ts";
import { stopText, titleOf } from "#features/drawing/pure/stop-text.ts";
import { rolesInOrder } from "#features/pipeline/rules.ts";
import type { RoleView, StopView } from "#features/pipeline/schema.ts";

/** Years before and after the point where lines are lined up. */
export const YEARS_BEFORE = 5;
export const YEARS_AFTER = 6;
/** Where the lines are lined up, in percent of the drawing's width. */
export const NOW_AT = Math.round((1000 * YEARS_BEFORE) / (YEARS_BEFORE + YEARS_AFTER)) / 10;
/**
 * The least distance between stops with labels, in percent of the width. After `last`, a label ends at its stop, and
 * `roomBefore` is the least distance from the label before.
 */
type LabelRoom = { room: number; roomBefore: number; last: number; edge: number };
const WIDE: LabelRoom = { room: 15, roomBefore: 30, last: 86, edge: 102 };
/** On a phone the last two years are behind the edge. */
const NARROW: LabelRoom = { room: 16, roomBefore: 48, last: 72, edge: 90 };
/** Rings nearer to each other would cover one another: the second is a dot. */
const RING_ROOM = 4.5;
const MIDDLE_MONTH = 7;

/** `room` in percent of the width. `isBefore`: it ends at the ring, because there is no room after it. */
export type Label = { room: number; isBefore: boolean };

export type AlignedStop = {
  key: string;
  /** In percent of the width. */
  x: number;
  companyId: string;
  name: string;
  logo: string;
  kind: "i" | "f" | "n";
  title: string;
  /** The title's level in a word, for places without room for the title; '' for none. */
  level: string;
  isShared: boolean;
  isPast: boolean;
  /** On a wide screen and on a phone; undefined for none. */
  label: { wide: Label | undefined; narrow: Label | undefined };
  /** A ring with its mark, a dot, or nothing if other stops share the place at an edge. */
  shown: "ring" | "dot" | "no";
};
type AlignedTrack = { from: number; to: number; kind: "full" | "intern" | "gap"; isPast: boolean };
export type AlignedLine = {
  stops: AlignedStop[];
  tracks: AlignedTrack[];
  /** `beyond`: it continues after the edge. */
  end: "arrow" | "bar" | "none" | "beyond";
  endsAt: number;
  spoken: string;
  /** The later stops with a ring but without room for a name on a phone, in order. */
  unnamed: string[];
};

const CAREER_KINDS: ReadonlySet<RoleKind> = new Set(["full-time", "contract", "founder"]);

function monthOf(date: string, role: RoleView): number {
  const parts = partsOf(date);
  return parts ? parts.year * 12 + (role.datePrecision === "year" ? MIDDLE_MONTH : parts.month) - 1 : 0;
}

/** The month that a line of this career age has reached; undefined without a role to count from. */
export function monthAtAge(
  pipeline: readonly StopView[],
  age: { months: number; since: "career-start" | "first-role" },
): number | undefined {
  const roles = rolesInOrder(pipeline).map(({ role }) => role);
  const start = age.since === "career-start" ? roles.find(({ kind }) => CAREER_KINDS.has(kind)) : roles[0];
  return start && monthOf(start.startDate, start) + age.months;
}

function percent(month: number, at: number): number {
  const share = (month - at + YEARS_BEFORE * 12) / ((YEARS_BEFORE + YEARS_AFTER) * 12);
  return Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10;
}

function firstMonth(stop: LineStop): number {
  const role = stop.roles[0]?.role;
  return role ? monthOf(role.startDate, role) : 0;
}

function lastMonth(stop: LineStop, now: number): number {
  return Math.max(
    ...stop.roles.map(({ role }) =>
      role.isIndefinite ? Math.max(now, monthOf(role.startDate, role)) : monthOf(role.endDate, role) + 1,
    ),
  );
}

function levelWord(role: RoleView | undefined): string {
  if (role === undefined || role.level === "mid") return "";
  return role.level === "vp" ? "VP" : capital(role.level);
}

/** Labels for stops in order, none of which reaches into the next. */
function layLabels(stops: readonly AlignedStop[], { room, roomBefore, last, edge }: LabelRoom): (Label | undefined)[] {
  const labels = stops.map((): Label | undefined => undefined);
  let before: { at: number; x: number } | undefined;
  for (const [at, { x }] of stops.entries()) {
    const isBefore = x > last;
    const distance = x - (before?.x ?? -Infinity);
    if (x >= edge - 2 || distance < (isBefore ? roomBefore : room)) continue;
    // Two labels between two stops share the distance. The first one ends at the band.
    const share = isBefore ? (before ? distance / 2 : x - NOW_AT) : edge - x;
    if (before && labels[before.at])
      labels[before.at] = { room: isBefore ? distance - share : distance, isBefore: false };
    labels[at] = { room: share, isBefore };
    before = { at, x };
  }
  return labels;
}

/** Labels for stops in order, all before the band and the latest first. Near the band, the latest ends at its ring. */
function layPastLabels(stops: readonly AlignedStop[], { room }: LabelRoom): (Label | undefined)[] {
  let end = NOW_AT;
  const labels = stops.toReversed().map(({ x }, at): Label | undefined => {
    const isBefore = at === 0 && end - x < room;
    if (!isBefore && end - x < room) return undefined;
    const left = stops.findLast((stop) => x - stop.x >= 2 * room);
    // Two labels between two stops share the distance.
    const label = { room: !isBefore ? end - x : left ? (x - left.x) / 2 : x, isBefore };
    end = isBefore ? x - label.room : x;
    return label;
  });
  return labels.toReversed();
}

function withLabels(stops: readonly AlignedStop[], isOwn: boolean): AlignedStop[] {
  const rings = stops.filter(({ shown }) => shown === "ring");
  const past = isOwn ? rings.filter(({ isPast }) => isPast) : [];
  const future = rings.filter(({ isPast }) => !isPast);
  const named = [...past, ...future];
  const lay = (room: LabelRoom) => [...layPastLabels(past, room), ...layLabels(future, room)];
  const [wide, narrow] = [lay(WIDE), lay(NARROW)];
  return stops.map((stop) => {
    const at = named.indexOf(stop);
    return at < 0 ? stop : { ...stop, label: { wide: wide[at], narrow: narrow[at] } };
  });
}

/**
 * Chooses the stop to show at each edge for all stops beyond it. On the left: the latest one that both pipelines have,
 * otherwise the latest. On the right: none.
 */
function show(stops: readonly AlignedStop[], isOwn: boolean): AlignedStop[] {
  const early = stops.filter(({ x }) => x === 0);
  const kept = early.findLast(({ isShared }) => isShared) ?? early.at(-1);
  let ringAt = -RING_ROOM;
  const shown = stops.map((stop): AlignedStop => {
    if ((stop.x === 0 && stop !== kept) || stop.x === 100) return { ...stop, shown: "no" };
    const isFaint = stop.isPast && !stop.isShared && !isOwn;
    const isRing = !isFaint && (stop.isShared || stop.x - ringAt >= RING_ROOM);
    if (isRing) ringAt = stop.x;
    return { ...stop, shown: isRing ? "ring" : "dot" };
  });
  return withLabels(shown, isOwn);
}

/** The names that a phone shows below the line. A company with several stops there is named once. */
function unnamedOf(stops: readonly AlignedStop[]): string[] {
  const late = stops.filter(({ shown, isPast, x }) => shown === "ring" && !isPast && x < NARROW.edge - 2);
  return [...new Set(late.filter(({ label }) => label.narrow === undefined).map(({ name }) => name))];
}

/**
 * Lays out a pipeline around the month at which it is aligned.
 * @param shared facets, as `company:ID`, that the other pipeline also has
 * @param isOwn true for the pipeline that others are aligned with; its past stops are named as well
 */
export function alignLine(
  pipeline: readonly StopView[],
  { at, shared, today, isOwn = false }: { at: number; shared: ReadonlySet<string>; today: string; isOwn?: boolean },
): AlignedLine {
  const view = lineView(pipeline, today);
  const day = partsOf(today);
  const now = day ? day.year * 12 + day.month - 1 : at;
  const tracks: AlignedTrack[] = [];
  const stops = view.stops.map((stop, index): AlignedStop => {
    const begin = firstMonth(stop);
    const next = view.stops[index + 1];
    const until = next ? firstMonth(next) : Infinity;
    const end = Math.min(lastMonth(stop, now), until);
    const intern = stop.roles.every(({ role }) => isInternship(role.kind));
    const isPast = begin <= at;
    tracks.push({ from: percent(begin, at), to: percent(end, at), kind: intern ? "intern" : "full", isPast });
    if (next && until > end) tracks.push({ from: percent(end, at), to: percent(until, at), kind: "gap", isPast });
    const role = stop.roles[0]?.role;
    return {
      key: stop.key,
      x: percent(begin, at),
      companyId: stop.companyId,
      name: stop.displayName,
      logo: stop.logo,
      kind: stop.ring === "intern" ? "i" : stop.ring === "full" ? "f" : "n",
      title: role ? titleOf(role) : "",
      isShared: shared.has(`company:${stop.companyId}`),
      level: levelWord(role),
      isPast,
      label: { wide: undefined, narrow: undefined },
      shown: "ring",
    };
  });
  const endsAt = Math.max(0, ...tracks.map(({ to }) => to));
  const shown = show(stops, isOwn);
  return {
    stops: shown,
    unnamed: unnamedOf(shown),
    tracks,
    end: endsAt === 100 ? "beyond" : view.end,
    endsAt,
    spoken: view.stops.map(stopText).join("; "),
  };
}
