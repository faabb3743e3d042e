import { Columns } from "#features/path/pure/columns/columns.ts";
import { BatchReader } from "#features/path/pure/match/batch-reader.ts";
import { visitLines } from "#features/path/pure/match/candidates.ts";
import { compileRoute } from "#features/path/pure/match/compile.ts";
import { Matcher } from "#features/path/pure/match/matcher.ts";
import type { PathLine, Route } from "#features/path/pure/types.ts";

/**
 * How many of these lines took each route. The caller counts everybody piece by piece, without an engine in memory. It
 * adds the results up and applies the rule of five to the sum.
 * @param today the month number that counts as now
 */
export function countLines(lines: readonly PathLine[], routes: readonly Route[], today: number): number[] {
  const columns = new Columns();
  for (const line of lines) columns.put(line);
  columns.prepare();
  return routes.map((route) => {
    const matcher = new Matcher(columns, compileRoute(columns, route), today);
    const reader = new BatchReader(matcher);
    let matched = 0;
    visitLines(matcher, matcher.route.roleSteps, (some) => {
      reader.read(some);
      matched += reader.foundLength;
    });
    return matched;
  });
}
