/** GET /api/school/{id}/insights. */
import type { SchoolInsights, SchoolQuestion } from "#features/path/pure/types.ts";
import { levelsAfter } from "./company.ts";
import { exactly, flowFrom } from "./flow.ts";
import { companyPlace, showShare, showTable } from "./shown.ts";
import { careerStartOf, isInternship, isWithinYears, startOf, type World } from "./world.ts";

/**
 * "years in which the pipeline's first role began; levels from career start; `companies` counts a person once a company;
 * […] people with only companies outside the rows, are in `others`."
 */
export function school(question: SchoolQuestion, world: World): SchoolInsights {
  const hasYears = question.since !== null || question.until !== null;
  const people = world.lines.filter((line) => {
    const first = line.roles[0];
    if (line.school !== question.school) return false;
    if (first === undefined) return !hasYears;
    return isWithinYears(startOf(first, world.today), question.since, question.until);
  });
  const beginnings = people.map((line) => ({ line, role: null }));
  return {
    firstStops: showTable(people.map((line) => ({ line, places: companyPlace(line.roles[0]) }))),
    companies: showTable(people.map((line) => ({ line, places: line.roles.flatMap((role) => companyPlace(role)) }))),
    after: exactly(flowFrom(beginnings, 3, "after", world), beginnings, !hasYears),
    levelsAfter: levelsAfter(
      people.flatMap((line) => {
        const from = careerStartOf(line);
        return from === undefined ? [] : [{ line, from }];
      }),
      world,
    ),
    interned: showShare(people.filter((line) => line.roles.some(isInternship)).length, people.length),
  };
}
