import { ANY_ROLE } from "#features/path/pure/route-parts.ts";
import { kindsOf } from "#features/path/pure/answers/company.ts";
import { MONTHS_AFTER_INTERNSHIP, type Years } from "#features/path/pure/answers/conversion.ts";
import { PAST } from "#features/path/pure/columns/layout.ts";
import { showCount, showShare, showShareByYears, type YearPart } from "#features/path/pure/rule-of-five.ts";
import type { CompanyInsights, CompanyQuestion, Curve, RoleStep, Share } from "#features/path/pure/types.ts";
import { readCurve } from "./curve.ts";
import { answerFlow } from "./flow.ts";
import { readLevelsAfter } from "./levels-after.ts";
import { FULL_TIME, INTERNS, placeCondition } from "./match-sql.ts";
import { Params } from "./params.ts";
import { askOne, COUNTS, type Asking, type CountsRow } from "./ask.ts";
import { STAY_KINDS } from "./row.ts";
import { EVERYBODY, rows as rowsFrom, statement, withLayers, type Rows } from "./rows.ts";
import { readTable } from "./shown-tables.ts";

const HOPS_BEFORE = 1;
const HOPS_AFTER = 3;

/** The condition that a month lies in the years asked for. */
export function within(month: string, { since, until }: Years, params: Params): string {
  const conditions = ["1"];
  if (since !== null) conditions.push(`${month} >= ${params.number(since * 12)}`);
  if (until !== null) conditions.push(`${month} <= ${params.number(until * 12 + 11)}`);
  return conditions.join(" AND ");
}

export async function answerCompany(asking: Asking, question: CompanyQuestion): Promise<CompanyInsights> {
  const { kind } = question;
  const years: Years = { since: question.since, until: question.until };
  const step: RoleStep = { ...ANY_ROLE, companies: [question.company], kinds: kindsOf(kind) };
  const isAllYears = years.since === null && years.until === null;
  const isCounted = isAllYears ? undefined : (params: Params): string => within("start[first_role]", years, params);
  const [conversion, own, everywhere, before, after, levelsAfter, whereFrom] = await Promise.all([
    readConversion(asking, question.company, years),
    readStays(asking, question, question.company),
    readStays(asking, question, undefined),
    answerFlow(asking, { step, hops: HOPS_BEFORE, direction: "before" }, isCounted),
    answerFlow(asking, { step, hops: HOPS_AFTER, direction: "after" }, isCounted),
    readLevels(asking, question.company),
    readWhereFrom(asking, question),
  ]);
  return { conversion, stays: { own, everywhere }, before, after, levelsAfter, ...whereFrom };
}

/** The company's people, with its id as `asked`. */
function peopleOf(params: Params, company: string): Rows {
  return rowsFrom(placeCondition(params, [company]), [{ asked: params.string(company) }]);
}

/** Has the internship `intern_role` been over for long enough? */
function isOver(today: string): string {
  return `phase[intern_role] = ${PAST} AND ${today} - ${lastMonth(today)} >= ${MONTHS_AFTER_INTERNSHIP}`;
}

/** The last month of the internship `intern_role`, today's where it goes on. */
const lastMonth = (today: string): string => `least(until[intern_role], ${today})`;

async function readConversion(asking: Asking, company: string, years: Years): Promise<CompanyInsights["conversion"]> {
  const [own, everywhere] = await Promise.all([
    readConversionHere(asking, company, years),
    readConversionEverywhere(asking, years),
  ]);
  return { ...own, everywhere };
}

/** Of the company's former interns with a full-time role afterwards: how many had it here. */
async function readConversionHere(
  { ask, today }: Asking,
  company: string,
  years: Years,
): Promise<Omit<CompanyInsights["conversion"], "everywhere">> {
  const params = new Params();
  const now = params.number(today);
  const people = withLayers(peopleOf(params, company), [
    { intern_role: `arrayLastIndex((c, k) -> c = asked AND k IN ${INTERNS}, company, kind)` },
    { where: `intern_role > 0 AND ${isOver(now)}` },
    { month: lastMonth(now) },
    { where: within("month", years, params) },
    { next_role: `arrayFirstIndex((k, i) -> k = ${FULL_TIME} AND i > intern_role, kind, arrayEnumerate(kind))` },
  ]);
  const rows = await ask<CountsRow & { year: number; has: number; yes: number }>(
    statement(
      people,
      `intDiv(month, 12) AS year, next_role > 0 AS has, ${COUNTS}, countIf(next_role > 0 AND company[next_role] = asked) AS yes`,
      "GROUP BY year, has",
    ),
    params,
  );
  const known = rows.filter((row) => row.has === 1);
  const none = rows.filter((row) => row.has === 0);
  return {
    all: showShare(sumOf(known, "yes"), sumOf(known, "people")),
    years: showShareByYears(known.map((row): YearPart => ({ year: row.year, yes: row.yes, of: row.people }))),
    noFullTimeYet: showCount({ people: sumOf(none, "people"), publics: sumOf(none, "publics") }),
  };
}

/** The same for the last internship before a first full-time role, at all companies together. */
async function readConversionEverywhere({ ask, today }: Asking, years: Years): Promise<Share> {
  const params = new Params();
  const now = params.number(today);
  const people = rowsFrom(EVERYBODY, [
    { full_role: `indexOf(kind, ${FULL_TIME})` },
    { intern_role: `arrayLastIndex((k, i) -> k IN ${INTERNS} AND i < full_role, kind, arrayEnumerate(kind))` },
    { where: `intern_role > 0 AND ${isOver(now)}` },
    { month: lastMonth(now) },
    { where: within("month", years, params) },
  ]);
  const sum = await askOne<{ people: number; yes: number }>(
    ask,
    statement(people, "count() AS people, countIf(local[intern_role] = local[full_role]) AS yes"),
    params,
  );
  return showShare(sum.yes, sum.people);
}

function sumOf<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0);
}

/** The stays of a kind at a company, or at any. */
async function readStays(asking: Asking, question: CompanyQuestion, company: string | undefined): Promise<Curve> {
  const params = new Params();
  const now = params.number(asking.today);
  const conditions = [
    `k = ${STAY_KINDS.indexOf(question.kind)}`,
    within("s", question, params),
    ...(company === undefined ? [] : ["c = asked"]),
  ];
  const people = company === undefined ? rowsFrom(EVERYBODY, []) : peopleOf(params, company);
  const rows = withLayers(people, [
    {
      chosen: `arrayFilter((i, k, s, c) -> ${conditions.join(" AND ")}, arrayEnumerate(stay_kind), stay_kind, stay_start, stay_company)`,
    },
    {
      times: `arrayMap(i -> (if(stay_ended[i], toInt32(stay_months[i]), greatest(1, toInt32(${now}) - stay_start[i] + 1)), stay_ended[i], stay_on_year[i]), chosen)`,
    },
  ]);
  return readCurve(asking, rows, params);
}

function readLevels(asking: Asking, company: string): Promise<CompanyInsights["levelsAfter"]> {
  const params = new Params();
  const people = peopleOf(params, company);
  const startRole = `arrayFirstIndex((c, k) -> c = asked AND k = ${FULL_TIME}, company, kind)`;
  return readLevelsAfter(asking, { people, startRole }, params);
}

/** Schools, first stops and the titles people joined as, by the first role here of the kind. */
async function readWhereFrom(
  asking: Asking,
  question: CompanyQuestion,
): Promise<Pick<CompanyInsights, "schools" | "firstStops" | "joined">> {
  const params = new Params();
  const ofKind = { everyone: "1", intern: `k IN ${INTERNS}`, "full-time": `k = ${FULL_TIME}` }[question.kind];
  const rows = withLayers(peopleOf(params, question.company), [
    { joined_role: `arrayFirstIndex((c, k) -> c = asked AND ${ofKind}, company, kind)` },
    { where: `joined_role > 0 AND ${within("start[joined_role]", question, params)}` },
  ]);
  const [schools, firstStops, joined] = await Promise.all([
    readTable(asking, { naming: "school", rows, key: "school" }, params),
    readTable(asking, { naming: "company", rows, key: "company[1]" }, params),
    readTable(asking, { naming: "title", rows, key: "title[joined_role]" }, params),
  ]);
  return { schools, firstStops, joined };
}
