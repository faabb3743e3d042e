/** GET /api/company/{id}/insights, without the ratings: section 4. */
import type {
  CompanyInsights,
  CompanyQuestion,
  LevelGroup,
  LevelsAfter,
  PathLine,
  PathRole,
  RoleStep,
} from "#features/path/pure/types.ts";
import { conversion } from "./conversion.ts";
import { beginningsOf, exactly, flowFrom } from "./flow.ts";
import { staysWithin } from "./stays.ts";
import { companyPlace, showCount, showCurve, showTable, type Place } from "./shown.ts";
import { endOf, isToCome, isWithinYears, startOf, stopsOf, type World } from "./world.ts";

/** "groups: engineer (intern, junior, mid), senior (senior, lead), staff or above, manager or above". */
const GROUPS: Readonly<Record<LevelGroup, readonly string[]>> = {
  engineer: ["intern", "junior", "mid"],
  senior: ["senior", "lead"],
  staff: ["staff", "principal", "distinguished", "fellow"],
  manager: ["manager", "director", "vp", "executive"],
};
const GROUP_NAMES: readonly LevelGroup[] = ["engineer", "senior", "staff", "manager"];

/** "the level of the role held then; between roles the last one". Of several held then, the one begun last. */
function roleAt(line: PathLine, month: number, today: number): PathRole | undefined {
  const begun = line.roles.filter((role) => !isToCome(role) && startOf(role, today) <= month);
  return begun.findLast((role) => endOf(role, today) >= month) ?? begun.at(-1);
}

/** "of people whose first full-time role here began at least n years ago (0, 2, 4, 6, 8, 10; nested)". */
export function levelsAfter(people: readonly { line: PathLine; from: PathRole }[], world: World): LevelsAfter[] {
  const begun = people.filter(({ from }) => !isToCome(from));
  return [0, 2, 4, 6, 8, 10].map((years) => {
    const reached = begun.filter(({ from }) => world.today - startOf(from, world.today) >= years * 12);
    const at = reached.map(({ line, from }) => ({
      line,
      level: roleAt(line, startOf(from, world.today) + years * 12, world.today)?.level ?? "",
    }));
    return {
      years,
      people: showCount(reached.map(({ line }) => line)),
      levels: GROUP_NAMES.map((name) => ({
        name,
        people: showCount(at.filter(({ level }) => GROUPS[name].includes(level)).map(({ line }) => line)),
      })),
    };
  });
}

function schoolPlace(line: PathLine): Place[] {
  return line.school === "" ? [] : [{ id: line.school, name: line.schoolName }];
}

export function company(question: CompanyQuestion, world: World): CompanyInsights {
  const { kind, since, until } = question;
  const stays = staysWithin(kind, since, until, world);
  const step: RoleStep = {
    of: "role",
    companies: [question.company],
    titles: [],
    levels: [],
    kinds: kind === "everyone" ? [] : [kind],
  };
  // "by the year of joining", "by the first role here"
  const joining = beginningsOf(step, world).flatMap(({ line, role }) =>
    role !== null && isWithinYears(startOf(role, world.today), since, until) ? [{ line, role }] : [],
  );
  // One facet, one company, no filter.
  const isExact = kind === "everyone" && since === null && until === null;
  const fullTime = world.lines.flatMap((line) => {
    const from = line.roles.find((role) => role.company === question.company && role.kind === "full-time");
    return from === undefined ? [] : [{ line, from }];
  });
  return {
    conversion: conversion(question, world),
    stays: {
      own: showCurve(stays.filter((stay) => stay.company === question.company)),
      everywhere: showCurve(stays),
    },
    before: exactly(flowFrom(joining, 1, "before", world), joining, isExact),
    after: exactly(flowFrom(joining, 3, "after", world), joining, isExact),
    levelsAfter: levelsAfter(fullTime, world),
    schools: showTable(joining.map(({ line }) => ({ line, places: schoolPlace(line) }))),
    firstStops: showTable(
      joining.map(({ line }) => ({ line, places: companyPlace(stopsOf(line, world.today)[0]?.roles[0]) })),
    ),
    joined: showTable(joining.map(({ line, role }) => ({ line, places: [{ id: role.slug, name: role.slug }] }))),
  };
}
