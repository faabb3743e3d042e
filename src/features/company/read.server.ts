import { sql, type RawBuilder } from "kysely";
import { countryName } from "#core/country.ts";
import { isPublicId } from "#core/ids.ts";
import { clampPage, pagesFor } from "#core/paging.ts";
import { escapeLike, foldText, keyOf } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";
import { MAX_SEARCH_TEXT, termHits } from "#db/term-search.ts";
import { monogramAddress } from "#features/pipeline/pure/experiences.ts";
import { CARDS_A_PAGE, readCardPage } from "#features/profile/read.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import {
  companyFigures,
  COUNTED,
  MOST_PEOPLE_FIRST,
  neighbourColumns,
  neighboursOf,
  NUMBERS,
  OFFERED,
  PEOPLE,
  UNCOUNTED,
  WITH_NUMBERS,
  type CompanyNumbers,
  type NeighbourColumns,
  type Side,
} from "#features/tally/read.server.ts";
import type { RatingLevel } from "#features/tally/rules.ts";
import { companyFlow, neighbourTable, neighbourViews, schoolFlow } from "./neighbours.server.ts";
import { FLOW_COMPANIES } from "./rules.ts";
import type { CompanyDetail, CompanyView, FlowPicture, NeighbourView } from "./schema.ts";

export { neighbourViews, schoolFlow };

export type CompanyRow = CompanyNumbers & {
  id: number;
  public_id: string;
  name: string;
  display_name: string;
  description: string;
  country_code: string;
  logo: string;
};

export const COMPANY_COLUMNS = sql`c.id, c.public_id, c.name, c.display_name, c.description, c.country_code, c.logo,
  ${NUMBERS}`;

function logoOf(row: { logo: string; display_name: string }): string {
  return row.logo === "" ? monogramAddress(row.display_name) : row.logo;
}

/** Clients divide the sum by the number of raters and by 20: five placeholders carry the level and nothing else. */
const RATED_PLACEHOLDERS = ["rated", "rated", "rated", "rated", "rated"];

export function toCompanyView(row: CompanyRow, minRaters: number): CompanyView {
  const figures = companyFigures(row, minRaters);
  return {
    _id: row.public_id,
    id: row.public_id,
    name: row.name,
    displayName: row.display_name,
    logo: logoOf(row),
    description: row.description,
    rating: figures.ratingLevel * 100,
    ratedEmployees: figures.ratingLevel === 0 ? [] : RATED_PLACEHOLDERS,
    tenure: figures.averageStayDays,
    people: figures.people,
  };
}

const MAX_SUGGESTIONS = 20;

async function selectCompanies(db: Reader, tail: RawBuilder<unknown>): Promise<CompanyRow[]> {
  const { rows } = await sql<CompanyRow>`
    select ${COMPANY_COLUMNS} from company c ${WITH_NUMBERS} ${tail}`.execute(db);
  return rows;
}

/** The most common companies, most people first; where people are still few, others of the catalogue after them. */
export async function popularCompanies(db: Reader, minRaters: number, limit = MAX_SUGGESTIONS): Promise<CompanyView[]> {
  const { rows } = await sql<CompanyRow>`
    select ${COMPANY_COLUMNS} from ${COUNTED} order by ${MOST_PEOPLE_FIRST} limit ${limit}`.execute(db);
  const others =
    rows.length >= limit
      ? []
      : await selectCompanies(
          db,
          sql`where c.status = 'listed' and ${UNCOUNTED} order by c.id limit ${limit - rows.length}`,
        );
  return [...rows, ...others].map((row) => toCompanyView(row, minRaters));
}

/**
 * Suggestions for a typed text: a name, a word of it or an alias that begins
 * with it first (most people first), then names like it, so that one typo is
 * forgiven. Case and accents do not matter.
 */
export async function suggestCompanies(db: Reader, text: string, minRaters: number): Promise<CompanyView[]> {
  const key = foldText(text.slice(0, MAX_SEARCH_TEXT));
  if (key === "") return [];
  const { rows } = await sql<CompanyRow>`
    select ${COMPANY_COLUMNS}
    from ${termHits("company", key)} b join company c on c.id = b.id ${WITH_NUMBERS} where ${OFFERED}
    order by b.rank, (case when b.rank = 0 then 0 else b.distance end),
      (b.rank = 0 and lower(c.display_name) like ${`${escapeLike(key)}%`}) desc, ${PEOPLE} desc, c.name
    limit ${MAX_SUGGESTIONS}`.execute(db);
  return rows.map((row) => toCompanyView(row, minRaters));
}

/** Edges an API answer names at most, on either side. */
const MAX_EDGES = 100;

type FoundRow = CompanyRow & NeighbourColumns & { is_moved: boolean };

/** Whether others than its author may know of a company. */
export async function isOffered(db: Reader, companyKey: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from company c ${WITH_NUMBERS} where c.id = ${companyKey} and ${OFFERED}`.execute(db);
  return rows.length > 0;
}

/** Who asks: a site's visitor, somebody signed in, or a change of companies, to which every one is there. */
export type Asker = { profileKey: number } | "change" | undefined;

/** Companies `c` that are there for who asks: a name that others cannot see is there for who wrote it. */
function isThereFor(asker: Asker): RawBuilder<unknown> {
  if (asker === "change") return sql`true`;
  if (asker === undefined) return OFFERED;
  return sql`(${OFFERED} or exists (select from entry o where o.company_id = c.id and o.profile_id = ${asker.profileKey}))`;
}

/** The merge that is still in force and took a company of this id or name away; its key of the other company. */
const mergedInto = (column: "from_public_id" | "from_name", value: string, asker: Asker) => sql`(
  select into_company from company_merge where ${sql.ref(column)} = ${value} and undone_at is null
  and (told or ${asker === "change"}) order by id desc limit 1)`;

/**
 * A company by public id, by exact name or by alias, with so many neighbours on
 * either side, and on the given day. `is_moved`: by the id, or the name that became an alias, of a
 * company that was merged into it.
 */
async function readCompany(
  db: Reader,
  idOrName: string,
  asker: Asker,
  neighbours = 0,
  today?: string,
): Promise<FoundRow | undefined> {
  const key = keyOf(idOrName);
  const select = async (tail: RawBuilder<unknown>, merged: RawBuilder<unknown>) => {
    const { rows } = await sql<FoundRow>`
      select ${COMPANY_COLUMNS}, ${neighbourColumns(neighbours, today)},
        coalesce(c.id = ${merged}, false) as is_moved
      from company c ${WITH_NUMBERS} ${tail}`.execute(db);
    return rows[0];
  };
  if (isPublicId(idOrName)) {
    const merged = mergedInto("from_public_id", idOrName, asker);
    const row = await select(
      sql`where (c.public_id = ${idOrName} or c.id = ${merged}) and ${isThereFor(asker)}`,
      merged,
    );
    if (row) return row;
  }
  if (key === "" || key.length > MAX_SEARCH_TEXT) return undefined;
  const merged = mergedInto("from_name", key, asker);
  const alias = sql`(select company_id from company_alias where alias_key = ${key})`;
  return select(
    sql`where (c.name = ${key} or c.id = ${alias}) and ${isThereFor(asker)} order by (c.name = ${key}) desc limit 1`,
    sql`(case when c.name <> ${key} then ${merged} end)`,
  );
}

/** A company by everything that leads to it. */
export async function findCompany(
  db: Reader,
  idOrName: string,
  asker: Asker,
): Promise<{ id: number; publicId: string; name: string; displayName: string } | undefined> {
  const row = await readCompany(db, idOrName, asker);
  return row && { id: row.id, publicId: row.public_id, name: row.name, displayName: row.display_name };
}

/** One company in full, as the API gives it. */
export async function readCompanyDetail(
  db: Reader,
  input: { idOrName: string; minRaters: number; asker: Asker },
): Promise<CompanyDetail | undefined> {
  const row = await readCompany(db, input.idOrName, input.asker, MAX_EDGES);
  if (!row) return undefined;
  const figures = companyFigures(row, input.minRaters);
  const side = (name: Side) =>
    Object.fromEntries(neighboursOf(row, name, MAX_EDGES).rows.map((one) => [one.public_id, one.people]));
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
  };
}

/** Clients count these; beyond a thousand the plain number beside them tells. */
function placeholders(count: number): string[] {
  return Array.from({ length: Math.min(1_000, count) }, () => "person");
}

/** The people listed under a company, for readCardPage. */
function peopleOf(companyKey: number) {
  return sql`entry l where l.company_id = ${companyKey} and l.listed`;
}

/** People who worked at a company, each once; undefined for an unknown company. */
export async function readEmployees(
  db: Reader,
  input: { idOrName: string; today: string; after: string | undefined; asker: Asker },
): Promise<{ cards: PublicProfile[]; after: string | undefined } | undefined> {
  const company = await findCompany(db, input.idOrName, input.asker);
  return company && readCardPage(db, peopleOf(company.id), input);
}

export type CompanyPage = {
  /** Asked for by what was merged into it: the page is elsewhere now. */
  isMoved: boolean;
  company: { _id: string; name: string; displayName: string; logo: string; description: string; country: string };
  people: number;
  interns: number;
  ratingLevel: RatingLevel;
  averageStayDays: number;
  prior: NeighbourView[];
  next: NeighbourView[];
  /** The same with more rows, the ends of lines and the other companies together; undefined without any. */
  flow: FlowPicture | undefined;
  cards: PublicProfile[];
  /** Of the cards: the number of the page shown, and how many there are. */
  page: number;
  pages: number;
};

/** The company's page, three queries: company with neighbours, people, their stops. */
export async function readCompanyPage(
  db: Reader,
  input: { idOrName: string; today: string; minRaters: number; asker?: Asker; page?: number },
): Promise<CompanyPage | undefined> {
  const row = await readCompany(db, input.idOrName, input.asker, FLOW_COMPANIES, input.today);
  if (!row) return undefined;
  const figures = companyFigures(row, input.minRaters);
  const pages = pagesFor(figures.listed, CARDS_A_PAGE);
  const page = clampPage(input.page ?? 1, pages);
  const { cards } = await readCardPage(db, peopleOf(row.id), { page, today: input.today });
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
    flow: companyFlow(row),
    cards,
    page,
    pages,
  };
}
