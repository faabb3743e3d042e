/** The searches that read every pipeline and take longest, beside their bound. */
import type { PathEngine, RoleStep, Route, Step } from "#features/path/pure/types.ts";
import { PAGE, percentile, route, step } from "./paths-engine.ts";

const BOUND_MILLISECONDS = 100;
/** The bound is for this many pipelines. */
export const BOUND_LINES = 1_000_000;
const ROUNDS = 11;
/** Rounds that are not measured: compiling does not count. */
const WARM_UP_ROUNDS = 2;

export type Worst = { what: string; median: number; worst: number };

function worstSearches(): [what: string, asked: Route][] {
  const any = step({});
  const kind = step({ kinds: ["full-time"] });
  const level = (one: RoleStep["levels"][number]): Step => step({ levels: [one] });
  return [
    ["any, any", route([any, any])],
    ["3 × any within 12 months", route([any, any, any], "any", 12)],
    ["3 × any, next within 24 months", route([any, any, any], "next", 24)],
    ["any, any within 60 months", route([any, any], "any", 60)],
    ["any, next any within 60 months", route([any, any], "next", 60)],
    ["full-time, full-time within 24 months", route([kind, kind], "any", 24)],
    ["full-time, next full-time within 24 months", route([kind, kind], "next", 24)],
    ["mid, senior within 36 months", route([level("mid"), level("senior")], "any", 36)],
    ["any, next mid, next senior within 36 months", route([any, level("mid"), level("senior")], "next", 36)],
    ["5 × any, next within 60 months", route([any, any, any, any, any], "next", 60)],
  ];
}

/** Asks all of them by turns, so that the code is compiled for all of them and not for one. */
export function measureWorst(engine: PathEngine): Worst[] {
  const searches = worstSearches();
  const took = searches.map((): number[] => []);
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const [at, [, asked]] of searches.entries()) {
      const start = performance.now();
      engine.search(asked, PAGE);
      if (round >= WARM_UP_ROUNDS) took[at]?.push(performance.now() - start);
    }
  }
  return searches.map(([what], at) => {
    const sorted = (took[at] ?? []).toSorted((a, b) => a - b);
    return { what, median: percentile(sorted, 0.5), worst: sorted.at(-1) ?? 0 };
  });
}

export function worstTable(figures: readonly Worst[]): string[] {
  return [
    `| search of everybody | median | worst | median at most ${BOUND_MILLISECONDS} |`,
    "| --- | --- | --- | --- |",
    ...figures.map(
      ({ what, median, worst }) =>
        `| ${what} | ${median.toFixed(1)} | ${worst.toFixed(1)} | ${median <= BOUND_MILLISECONDS ? "met" : "**missed**"} |`,
    ),
  ];
}
