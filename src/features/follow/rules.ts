import { calendarDay, DAY_MS } from "#core/calendar.ts";
import type { FollowKind } from "#core/follow-kind.ts";

/** Things that one account may follow. */
export const MAX_FOLLOWS = 100;
/** Longest public id, slug or query of a route. */
export const MAX_THING = 2_000;
/** Most route feeds that are counted. Beyond it, a further one takes the place of one that was not read last week. */
export const MAX_FEED_ROUTES = 5_000;
/** Days without a request after which a route's feed is no longer counted. */
export const FEED_ROUTE_DAYS = 56;
/** The tag of cached answers that show weekly numbers. */
export const FEEDS_TAG = "feeds";
export const FEED_ENTRIES = 20;

const WEEK_MS = 7 * DAY_MS;

/** The first day of the week that a moment is in; the job of the week begins with it. */
export function weekOf(now: Date): string {
  return calendarDay(new Date(Math.floor(now.getTime() / WEEK_MS) * WEEK_MS));
}

export type Thing = { kind: FollowKind; thing: string };

/** One text for a thing, for maps. */
export function keyOfThing({ kind, thing }: Thing): string {
  return `${kind} ${thing}`;
}

/** The page of a thing. */
export function pathOfThing({ kind, thing }: Thing): string {
  return kind === "route" ? `/search?${thing}` : `/${kind}/${thing}`;
}

export function feedPath({ kind, thing }: Thing): string {
  return kind === "route" ? `/feeds/route.atom?${thing}` : `/feeds/${kind}/${thing}.atom`;
}

/** The state of the follow button for the caller. Undefined: the page has nothing to follow. */
export type FollowState = "visitor" | "open" | "following" | undefined;
