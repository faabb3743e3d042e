import { sql } from "kysely";
import { isPublicId } from "#core/ids.ts";
import { pagesFor, pageToShow, type RequestedPage, type PageEnds } from "#core/paging.ts";
import { schoolMarkAddress } from "#core/monogram.ts";
import { escapeLike, foldText, MAX_SEARCH_TEXT } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";
import { termHits } from "#db/term-search.ts";
import { haveTermStatistics } from "#db/term-statistics.ts";
import { FIRST_STOPS, neighbourViews, schoolFirstStops, schoolFlow } from "#features/company/read.server.ts";
import type { FlowRows, NeighbourView } from "#features/company/schema.ts";
import { CARDS_A_PAGE, PROFILES, readCardPage, type CardMaker } from "#features/profile/read.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import {
  joinSchoolPeople,
  readSchoolCompanies,
  schoolCountColumns,
  type SchoolCounts,
  schoolPeople,
  schoolPeopleCount,
} from "#features/stats/read.server.ts";
import { TOP_NEIGHBOURS } from "#features/stats/rules.ts";
import { matchSchool } from "./match-read.server.ts";
import { schoolNameKey } from "./pure/school-keys.ts";
import type { SchoolDetail, SchoolView } from "./schema.ts";

type SchoolRow = { id: number; public_id: string; name: string; country: string; country_code: string };

function toView(row: SchoolRow): SchoolView {
  return {
    _id: row.public_id,
    name: row.name,
    country: row.country,
    alpha_two_code: row.country_code,
    logo: schoolMarkAddress(row.name),
  };
}

const MAX_SUGGESTIONS = 20;

/**
 * Finds schools for a typed text: exact names first, then those with a word that equals the text or begins with its
 * last word. Schools with more people come first; among equal ones, the better known. Similar names come only if there
 * are none of these.
 */
export async function suggestSchools(db: Reader, text: string): Promise<SchoolView[]> {
  return (await readSuggestions(db, text)).map(toView);
}

async function readSuggestions(db: Reader, text: string): Promise<SchoolRow[]> {
  const key = foldText(text.slice(0, MAX_SEARCH_TEXT));
  if (key === "") return [];
  await haveTermStatistics(db, "school");
  const { rows } = await sql<SchoolRow>`
    select s.id, s.public_id, s.name, s.country, s.country_code
    from ${termHits(db, "school", key)} b
    -- offset 0: one school after the other by its key, not all of them read beside the few hundred that are found
    cross join lateral (select * from school where id = b.id offset 0) s ${joinSchoolPeople("s", "k")}
    order by b.rank,
      exists (select from school_name n where n.school_id = s.id and n.key = ${schoolNameKey(key)}) desc,
      b.is_word desc, ${schoolPeopleCount("k")} desc, s.known desc, b.distance,
      s.name_key like ${`${escapeLike(key)}%`} desc, length(s.name), s.name
    limit ${MAX_SUGGESTIONS}`.execute(db);
  return rows;
}

/**
 * Like suggestSchools, but first the school that the whole text names: also "Lake University, Kenya - School of Law".
 */
export async function lookUpSchools(db: Reader, text: string): Promise<SchoolView[]> {
  const { sure, offers } = await matchSchool(db, text);
  const suggested = await readSuggestions(db, text);
  // While somebody types, names that begin with the text come first. If the text names one school for sure, that school
  // comes first.
  const ordered = sure || suggested.length === 0 ? [...offers, ...suggested] : [...suggested, ...offers];
  const rows = [...new Map(ordered.map((row) => [row.id, row])).values()].slice(0, MAX_SUGGESTIONS);
  return rows.map((row) => (row.id === sure?.id ? { ...toView(row), isSure: true } : toView(row)));
}

async function readSchool(db: Reader, id: string): Promise<SchoolRow | undefined> {
  if (!isPublicId(id)) return undefined;
  return db
    .selectFrom("school")
    .select(["id", "public_id", "name", "country", "country_code"])
    .where("public_id", "=", id)
    .executeTakeFirst();
}

async function readCountedSchool(db: Reader, id: string): Promise<(SchoolRow & SchoolCounts) | undefined> {
  if (!isPublicId(id)) return undefined;
  const { rows } = await sql<SchoolRow & SchoolCounts>`
    select s.id, s.public_id, s.name, s.country, s.country_code, ${schoolCountColumns("s")}
    from school s where s.public_id = ${id}`.execute(db);
  return rows[0];
}

/** A school by id, or by a name of its own if only one school has that name. */
export async function findSchool(db: Reader, idOrName: string): Promise<SchoolView | undefined> {
  const byId = await readSchool(db, idOrName);
  if (byId) return toView(byId);
  const { rows } = await sql<SchoolRow>`
    select distinct on (id) s.id, s.public_id, s.name, s.country, s.country_code
    from school_name n join school s on s.id = n.school_id
    where n.key = ${schoolNameKey(idOrName.slice(0, MAX_SEARCH_TEXT))} and n.kind in ('said', 'name', 'alias')
    order by id limit 2`.execute(db);
  return rows.length === 1 && rows[0] ? toView(rows[0]) : undefined;
}

/** A bound only; there are far fewer schools. */
const MAX_NAMES = 50_000;

/** Every listed school with what people call it, better known ones first; two queries. */
export async function readSchoolNames(db: Reader): Promise<{ _id: string; name: string; said: string[] }[]> {
  const [schools, names] = await Promise.all([
    db
      .selectFrom("school")
      .select(["id", "public_id as _id", "name"])
      .where("same_as", "is", null)
      .orderBy("known", "desc")
      .orderBy("id")
      .limit(MAX_NAMES)
      .execute(),
    db
      .selectFrom("school_name")
      .select(["school_id", "key"])
      .where("kind", "in", ["said", "asked"])
      .orderBy("key")
      .limit(MAX_NAMES)
      .execute(),
  ]);
  const said = new Map<number, string[]>();
  for (const { school_id, key } of names) said.set(school_id, [...(said.get(school_id) ?? []), key]);
  return schools.map(({ id, _id, name }) => ({ _id, name, said: said.get(id) ?? [] }));
}

export async function readSchoolNamesOf(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const columns = ["public_id as id", "name"] as const;
  const rows = await db
    .selectFrom("school")
    .select(columns)
    .where("public_id", "=", sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Companies an API answer names at most. */
const MAX_COMMON = 100;

export async function readSchoolDetail(db: Reader, id: string): Promise<SchoolDetail | undefined> {
  const row = await readCountedSchool(db, id);
  if (!row) return undefined;
  const companies = await readSchoolCompanies(db, row.id, { common: MAX_COMMON, first: FIRST_STOPS });
  return {
    ...toView(row),
    people: countedPeople(schoolPeople(row), companies.common),
    common: neighbourViews(companies.common.slice(0, TOP_NEIGHBOURS)),
    firstStops: schoolFirstStops(companies.first, row.listed),
    schoolTally: Object.fromEntries(companies.common.map((item) => [item.public_id, item.people])),
  };
}

/** Hidden people are counted in groups, so a company's row could otherwise exceed the school's total. */
function countedPeople(people: number, common: readonly { people: number }[]): number {
  return Math.max(people, ...common.map((one) => one.people));
}

/** The visible people of a school, as rows `l` of a list. */
function peopleOf(schoolKey: number) {
  return sql`(select id as profile_id, school_id, listed, sort_key, hide_school from profile) l
    where l.school_id = ${schoolKey} and l.listed and not l.hide_school`;
}

/** People of a school, each once; undefined for an unknown one. */
export async function readAlumni(
  db: Reader,
  input: { id: string; today: string; after: string | undefined },
): Promise<{ cards: PublicProfile[]; after: string | undefined } | undefined> {
  const row = await readSchool(db, input.id);
  return row && readCardPage(db, peopleOf(row.id), input, PROFILES);
}

export type SchoolPage<Card = PublicProfile> = {
  school: SchoolView;
  people: number;
  common: NeighbourView[];
  /** Where people of this school began. Undefined for fewer than 5 people. */
  flow: FlowRows | undefined;
  cards: Card[];
  page: number;
  pages: number;
  ends: PageEnds;
};

type SchoolPageInput = { id: string; today: string; page?: RequestedPage };

/**
 * The school's page; three queries, lists capped.
 * @param cardsOf for the school's id: what the page shows of its people
 */
export function readSchoolPage(db: Reader, input: SchoolPageInput): Promise<SchoolPage | undefined>;
export function readSchoolPage<Card>(
  db: Reader,
  input: SchoolPageInput,
  cardsOf: (schoolId: string) => CardMaker<Card>,
): Promise<SchoolPage<Card> | undefined>;
export async function readSchoolPage(
  db: Reader,
  input: SchoolPageInput,
  cardsOf: (schoolId: string) => CardMaker<unknown> = () => PROFILES,
): Promise<SchoolPage<unknown> | undefined> {
  const row = await readCountedSchool(db, input.id);
  if (!row) return undefined;
  const pages = pagesFor(row.listed, CARDS_A_PAGE);
  const page = pageToShow(input.page, pages);
  const [companies, { cards, ends }] = await Promise.all([
    readSchoolCompanies(db, row.id, { common: TOP_NEIGHBOURS, first: FIRST_STOPS }),
    readCardPage(db, peopleOf(row.id), { ...input.page, page, today: input.today }, cardsOf(row.public_id)),
  ]);
  return {
    school: toView(row),
    people: countedPeople(schoolPeople(row), companies.common),
    common: neighbourViews(companies.common),
    flow: schoolFlow(companies.first, row.listed),
    cards,
    page,
    pages,
    ends,
  };
}
