import { NEEDED } from "#features/path/pure/answers/subject.ts";
import { SIMILAR_LINES } from "#features/path/pure/limits.ts";
import { maySeeAnonymous, showCount } from "#features/path/pure/rule-of-five.ts";
import type { PathLine } from "#features/path/pure/types.ts";
import type { Questions } from "#features/path/pure/calls.ts";
import { readCurve } from "./curve.ts";
import { INCOMING } from "#features/path/pure/columns/layout.ts";
import { placeCondition } from "./match-sql.ts";
import { Params } from "./params.ts";
import { askOne, COUNTS, type Asking, type CountsRow } from "./ask.ts";
import { rowsOf, type LineRow } from "./row.ts";
import { EVERYBODY, rows as rowsFrom, statement, withLayers, type Rows } from "./rows.ts";
import { lessRows, readTable } from "./shown-tables.ts";

type Answer = Questions["similarTo"]["answer"];

/** The facts of a pipeline that are compared. Roles count from 1; 0 is none. */
type Subject = {
  id: string;
  since: Answer["since"];
  months: number;
  hasBegun: boolean;
  school: string;
  title: string;
  titleStart: number;
  companies: ReadonlyMap<string, number>;
  needed: number;
};

/** `rowsOf` needs an id, which a line of a question lacks. */
const NO_ID = "0".repeat(24);
/** Weights are rounded: sums in another order differ in the last digits, which must not decide the order of lines. */
const WEIGHT_DIGITS = 9;

type SubjectRow = Pick<LineRow, "id" | "school" | "career" | "company" | "title" | "start" | "phase">;

function subjectOf(row: SubjectRow, today: number): Subject {
  const isBegun = (role: number): boolean => role > 0 && role <= row.start.length && row.phase[role - 1] !== INCOMING;
  const startOf = (role: number): number => row.start[role - 1] ?? 0;
  const career = isBegun(row.career) ? row.career : 0;
  const origin = career > 0 ? career : isBegun(1) ? 1 : 0;
  const companies = new Map<string, number>();
  for (const [index, company] of row.company.entries()) {
    if (company !== "" && isBegun(index + 1) && !companies.has(company)) companies.set(company, startOf(index + 1));
  }
  return {
    id: row.id,
    since: career > 0 ? "career-start" : "first-role",
    months: origin > 0 ? Math.max(0, today - startOf(origin)) : 0,
    hasBegun: origin > 0,
    school: row.school,
    title: career > 0 ? (row.title[career - 1] ?? "") : "",
    titleStart: career > 0 ? startOf(career) : 0,
    companies,
    needed: row.start.length === 1 ? 1 : NEEDED,
  };
}

/** Undefined if the id is not in the table. */
export async function answerSimilar(asking: Asking, id: string): Promise<Answer | undefined> {
  const params = new Params();
  const own = rowsFrom(`${EVERYBODY} AND id = ${params.string(id)}`, []);
  const [row] = await asking.ask<SubjectRow>(
    statement(own, "id, school, career, company, title, start, phase"),
    params,
  );
  return row && similarTo(asking, subjectOf(row, asking.today));
}

/** For a line that is not stored. Statements contain only the ids and months of it that are compared. */
export async function answerSimilarTo(asking: Asking, line: PathLine): Promise<Answer> {
  const [row] = rowsOf([{ ...line, id: NO_ID }], asking.today);
  if (row === undefined) throw new Error("A pipeline without a row");
  return similarTo(asking, subjectOf({ ...row, id: line.id }, asking.today));
}

async function similarTo(asking: Asking, subject: Subject): Promise<Answer> {
  const params = new Params();
  const neighbours = subject.hasBegun
    ? neighboursOf(subject, { params, weights: await readWeights(asking, subject), today: asking.today })
    : rowsFrom("0", NOBODY);
  const counts = await askOne<CountsRow>(asking.ask, statement(neighbours, COUNTS), params);
  const isAnybody = maySeeAnonymous(counts, false);
  const next = withLayers(neighbours, [
    { next_stop: `arrayFirstIndex(f -> phase[f] = ${INCOMING} OR start[f] > at_age, stop_first)` },
    { next_role: "if(next_stop = 0, 0, stop_first[next_stop])" },
    { is_waiting: `next_role = 0 OR phase[next_role] = ${INCOMING}` },
    {
      times: `[if(is_waiting, (greatest(0, ${params.number(asking.today)} - at_age), toUInt8(0), toUInt8(on_year)),
        (greatest(0, toInt64(start[next_role]) - at_age), toUInt8(1), toUInt8(on_year OR is_year[next_role])))]`,
    },
  ]);
  const moved = withLayers(next, [{ where: "next_role > 0" }]);
  const [found, movedOn, companies, titles, wait] = await Promise.all([
    asking.ask<{ id: string; print: number; shared_companies: string[]; has_school: number; has_title: number }>(
      statement(
        isAnybody ? neighbours : withLayers(neighbours, [{ where: "is_public" }]),
        "id, print, shared_companies, has_school, has_title",
        `ORDER BY weight DESC, distance, id LIMIT ${SIMILAR_LINES}`,
      ),
      params,
    ),
    askOne<CountsRow>(asking.ask, statement(moved, COUNTS), params),
    readTable(asking, { naming: "company", rows: moved, key: "stop_company[next_stop]" }, params),
    readTable(asking, { naming: "title", rows: moved, key: "title[next_role]" }, params),
    readCurve(asking, next, params),
  ]);
  return {
    months: subject.months,
    since: subject.since,
    people: showCount(counts),
    lines: found.map((row) => ({
      profile: row.id,
      shared: [
        ...(row.has_school ? [`school:${subject.school}`] : []),
        ...row.shared_companies.map((id) => `company:${id}`),
        ...(row.has_title ? [`title:${subject.title}`] : []),
      ],
      fingerprint: row.print,
    })),
    movedOn: showCount(movedOn),
    notYet: showCount(lessRows(counts, [movedOn])),
    companies,
    titles,
    wait,
  };
}

const NOBODY = [
  { at_age: "0", on_year: "0", weight: "0", distance: "0" },
  { shared_companies: "emptyArrayString()", has_school: "0", has_title: "0" },
];

type Weights = { companies: readonly number[]; school: number; title: number };

/** What few people have weighs more. */
async function readWeights({ ask }: Asking, subject: Subject): Promise<Weights> {
  const params = new Params();
  const places = [...subject.companies.keys(), ...(subject.school === "" ? [] : [subject.school])];
  const byPlace = rowsFrom(`place IN ${params.strings(["", ...places])}`, []);
  const [lines, start] = await Promise.all([
    ask<{ at: string; people: number }>(statement(byPlace, "place AS at, count() AS people", "GROUP BY at"), params),
    askOne<{ people: number }>(
      ask,
      statement(
        rowsFrom(`${EVERYBODY} AND career > 0`, [{ where: `title[career] = ${params.string(subject.title)}` }]),
        "count() AS people",
      ),
      params,
    ),
  ]);
  const people = new Map(lines.map((row) => [row.at, row.people]));
  const rarity = (count: number | undefined): number => Math.log((people.get("") ?? 0) / Math.max(1, count ?? 1));
  return {
    companies: [...subject.companies.keys()].map((id) => rarity(people.get(id))),
    school: rarity(people.get(subject.school)),
    title: rarity(start.people),
  };
}

/** The people who share enough with the subject at its age. */
function neighboursOf(
  subject: Subject,
  { params, weights, today }: { params: Params; weights: Weights; today: number },
): Rows {
  const companies = [...subject.companies.keys()];
  const places = [...companies, ...(subject.school === "" ? [] : [subject.school])];
  // If one shared thing is enough, it may be the title.
  const isEverybody = subject.needed === 1 && subject.title !== "";
  const school = subject.school === "" ? "0" : `school = ${params.string(subject.school)}`;
  const list = params.strings(places);
  const from = isEverybody
    ? EVERYBODY
    : places.length === 0
      ? placeCondition(params, [])
      : `place IN ${list} AND place = arrayFirst(one -> has(company, one) OR school = one, ${list})`;
  const title =
    subject.title === ""
      ? "0"
      : `career > 0 AND title[career] = ${params.string(subject.title)} AND phase[career] != ${INCOMING} AND start[career] <= at_age`;
  return rowsFrom(`${from} AND id != ${params.string(subject.id)}`, [
    { origin: subject.since === "career-start" ? "career" : "if(notEmpty(start), 1, 0)" },
    { where: `origin > 0 AND phase[origin] != ${INCOMING}` },
    { at_age: `toInt64(start[origin]) + ${params.number(subject.months)}`, on_year: "is_year[origin]" },
    { where: `at_age <= ${params.number(today)}` },
    {
      firsts: `arrayMap(one -> arrayFirstIndex((c, s, h) -> c = one AND h != ${INCOMING} AND s <= at_age, company, start, phase), ${params.strings(companies)})`,
      has_school: school,
      has_title: title,
    },
    { shared_companies: `arrayFilter((one, first) -> first > 0, ${params.strings(companies)}, firsts)` },
    { where: `length(shared_companies) + has_school + has_title >= ${subject.needed}` },
    {
      distance: `arraySum((first, own) -> if(first = 0, 0, abs(toInt64(start[first]) - own)), firsts, ${params.numbers([...subject.companies.values()])})
        + if(has_title, abs(toInt64(start[career]) - ${params.number(subject.titleStart)}), 0)`,
      weight: `round(arraySum((first, one) -> if(first = 0, 0, one), firsts, ${params.floats(weights.companies)})
        + if(has_school, ${params.float(weights.school)}, 0) + if(has_title, ${params.float(weights.title)}, 0), ${WEIGHT_DIGITS})`,
    },
  ]);
}
