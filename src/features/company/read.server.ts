import { sql, type RawBuilder } from "kysely";
import { countryName } from "#core/country.ts";
import { isPublicId } from "#core/ids.ts";
import { pagesFor, pageToShow, type PageEnds, type RequestedPage } from "#core/paging.ts";
import { escapeLike, foldText, keyOf, MAX_SEARCH_TEXT } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";
import { termHits } from "#db/term-search.ts";
import { haveTermStatistics } from "#db/term-statistics.ts";
import { CARDS_A_PAGE, PROFILES, readCardPage, type CardMaker } from "#features/profile/read.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import {
  type AnswerColumn,
  answersBeside,
  companiesWithPeople,
  isOffered,
  joinNumbers,
  joinNumbersOfFew,
  mostPeopleFirst,
  neighbourColumns,
  type NeighbourColumns,
  neighboursOf,
  NO_ANSWERS,
  NOBODY,
  peopleCount,
  shownAnswers,
  type Side,
} from "#features/stats/read.server.ts";
import { companyFigures, type RatingLevel } from "#features/stats/rules.ts";
import {
  companyFlow,
  companyFlowRows,
  FIRST_STOPS,
  FLOW_COMPANIES,
  neighbourTable,
  neighbourViews,
  schoolFirstStops,
  schoolFlow,
} from "./flow.server.ts";
import type { CompanyDetail, CompanyView, FlowRows, NeighbourView } from "./schema.ts";
import { COMPANY_COLUMNS, logoOf, placeholders, toCompanyView, type CompanyRow } from "./view.server.ts";

export { FIRST_STOPS, neighbourViews, schoolFirstStops, schoolFlow };
export { COMPANY_COLUMNS, toCompanyView, type CompanyRow };

const MAX_SUGGESTIONS = 20;

/** A condition on a term `w`. Its own index keeps names that only hidden people use out of the search. */
const IS_OFFERED_TERM = sql`w.offered`;

/** Companies with the most people; a site with few people gets the rest from the catalogue. */
export async function popularCompanies(db: Reader, minRaters: number, limit = MAX_SUGGESTIONS): Promise<CompanyView[]> {
  const { rows } = await sql<CompanyRow>`
    select ${COMPANY_COLUMNS} from ${companiesWithPeople("c", "t")} order by ${mostPeopleFirst("t")} limit ${limit}`.execute(
    db,
  );
  if (rows.length >= limit) return rows.map((row) => toCompanyView(row, minRaters));
  const { rows: others } = await sql<CompanyRow>`
    select ${COMPANY_COLUMNS} from company c ${joinNumbers("c", "t")}
    where c.status = 'listed' and ${peopleCount("t")} = 0 order by c.name limit ${limit - rows.length}`.execute(db);
  return [...rows, ...others].map((row) => toCompanyView(row, minRaters));
}

/**
 * Finds companies for a typed text. First the company with this name, then those with a name, word or alias that begins
 * with it, the ones with most people first. Similar names come only if none begins with it, so that one typing error is
 * allowed. Case and accents do not matter.
 */
export async function suggestCompanies(db: Reader, text: string, minRaters: number): Promise<CompanyView[]> {
  const key = foldText(text.slice(0, MAX_SEARCH_TEXT));
  if (key === "") return [];
  await haveTermStatistics(db, "company");
  const { rows } = await sql<CompanyRow>`
    select ${COMPANY_COLUMNS}
    from ${termHits(db, "company", key, IS_OFFERED_TERM)} b
    -- offset 0: one company after the other by its key, not all of them read beside the few that are found
    cross join lateral (select * from company where id = b.id offset 0) c ${joinNumbersOfFew("c", "t")} where ${isOffered("c", "t")}
    order by b.rank, b.distance, (lower(c.display_name) = ${key} or c.name = ${key}) desc,
      (b.rank = 0 and lower(c.display_name) like ${`${escapeLike(key)}%`}) desc, ${peopleCount("t")} desc, c.name
    limit ${MAX_SUGGESTIONS}`.execute(db);
  return rows.map((row) => toCompanyView(row, minRaters));
}

/** Neighbours in an API answer, on each side. */
const MAX_NEIGHBOURS = 100;

type CompanyWithNeighbours = CompanyRow & NeighbourColumns & AnswerColumn & { is_moved: boolean };

/** Who asks: a signed-in person, an administrator, who sees every company, or a visitor. */
export type Asker = { profileKey: number } | "admin" | undefined;

const seesAll = (asker: Asker): RawBuilder<unknown> => (asker === "admin" ? sql`true` : sql`false`);

/** Key of the company into which one with this id or name was merged; only merges that were not undone. */
const mergedInto = (column: "from_public_id" | "from_name", value: string, asker: Asker) => sql`(
  select into_company from company_merge where ${sql.ref(column)} = ${value} and undone_at is null
  and (name_was_public or ${seesAll(asker)}) order by id desc limit 1)`;

/** The caller's own stop at a company that only they may know; null for a company that they see like everybody. */
type OwnStop = { own_company_id: string | null; company_name: string | null };

type Wanted = { idOrName: string; asker?: Asker; neighbours?: number; today?: string; answers?: RawBuilder<unknown> };

/**
 * Reads a company by public id, exact name or alias. Everybody can read companies that are public. Of a company that is
 * not, only people with a stop there can read it, under the name that they typed.
 * `is_moved`: the id or name belonged to a company that was merged into this one.
 * @param wanted.neighbours how many on each side; with `today`, also what a diagram of them needs
 */
export async function readCompany(db: Reader, wanted: Wanted): Promise<CompanyWithNeighbours | undefined> {
  const { idOrName, asker, neighbours = 0, today, answers = NO_ANSWERS } = wanted;
  const key = keyOf(idOrName);
  // Who asks is written into the statement's text. If it were a parameter, PostgreSQL would plan the statement each time.
  const asOwner = typeof asker === "object" ? sql`${asker.profileKey}` : sql`null`;
  const select = async (meant: RawBuilder<unknown>, isOwn: RawBuilder<unknown>, merged: RawBuilder<unknown>) => {
    const { rows } = await sql<CompanyWithNeighbours & OwnStop>`
      select ${COMPANY_COLUMNS}, ${neighbourColumns(neighbours, today)}, ${answers},
        coalesce(c.id = ${merged}, false) as is_moved,
        case when not ${isOffered("c", "t")} then o.own_company_id end as own_company_id, o.company_name
      from company c ${joinNumbers("c", "t")} left join stop o on o.company_id = c.id and o.profile_id = ${asOwner}
      where c.id in (${meant}) and (${isOffered("c", "t")} or ${seesAll(asker)} or (o.id is not null and ${isOwn}))
      order by (c.name = ${key}) desc limit 1`.execute(db);
    return rows[0] && asKnown(rows[0]);
  };
  if (isPublicId(idOrName)) {
    const merged = mergedInto("from_public_id", idOrName, asker);
    const row = await select(
      sql`select id from company where public_id = ${idOrName} union all select ${merged}
        union all select company_id from stop where profile_id = ${asOwner} and own_company_id = ${idOrName}`,
      sql`o.own_company_id = ${idOrName}`,
      merged,
    );
    if (row) return row;
  }
  if (key === "" || key.length > MAX_SEARCH_TEXT) return undefined;
  return select(
    sql`select id from company where name = ${key}
      union all select company_id from company_alias where alias_key = ${key}`,
    sql`c.name = ${key}`,
    sql`(case when c.name <> ${key} then ${mergedInto("from_name", key, asker)} end)`,
  );
}

/** Shows a company that only the caller may know: as their save would have created it, without people. */
function asKnown({ own_company_id, company_name, ...row }: CompanyWithNeighbours & OwnStop): CompanyWithNeighbours {
  if (own_company_id === null || company_name === null) return row;
  const { id, name } = row;
  const text = { display_name: company_name, description: "", country_code: "", logo: "" };
  return { id, public_id: own_company_id, name, ...text, ...NOBODY, is_moved: false };
}

/** Finds a company by id, name or alias, or by the id or name of a company that was merged into it. */
export async function findCompany(
  db: Reader,
  idOrName: string,
  asker?: Asker,
): Promise<{ id: number; publicId: string; name: string; displayName: string } | undefined> {
  const row = await readCompany(db, { idOrName, asker });
  return row && { id: row.id, publicId: row.public_id, name: row.name, displayName: row.display_name };
}

export async function readCompanyDetail(
  db: Reader,
  input: { idOrName: string; minRaters: number; asker: Asker; today: string },
): Promise<CompanyDetail | undefined> {
  const row = await readCompany(db, { ...input, neighbours: MAX_NEIGHBOURS });
  if (!row) return undefined;
  const figures = companyFigures(row, input.minRaters);
  const side = (name: Side) =>
    Object.fromEntries(neighboursOf(row, name, MAX_NEIGHBOURS).rows.map((one) => [one.public_id, one.people]));
  return {
    ...toCompanyView(row, input.minRaters),
    Employees: placeholders(figures.employees),
    interns: placeholders(figures.interns),
    prevCompanies: side("prior"),
    postCompanies: side("next"),
    country: countryName(row.country_code),
    employeesCount: figures.employees,
    internsCount: figures.interns,
    ratingLevel: figures.ratingLevel,
    prior: neighbourTable(row, "prior"),
    next: neighbourTable(row, "next"),
    flow: companyFlowRows(row) ?? { prior: [], next: [] },
  };
}

/**
 * The present ids of companies that anybody may see, by the ids asked for: a merged company's former id leads to the
 * one that took it in. Unknown ids are left out. One query.
 */
export async function findPublicCompanyIds(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ asked: string; public_id: string }>`
    select asked.id as asked, c.public_id
    -- (select …) hides the number of ids from the planner, so one plan is used for all lists
    from unnest((select ${ids}::text[])) asked (id)
    cross join lateral (
      select id from company where public_id = asked.id
      union all (
        select into_company from company_merge
        where from_public_id = asked.id and undone_at is null and name_was_public order by id desc limit 1)
    ) meant
    join company c on c.id = meant.id ${joinNumbers("c", "t")}
    where ${isOffered("c", "t")}`.execute(db);
  return new Map(rows.map((row) => [row.asked, row.public_id]));
}

/** Is a company public? It is if it is listed, or if somebody visible has a stop there. */
export async function isCompanyOffered(db: Reader, companyKey: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from company c ${joinNumbers("c", "t")} where c.id = ${companyKey} and ${isOffered("c", "t")}`.execute(db);
  return rows.length > 0;
}

function peopleOf(companyKey: number) {
  return sql`stop l where l.company_id = ${companyKey} and l.listed`;
}

/** The people who worked at a company, each once; undefined for an unknown company. */
export async function readEmployees(
  db: Reader,
  input: { idOrName: string; today: string; after: string | undefined; asker: Asker },
): Promise<{ cards: PublicProfile[]; after: string | undefined } | undefined> {
  const company = await findCompany(db, input.idOrName, input.asker);
  return company && readCardPage(db, peopleOf(company.id), input, PROFILES);
}

export type CompanyPage<Card = PublicProfile> = {
  /** The address names a company that was merged into this one; the page redirects. */
  isMoved: boolean;
  company: { _id: string; name: string; displayName: string; logo: string; description: string; country: string };
  people: number;
  interns: number;
  ratingLevel: RatingLevel;
  averageStayDays: number;
  prior: NeighbourView[];
  next: NeighbourView[];
  answers: ReturnType<typeof shownAnswers>;
  /** Where people came from and went to, for a diagram; undefined below 5 people, and where there is nothing to draw. */
  flow: FlowRows | undefined;
  cards: Card[];
  page: number;
  pages: number;
  ends: PageEnds;
};

type CompanyPageInput = { idOrName: string; today: string; minRaters: number; asker?: Asker; page?: RequestedPage };

/**
 * Two queries: the company with its neighbours and answers, and the people with their roles.
 * @param cardsOf for the company's id: what the page shows of its people
 */
export function readCompanyPage(db: Reader, input: CompanyPageInput): Promise<CompanyPage | undefined>;
export function readCompanyPage<Card>(
  db: Reader,
  input: CompanyPageInput,
  cardsOf: (companyId: string) => CardMaker<Card>,
): Promise<CompanyPage<Card> | undefined>;
export async function readCompanyPage(
  db: Reader,
  input: CompanyPageInput,
  cardsOf: (companyId: string) => CardMaker<unknown> = () => PROFILES,
): Promise<CompanyPage<unknown> | undefined> {
  const row = await readCompany(db, { ...input, neighbours: FLOW_COMPANIES, answers: answersBeside("c") });
  if (!row) return undefined;
  const figures = companyFigures(row, input.minRaters);
  const pages = pagesFor(figures.listed, CARDS_A_PAGE);
  const page = pageToShow(input.page, pages);
  const { cards, ends } = await readCardPage(
    db,
    peopleOf(row.id),
    { ...input.page, page, today: input.today },
    cardsOf(row.public_id),
  );
  return {
    isMoved: row.is_moved,
    company: {
      _id: row.public_id,
      name: row.name,
      displayName: row.display_name,
      logo: logoOf(row),
      description: row.description,
      country: countryName(row.country_code),
    },
    people: figures.people,
    interns: figures.interns,
    ratingLevel: figures.ratingLevel,
    averageStayDays: figures.averageStayDays,
    prior: neighbourTable(row, "prior"),
    next: neighbourTable(row, "next"),
    answers: shownAnswers(row),
    flow: companyFlow(row),
    cards,
    page,
    pages,
    ends,
  };
}
