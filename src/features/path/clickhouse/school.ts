import { showShare } from "#features/path/pure/rule-of-five.ts";
import type { SchoolInsights, SchoolQuestion } from "#features/path/pure/types.ts";
import { within } from "./company.ts";
import { answerFlow } from "./flow.ts";
import { readLevelsAfter } from "./levels-after.ts";
import { INTERNS, placeCondition } from "./match-sql.ts";
import { Params } from "./params.ts";
import { askOne, type Asking } from "./ask.ts";
import { rows as rowsFrom, statement } from "./rows.ts";
import { readTable, readCompanies } from "./shown-tables.ts";

const HOPS = 3;

/** The figures of a school's people whose first role began in the chosen years. */
export async function answerSchool(asking: Asking, question: SchoolQuestion): Promise<SchoolInsights> {
  const { school, since, until } = question;
  const isAllYears = since === null && until === null;
  const isAsked = (params: Params): string => `notEmpty(start) AND ${within("start[1]", question, params)}`;
  const params = new Params();
  const rows = rowsFrom(placeCondition(params, [school]), [
    { where: isAllYears ? "1" : isAsked(params) },
    { companies: "arrayDistinct(arrayFilter(one -> one != '', company))" },
  ]);
  const [firstStops, companies, after, levelsAfter, interned] = await Promise.all([
    readTable(asking, { naming: "company", rows, key: "company[1]" }, params),
    readCompanies(asking, rows, params),
    answerFlow(
      asking,
      { step: { of: "school", school }, hops: HOPS, direction: "after" },
      isAllYears ? undefined : isAsked,
    ),
    readLevelsAfter(asking, { people: rows, startRole: "career" }, params),
    askOne<{ people: number; yes: number }>(
      asking.ask,
      statement(rows, `count() AS people, countIf(arrayExists(k -> k IN ${INTERNS}, kind)) AS yes`),
      params,
    ),
  ]);
  return { firstStops, companies, after, levelsAfter, interned: showShare(interned.yes, interned.people) };
}
