import { compareText } from "#core/text.ts";
import { isInRange } from "#core/calendar.ts";
import type { StopDraft } from "#features/pipeline/draft.ts";

/** Sorts the stops of the page by start. */

/** The first start of a stop that is a date; undefined while it has none. */
export function startOf(stop: StopDraft): string | undefined {
  return stop.roles
    .map(({ startDate }) => startDate)
    .filter(isInRange)
    .toSorted()[0];
}

/** Sorts stops by start. Stops without one keep their place, stops with the same start their order. */
export function byStartDate(stops: readonly StopDraft[]): StopDraft[] {
  const dated = stops
    .flatMap((stop) => {
      const start = startOf(stop);
      return start === undefined ? [] : [{ stop, start }];
    })
    .toSorted((a, b) => compareText(a.start, b.start))
    .map(({ stop }) => stop);
  return stops.map((stop) => (startOf(stop) === undefined ? stop : (dated.shift() ?? stop)));
}

/** The first stop that comes after a stop with a later start, with that stop. Undefined if all are in order. */
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
