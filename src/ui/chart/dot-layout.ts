import { round } from "#core/round.ts";
import { layMonths, type Tick } from "./scale-layout.ts";

/** `peopleADot` is 1 unless a column has more people than fit. `pitch` is the distance between dots in px. */
export type Dots = {
  dots: { x: number; row: number }[];
  rows: number;
  peopleADot: number;
  pitch: number;
  ticks: Tick[];
};

/** Places side by side and rows above each other; at their pitch they fit a phone. Small dots are for many people. */
const LARGE = { places: 40, rows: 10, pitch: 9 };
const SMALL = { places: 60, rows: 20, pitch: 5.2 };

/** One dot a person at their number of months, stacked; where there are too many, one for several. */
export function layDots(months: readonly number[]): Dots {
  const scale = layMonths(Math.max(0, ...months));
  const stacked = ({ places }: typeof LARGE): Map<number, number> => {
    const stacks = new Map<number, number>();
    for (const one of months) {
      const place = Math.min(places - 1, Math.floor((scale.at(one) / 100) * places));
      stacks.set(place, (stacks.get(place) ?? 0) + 1);
    }
    return stacks;
  };
  const large = stacked(LARGE);
  const size = Math.max(0, ...large.values()) <= LARGE.rows ? LARGE : SMALL;
  const stacks = size === LARGE ? large : stacked(size);
  const tallest = Math.max(0, ...stacks.values());
  const peopleADot = Math.max(1, Math.ceil(tallest / size.rows));
  const dots = [...stacks].flatMap(([place, people]) =>
    Array.from({ length: Math.ceil(people / peopleADot) }, (_, row) => ({
      x: round(((place + 0.5) / size.places) * 100),
      row,
    })),
  );
  return { dots, rows: Math.ceil(tallest / peopleADot), peopleADot, pitch: size.pitch, ticks: scale.ticks };
}
