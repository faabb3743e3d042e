import { layMonths, round, type Tick } from "./scale-layout.ts";

/** `peopleADot` is 1 unless more people stand in one place than fit above each other. */
export type Dots = { dots: { x: number; row: number }[]; rows: number; peopleADot: number; ticks: Tick[] };

/** Places side by side: at nine px each they fit a phone. */
const PLACES = 40;
const MOST_ROWS = 10;

/** One dot a person at their number of months, stacked; where there are too many, one for several. */
export function layDots(months: readonly number[]): Dots {
  const scale = layMonths(Math.max(0, ...months));
  const stacks = new Map<number, number>();
  for (const one of months) {
    const place = Math.min(PLACES - 1, Math.floor((scale.at(one) / 100) * PLACES));
    stacks.set(place, (stacks.get(place) ?? 0) + 1);
  }
  const tallest = Math.max(0, ...stacks.values());
  const peopleADot = Math.max(1, Math.ceil(tallest / MOST_ROWS));
  const dots = [...stacks].flatMap(([place, people]) =>
    Array.from({ length: Math.ceil(people / peopleADot) }, (_, row) => ({
      x: round(((place + 0.5) / PLACES) * 100),
      row,
    })),
  );
  return { dots, rows: Math.ceil(tallest / peopleADot), peopleADot, ticks: scale.ticks };
}
