import { GROUP_OF_LEVEL, GROUPS, YEARS_AFTER } from "#features/path/pure/answers/levels-after.ts";
import { showCount, type Counts } from "#features/path/pure/rule-of-five.ts";
import type { LevelsAfter } from "#features/path/pure/types.ts";
import { sumOf } from "./flow.ts";
import { INCOMING } from "#features/path/pure/columns/layout.ts";
import type { Params } from "./params.ts";
import { statement, withLayers, type Rows } from "./rows.ts";
import { COUNTS, type Asking, type CountsRow } from "./ask.ts";

/**
 * The levels that people have some years after a start, at any company.
 * @param startRole the role from which the years are counted, 0 for none
 */
export async function readLevelsAfter(
  { ask, today }: Asking,
  { people, startRole }: { people: Rows; startRole: string },
  params: Params,
): Promise<LevelsAfter[]> {
  const now = params.number(today);
  const rows = withLayers(people, [
    { start_role: startRole },
    { where: `start_role > 0 AND phase[start_role] != ${INCOMING}` },
    { years: `arrayJoin([${YEARS_AFTER.join(", ")}])` },
    { month: "start[start_role] + years * 12" },
    { where: `month <= ${now}` },
    {
      held: `arrayLastIndex((s, u, h) -> h != ${INCOMING} AND s <= month AND least(u, ${now}) >= month, start, until, phase)`,
      begun: `arrayLastIndex((s, h) -> h != ${INCOMING} AND s <= month, start, phase)`,
    },
    { level_then: "level[if(held > 0, held, greatest(1, begun))]" },
  ]);
  const found = await ask<CountsRow & { years: number; level_then: number }>(
    statement(rows, `years, level_then, ${COUNTS}`, "GROUP BY years, level_then"),
    params,
  );
  return YEARS_AFTER.map((years) => {
    const there = found.filter((row) => row.years === years);
    const ofGroup = (group: number): Counts => sumOf(there.filter((row) => GROUP_OF_LEVEL[row.level_then] === group));
    return {
      years,
      people: showCount(sumOf(there)),
      levels: GROUPS.map((name, group) => ({ name, people: showCount(ofGroup(group)) })),
    };
  });
}
