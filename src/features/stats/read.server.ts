import { sql, type RawBuilder } from "kysely";
import type { Reader } from "#db/connect.ts";
import { showAnswers, type PublishedAnswer, type ShownAnswers } from "./pure/answers.ts";
import type { Counted } from "./counted.server.ts";
import { endPeople, MIN_PEOPLE, otherPeople, shownNeighbours, type CompanyNumbers } from "./rules.ts";

/**
 * All numbers about companies and schools leave through this file, for pages and API alike. Batches decide what is
 * stored about hidden people and ratings; this file decides what is shown. No other slice may name these tables and
 * columns (tests/architecture/gateway.test.ts).
 */

/**
 * Pieces of statements. Each takes the names that its statement gives to the tables:
 * `from company c ${joinNumbers("c", "t")} where ${isOffered("c", "t")}`.
 */

/** Of a stop `e` and its company `c`, what contributionsOf needs. The views in the comment say what it counts. */
export const COUNTED_STOP = sql`/* as company_stats_by_person, company_move_by_person */ e.company_id, c.status = 'new'`;

/** Joins the numbers of a company. A company without people has no row, so their columns may be null. */
export function joinNumbers(company: string, numbers: string): RawBuilder<unknown> {
  return sql`left join company_stats ${sql.id(numbers)} on ${sql.ref(`${numbers}.company_id`)} = ${sql.ref(`${company}.id`)}`;
}

/**
 * Joins the numbers of a few companies. `offset 0` makes the planner look each up by its key. Without it, the planner may
 * expect many companies, and read the numbers of all there are.
 */
export function joinNumbersOfFew(company: string, numbers: string): RawBuilder<unknown> {
  return sql`left join lateral (
    select * from company_stats where company_id = ${sql.ref(`${company}.id`)} offset 0) ${sql.id(numbers)} on true`;
}

/** The columns of CompanyNumbers. */
export function numberColumns(numbers: string): RawBuilder<unknown> {
  const n = sql.id(numbers);
  return sql`coalesce(${n}.employees, 0) as employees, coalesce(${n}.interns, 0) as interns,
    coalesce(${n}.raters, 0) as raters, coalesce(${n}.rating_sum, 0) as rating_sum,
    coalesce(${n}.tenure_days, 0) as tenure_days, coalesce(${n}.stays, 0) as stays,
    coalesce(${n}.visible_employees + ${n}.visible_interns, 0) as listed`;
}

/** The number of people by which companies are sorted. */
export function peopleCount(numbers: string): RawBuilder<unknown> {
  return sql`coalesce(${sql.id(numbers)}.people, 0)`;
}

/**
 * May others than its author know the company? True for those of the catalogue, those an administrator kept, and those
 * with a visible person. A company that only private people or undisclosed stops name does not exist for others.
 */
export function isOffered(company: string, numbers: string): RawBuilder<boolean> {
  const [c, n] = [sql.id(company), sql.id(numbers)];
  return sql<boolean>`(${c}.status = 'listed' or coalesce(${n}.visible_employees + ${n}.visible_interns, 0) > 0)`;
}

/** The same without a join. PostgreSQL looks up the numbers of companies that are not listed, which are few. */
export function isOfferedByKey(company: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${company}.status`)} = 'listed' or coalesce((
    select visible_employees + visible_interns from company_stats
    where company_id = ${sql.ref(`${company}.id`)}), 0) > 0)`;
}

/** What follows `from`: the companies with people that others may know, with their numbers. */
export function companiesWithPeople(company: string, numbers: string): RawBuilder<unknown> {
  const [c, n] = [sql.id(company), sql.id(numbers)];
  return sql`company_stats ${n} join company ${c} on ${c}.id = ${n}.company_id and ${n}.people > 0
    and ${isOffered(company, numbers)}`;
}

/** The class comes first because of the index: rows are read class by class. It does not change the order. */
export function mostPeopleFirst(numbers: string): RawBuilder<unknown> {
  const n = sql.id(numbers);
  return sql`${n}.size_class desc, ${n}.people desc, ${n}.company_id`;
}

/** Rows of published_aggregate that count answers from ratings. */
export const ANSWER_ROWS = sql`kind ~ '(came|left|face)-'`;

/** The published answers of a company, as a JSON value in its row. */
export function answersBeside(company: string): RawBuilder<unknown> {
  return sql`(
    select json_agg(json_build_object('kind', kind, 'members', members, 'people', people))
    from published_aggregate where company_id = ${sql.ref(`${company}.id`)} and ${ANSWER_ROWS}) as answers`;
}

/** Joins the visible people of a few schools. Their number decides which of two comes first: schoolPeopleCount. */
export function joinSchoolPeople(school: string, counted: string): RawBuilder<unknown> {
  return sql`left join lateral (
    select * from school_stats where school_id = ${sql.ref(`${school}.id`)} offset 0) ${sql.id(counted)} on true`;
}

/** The number of people by which schools are sorted. */
export function schoolPeopleCount(counted: string): RawBuilder<unknown> {
  return sql`coalesce(${sql.id(counted)}.visible_people, 0)`;
}

/** The columns of SchoolCounts. */
export function schoolCountColumns(school: string): RawBuilder<unknown> {
  const id = sql.ref(`${school}.id`);
  return sql`
    coalesce((select visible_people from school_stats where school_id = ${id}), 0) as listed,
    coalesce((
      select people from published_aggregate
      where kind = 'alumni' and company_id = 0 and next_company_id = 0 and school_id = ${id}), 0) as hidden`;
}

/** Another company, and how many people it shares. */
export type Neighbour = { public_id: string; display_name: string; logo: string; people: number };
export type Side = "prior" | "next";

/** A company's neighbours as stored. neighboursOf decides what is shown. */
export type NeighbourColumns = {
  neighbours: (Neighbour & { side: Side })[] | null;
  came: number | null;
  went: number | null;
  began_here: number | null;
  still_here: number | null;
};

/** What batches published of a company's ratings. shownAnswers decides what is shown. */
export type AnswerColumn = { answers: PublishedAnswer[] | null };

export const NO_ANSWERS = sql`null as answers`;

export function shownAnswers({ answers }: AnswerColumn): ShownAnswers {
  return showAnswers(answers ?? []);
}

/** The numbers of a company that only its reader may know, whatever is stored. */
export const NOBODY: CompanyNumbers & NeighbourColumns & AnswerColumn = {
  employees: 0,
  interns: 0,
  raters: 0,
  rating_sum: 0,
  tenure_days: 0,
  stays: 0,
  listed: 0,
  neighbours: null,
  came: null,
  went: null,
  began_here: null,
  still_here: null,
  answers: null,
};

/**
 * A limit that the planner does not know; null for none. An average company has fewer rows than the limit. If the planner
 * knew it, it would plan to read and sort all rows, also of a large company.
 */
const atMost = (limit: number | null): RawBuilder<unknown> => sql`limit (select ${limit}::integer)`;

/**
 * The largest moves of the company `c` on one side, with the other company. Reads them class by class, the largest
 * first, and stops after `limit`: a large company has thousands of moves, and a page shows a handful. Moves of class 0
 * are too small to be shown.
 */
function largestMoves(side: Side, limit: number): RawBuilder<unknown> {
  const [own, other] = side === "prior" ? ["to_company", "from_company"] : ["from_company", "to_company"];
  return sql`(
    select ${side}::text as side, m.people, o.name, o.public_id, o.display_name, o.logo from (
      select ${sql.ref(other)} as other, people, size_class from company_move
      where ${sql.ref(own)} = c.id and size_class > 0
      order by size_class desc, people desc, ${sql.ref(other)} ${atMost(null)}
    ) m
    -- offset 0: each company by its key, not all of them for the few that are shown
    cross join lateral (select * from company where id = m.other offset 0) o
    where ${isOfferedByKey("o")} order by m.size_class desc, m.people desc, m.other ${atMost(limit)})`;
}

/** Visible people at the company on a day: those without an end date, corrected by changes after that day. */
function stillHere(today: string): RawBuilder<unknown> {
  return sql`coalesce(t.open_stops, 0) - (
    select coalesce(sum(change), 0)::integer from company_day
    where company_id = c.id and day > ${today}::date)`;
}

const NO_FLOW = sql`null::integer as came, null::integer as went, null::integer as began_here, null::integer as still_here`;

/** @param today needed for a diagram */
export function neighbourColumns(limit: number, today: string | undefined): RawBuilder<unknown> {
  if (limit === 0) return sql`null as neighbours, ${NO_FLOW}`;
  const neighbours = sql`(
    select json_agg(json_build_object('side', n.side, 'public_id', n.public_id, 'display_name', n.display_name,
      'logo', n.logo, 'people', n.people) order by n.people desc, n.name)
    from (${largestMoves("prior", limit)} union all ${largestMoves("next", limit)}) n) as neighbours`;
  if (today === undefined) return sql`${neighbours}, ${NO_FLOW}`;
  return sql`${neighbours}, coalesce(t.came, 0) as came, coalesce(t.went, 0) as went,
    coalesce(t.first_stops, 0) as began_here, ${stillHere(today)} as still_here`;
}

/** One side of a company: its largest neighbours, all others together, and people whose pipeline ends here. */
export type Neighbourhood = { rows: Neighbour[]; others: number; end: number };

/** Decides what is shown of one side of a company. */
export function neighboursOf(
  found: CompanyNumbers & NeighbourColumns,
  name: Side,
  limit: number | undefined,
): Neighbourhood {
  const all = (found.neighbours ?? []).filter(({ side }) => side === name);
  const rows = shownNeighbours(all, limit);
  const [total, end] = name === "prior" ? [found.came, found.began_here] : [found.went, found.still_here];
  return { rows, others: otherPeople(total ?? 0, rows), end: endPeople(end ?? 0) };
}

/** People of a school as stored: the visible ones, and the published number of hidden ones. */
export type SchoolCounts = { listed: number; hidden: number };

export const schoolPeople = ({ listed, hidden }: SchoolCounts): number => listed + hidden;

/** Answers from ratings of a company, as far as they may be shown. */
export async function readAnswers(db: Reader, companyKey: number): Promise<ShownAnswers> {
  const { rows } = await sql<PublishedAnswer>`
    select kind, members, people from published_aggregate
    where company_id = ${companyKey} and ${ANSWER_ROWS}`.execute(db);
  return showAnswers(rows);
}

/** The companies where most people of a school worked (`common`), and those where most of them began (`first`). */
export async function readSchoolCompanies(
  db: Reader,
  schoolKey: number,
  limits: { common: number; first: number },
): Promise<{ common: Neighbour[]; first: Neighbour[] }> {
  const top = (list: "common" | "first", column: "people" | "first_stops", size: "size_class" | "first_class") => sql`(
    select ${list}::text as list, c.public_id, c.display_name, c.logo, k.people
    from (
      select company_id, ${sql.ref(column)} as people, ${sql.ref(size)} as class from school_company_stats
      where school_id = ${schoolKey} and ${sql.ref(size)} > 0 and ${sql.ref(column)} >= ${sql.lit(MIN_PEOPLE)}
      order by ${sql.ref(size)} desc
    ) k
    -- offset 0: without it PostgreSQL joins all companies, instead of looking each up until there are enough
    cross join lateral (select * from company where id = k.company_id offset 0) c ${joinNumbers("c", "t")}
    where ${isOffered("c", "t")} order by k.class desc, k.people desc, c.name ${atMost(limits[list])})`;
  const { rows } = await sql<Neighbour & { list: "common" | "first" }>`
    select * from (${top("common", "people", "size_class")} union all ${top("first", "first_stops", "first_class")}) u
    order by people desc, display_name`.execute(db);
  return { common: rows.filter(({ list }) => list === "common"), first: rows.filter(({ list }) => list === "first") };
}

/** Public ids of the catalogue's companies with people, in an order without meaning. */
export async function readCompaniesWithPeople(db: Reader, limit: number): Promise<string[]> {
  const { rows } = await sql<{ public_id: string }>`
    select c.public_id from ${companiesWithPeople("c", "t")} where c.status = 'listed'
    order by c.public_id limit ${limit}`.execute(db);
  return rows.map((row) => row.public_id);
}

/** Public ids of schools with people, in an order without meaning. */
export async function readSchoolsWithPeople(db: Reader, limit: number): Promise<string[]> {
  const { rows } = await sql<{ public_id: string }>`
    select s.public_id from school s
    where exists (select from school_company_stats t where t.school_id = s.id and t.people > 0)
    order by s.public_id limit ${limit}`.execute(db);
  return rows.map((row) => row.public_id);
}

/** The number of batches that failed in a row; 0 after a success or a single failure. */
export async function readFailedBatches(db: Reader): Promise<number> {
  const { failures } = await db.selectFrom("publish_state").select("failures").executeTakeFirstOrThrow();
  return failures >= 2 ? failures : 0;
}

/**
 * The published numbers that count a person or will, for the person's own export. A number is published once two people
 * have changed, so whatever depends on its publishing tells that somebody else did. So it does not say which numbers
 * still wait, and leaves out those that the person has left, and an old rating beside a new one. It also leaves out
 * companies that only this person may know: being counted there would tell that others are there.
 */
export async function readCountedOf(db: Reader, profileKey: number): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    with member as (
      select kind, company_id, next_company_id, school_id from published_member
      where profile_id = ${profileKey} and left_on is null
      union select kind, company_id, next_company_id, school_id from waiting_member where profile_id = ${profileKey}
    ), held as (
      select regexp_replace(kind, '^hidden-', '') as what, company_id, next_company_id, school_id, 0 as rating,
        -- Only answers are published of visible people too.
        case when kind ~ '^(came|left|face)-' then 'visible' else 'hidden' end as part from member
      union
      select 'rating', company_id, 0, 0, rating, raters
      from published_rating_member published where profile_id = ${profileKey} and left_on is null and not exists (
        select from waiting_rating waiting
        where waiting.profile_id = published.profile_id and waiting.company_id = published.company_id)
      union
      select 'rating', company_id, 0, 0, rating, raters from waiting_rating where profile_id = ${profileKey}
    )
    select held.what, held.part, coalesce(school.name, '') as school, coalesce(company.display_name, '') as company,
      coalesce(next_company.display_name, '') as "nextCompany", held.rating
    from held
    left join school on school.id = held.school_id
    left join company on company.id = held.company_id
    left join company next_company on next_company.id = held.next_company_id
    where not exists (
      select from company c ${joinNumbers("c", "t")} where c.id in (held.company_id, held.next_company_id) and not ${isOffered("c", "t")})
    order by 1, 2, 3, 4, 5`.execute(db);
  return rows;
}
