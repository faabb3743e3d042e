import { isInRange } from "#core/calendar.ts";
import type { StopDraft } from "#features/pipeline/draft.ts";

/** The order of stops on the page: by start, wherever somebody put them. */

/** The first start of a stop that is a date; undefined while it has none. */
export function startOf(stop: StopDraft): string | undefined {
  return stop.roles
    .map(({ startDate }) => startDate)
    .filter(isInRange)
    .toSorted()[0];
}

/**
 * Stops with a date in order of it, on the places that such stops have; a stop
 * without one stays where it is. What starts together keeps its order.
 */
export function byStartDate(stops: readonly StopDraft[]): StopDraft[] {
  const dated = stops
    .flatMap((stop) => {
      const start = startOf(stop);
      return start === undefined ? [] : [{ stop, start }];
    })
    .toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
    .map(({ stop }) => stop);
  return stops.map((stop) => (startOf(stop) === undefined ? stop : (dated.shift() ?? stop)));
}

/** A stop that stands behind one which began later, and that one: the first such; undefined when all are in order. */
export function outOfOrder(stops: readonly StopDraft[]): { stop: StopDraft; before: StopDraft } | undefined {
  const seen: { stop: StopDraft; start: string }[] = [];
  for (const stop of stops) {
    const start = startOf(stop);
    if (start === undefined) continue;
    const later = seen.find((earlier) => earlier.start > start);
    if (later) return { stop, before: later.stop };
    seen.push({ stop, start });
  }
  return undefined;
}
