/** "Intern to full-time": section 4. */
import type { CompanyInsights, CompanyQuestion, GroupedShare, PathLine } from "#features/path/pure/types.ts";
import { isShownShare, showCount, showShare } from "./shown.ts";
import { companyKey, endOf, isInternship, isWithinYears, yearOf, type World } from "./world.ts";

type Case = { line: PathLine; year: number; isHere: boolean };
type Group = { since: number; until: number; cases: Case[] };

const sizeOf = (cases: readonly Case[]): [number, number] => [cases.filter((one) => one.isHere).length, cases.length];

/**
 * "Groups are contiguous years, joined from the earliest on until they are tellable; what is left joins the last group,
 * and that one the group before it, until tellable."
 */
function groupYears(cases: readonly Case[]): GroupedShare[] {
  const groups: Group[] = [];
  let open: Group | undefined;
  const years = cases.map((one) => one.year);
  // Every calendar year, also one in which nobody's internship ended.
  for (let year = Math.min(...years); year <= Math.max(...years); year += 1) {
    const here = cases.filter((one) => one.year === year);
    open = { since: open?.since ?? year, until: year, cases: [...(open?.cases ?? []), ...here] };
    if (!isShownShare(...sizeOf(open.cases))) continue;
    groups.push(open);
    open = undefined;
  }
  if (open !== undefined) groups.push(open);
  for (;;) {
    const last = groups.at(-1);
    const before = groups.at(-2);
    if (last === undefined || before === undefined || isShownShare(...sizeOf(last.cases))) break;
    groups.splice(-2, 2, { since: before.since, until: last.until, cases: [...before.cases, ...last.cases] });
  }
  return groups.flatMap(({ since, until, cases: inside }) => {
    const share = showShare(...sizeOf(inside));
    return share === null ? [] : [{ ...share, since, until }];
  });
}

/**
 * "People whose last internship here ended at least 12 months ago and who have a full-time role after it (a future one
 * counts): the share whose *first* such role is here."
 */
function casesHere({ company, since, until }: CompanyQuestion, world: World) {
  const cases: Case[] = [];
  const noFullTimeYet: PathLine[] = [];
  for (const line of world.lines) {
    const last = line.roles.findLast((role) => isInternship(role) && role.company === company);
    if (last === undefined || last.phase !== "past" || world.today - endOf(last, world.today) < 12) continue;
    if (!isWithinYears(endOf(last, world.today), since, until)) continue;
    const after = line.roles.find((role) => role.position > last.position && role.kind === "full-time");
    if (after === undefined) noFullTimeYet.push(line);
    else cases.push({ line, year: yearOf(endOf(last, world.today)), isHere: after.company === company });
  }
  return { cases, noFullTimeYet };
}

/** "`everywhere`: each person's last internship before their first full-time role, any company." */
function casesEverywhere({ since, until }: CompanyQuestion, world: World): Case[] {
  return world.lines.flatMap((line) => {
    const fullTime = line.roles.find((role) => role.kind === "full-time");
    if (fullTime === undefined) return [];
    const last = line.roles.findLast((role) => isInternship(role) && role.position < fullTime.position);
    if (last === undefined || last.phase !== "past" || world.today - endOf(last, world.today) < 12) return [];
    const end = endOf(last, world.today);
    if (!isWithinYears(end, since, until)) return [];
    return [{ line, year: yearOf(end), isHere: companyKey(last) === companyKey(fullTime) }];
  });
}

export function conversion(question: CompanyQuestion, world: World): CompanyInsights["conversion"] {
  const { cases, noFullTimeYet } = casesHere(question, world);
  return {
    all: showShare(...sizeOf(cases)),
    years: groupYears(cases),
    noFullTimeYet: showCount(noFullTimeYet),
    everywhere: showShare(...sizeOf(casesEverywhere(question, world))),
  };
}
