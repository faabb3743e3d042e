import { asksForInterns } from "#features/path/pure/answers/route-run.ts";
import { showInternedFirst, showSpread, type Counts } from "#features/path/pure/rule-of-five.ts";
import { Histogram } from "#features/path/pure/statistics/quartiles.ts";
import type { InternedFirst, Route, Spread } from "#features/path/pure/types.ts";
import { statement, withLayers, type Layer, type Rows, type Where } from "./rows.ts";
import { INCOMING } from "#features/path/pure/columns/layout.ts";
import { INTERNS, MatchSql } from "./match-sql.ts";
import type { Params } from "./params.ts";
import { askOne, COUNTS, type Asking, type Counted, type CountsRow } from "./ask.ts";

/** One row for each person who matches, with the figures of their earliest way. */
export function matchedRows(route: Route, params: Params, also: readonly (Layer | Where)[] = []): Rows {
  const match = new MatchSql(route, params);
  const last = match.roleSteps.length - 1;
  const ways = withLayers(match.matching(), match.way());
  if (last < 0) {
    const none = { first_role: "0", last_role: "0", months: "toInt32(-1)", stops_between: "0", has_interned: "0" };
    return withLayers(ways, [{ ...none, on_year: "0" }, ...also]);
  }
  const isTwice = asksForInterns(route);
  const before = isTwice ? "i <= last_role" : "i < last_role";
  return withLayers(ways, [
    { first_role: match.hasSchoolStep ? "1" : "w0", last_role: `w${last}` },
    {
      months:
        route.steps.length < 2
          ? "toInt32(-1)"
          : `if(phase[last_role] = ${INCOMING}, -1, greatest(0, toInt32(start[last_role]) - toInt32(start[first_role])))`,
      stops_between: match.hasSchoolStep
        ? "stop[last_role] - 1"
        : "greatest(0, toInt32(stop[last_role]) - toInt32(stop[first_role]) - 1)",
      has_interned: `arrayCount((k, i) -> k IN ${INTERNS} AND ${before}, kind, idx) >= ${isTwice ? 2 : 1}`,
      on_year: "is_year[first_role] OR is_year[last_role]",
    },
    ...also,
  ]);
}

type RouteFigures = {
  counts: Counts;
  months: Spread;
  internedFirst: InternedFirst;
  stopsBetween: Spread;
};

type FiguresRow = CountsRow & { counted: Counted; between: Counted; interned: number; isAbout: number };

export function histogramOf([values, times]: Counted): Histogram {
  const histogram = new Histogram();
  for (const [index, value] of values.entries()) histogram.add(value, times[index] ?? 0);
  return histogram;
}

/** SQL that counts how often each value occurs. */
export function counted(value: string, condition: string): string {
  return `sumMapIf([toUInt16(${value})], [toUInt64(1)], ${condition})`;
}

/** @param rows as `matchedRows` made them */
export async function readFigures({ ask }: Asking, rows: Rows, route: Route, params: Params): Promise<RouteFigures> {
  const sql = statement(
    rows,
    `${COUNTS}, ${counted("greatest(0, months)", "months >= 0")} AS counted,
    ${counted("stops_between", "1")} AS between, countIf(has_interned) AS interned,
    countIf(on_year AND months >= 0) AS isAbout`,
  );
  const row = await askOne<FiguresRow>(ask, sql, params);
  const hasRole = route.steps.some((step) => step.of === "role");
  return {
    counts: { people: row.people, publics: row.publics },
    months: showSpread(histogramOf(row.counted), row.isAbout > 0),
    internedFirst: hasRole ? showInternedFirst(row.interned, row.people, asksForInterns(route)) : null,
    stopsBetween: hasRole ? showSpread(histogramOf(row.between), false) : null,
  };
}
