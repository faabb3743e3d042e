import { showCurve } from "#features/path/pure/rule-of-five.ts";
import type { MonthOfTimes } from "#features/path/pure/statistics/kaplan-meier.ts";
import type { CurveTimes } from "#features/path/pure/statistics/time-table.ts";
import type { Curve } from "#features/path/pure/types.ts";
import type { Params } from "./params.ts";
import { statement, withLayers, type Rows } from "./rows.ts";
import { askOne, type Asking, type Counted } from "./ask.ts";

type CurveRow = {
  people: number;
  publics: number;
  endedPeople: number;
  endedPublics: number;
  total: number;
  onYears: number;
  endedMonths: Counted;
  censored: Counted;
  longest: Counted;
};

/**
 * A curve of people's times.
 * @param rows with `times`: an array of months, whether each has ended, and whether it rests on a year
 */
export async function readCurve({ ask }: Asking, rows: Rows, params: Params): Promise<Curve> {
  const months = (condition: string): string =>
    `arrayMap(one -> toUInt16(one.1), arrayFilter(one -> ${condition}, times))`;
  const hasEnded = "arrayExists(one -> one.2, times)";
  const sums = (array: string): string => `sumMap(${array}, arrayMap(one -> toUInt64(1), ${array}))`;
  const withMonths = withLayers(rows, [
    { where: "notEmpty(times)" },
    { ended_months: months("one.2"), censored_months: months("NOT one.2") },
  ]);
  const sql = statement(
    withMonths,
    `count() AS people, countIf(is_public) AS publics,
      countIf(${hasEnded}) AS endedPeople, countIf(${hasEnded} AND is_public) AS endedPublics,
      sum(length(times)) AS total, sum(arrayCount(one -> one.3, times)) AS onYears,
      ${sums("ended_months")} AS endedMonths, ${sums("censored_months")} AS censored,
      ${sums("[toUInt16(arrayMax(arrayMap(one -> one.1, times)))]")} AS longest`,
  );
  return showCurve(curveTimes(await askOne<CurveRow>(ask, sql, params)));
}

function curveTimes(row: CurveRow): CurveTimes {
  const [endedIn, censoredIn, longest] = [mapOf(row.endedMonths), mapOf(row.censored), mapOf(row.longest)];
  const months = [...new Set([...endedIn.keys(), ...censoredIn.keys()])].toSorted((a, b) => a - b);
  const table = months.map((month): MonthOfTimes => {
    const [ended = 0, censored = 0] = [endedIn.get(month), censoredIn.get(month)];
    return { months: month, ended, censored };
  });
  return {
    people: { people: row.people, publics: row.publics },
    endedPeople: { people: row.endedPeople, publics: row.endedPublics },
    total: row.total,
    onYears: row.onYears,
    table: () => table,
    atRisk: (month) =>
      table.reduce((left, one) => (one.months < month ? left - one.ended - one.censored : left), row.total),
    lastMonthWith: (people) => {
      let left = 0;
      for (const month of [...longest.keys()].toSorted((a, b) => b - a)) {
        left += longest.get(month) ?? 0;
        if (left >= people) return month;
      }
      return -1;
    },
  };
}

function mapOf([keys, times]: Counted): Map<number, number> {
  return new Map(keys.map((key, index) => [key, times[index] ?? 0]));
}
