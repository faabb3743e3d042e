import { sql } from "kysely";
import { isPublicId } from "#core/ids.ts";
import { clampPage, pagesFor } from "#core/paging.ts";
import { escapeLike, foldText } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";
import { MAX_SEARCH_TEXT, termHits } from "#db/term-search.ts";
import { schoolFlow } from "#features/company/read.server.ts";
import { FIRST_STOPS, MIN_NEIGHBOUR, TOP_NEIGHBOURS } from "#features/company/rules.ts";
import type { FlowPicture, NeighbourView } from "#features/company/schema.ts";
import { monogramAddress } from "#features/pipeline/pure/experiences.ts";
import { CARDS_A_PAGE, readCardPage } from "#features/profile/read.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { schoolMark } from "./rules.ts";
import type { SchoolView } from "./schema.ts";

type SchoolRow = { id: number; public_id: string; name: string; country: string; country_code: string };

function toView(row: SchoolRow): SchoolView {
  return {
    _id: row.public_id,
    name: row.name,
    country: row.country,
    alpha_two_code: row.country_code,
    logo: schoolMark(row.name),
  };
}

const MAX_SUGGESTIONS = 20;

/**
 * Suggestions for a typed text: names, or words of them, that begin with it
 * first (schools people here went to before others), then similar ones. Once
 * per name within a country.
 */
export async function suggestSchools(db: Reader, text: string): Promise<SchoolView[]> {
  const key = foldText(text.slice(0, MAX_SEARCH_TEXT));
  if (key === "") return [];
  const { rows } = await sql<SchoolRow>`
    select s.id, s.public_id, s.name, s.country, s.country_code
    from ${termHits("school", key)} b join school s on s.id = b.id
    left join lateral (select coalesce(sum(people), 0) as people from school_tally t where t.school_id = s.id) k on true
    order by b.rank, (b.rank = 0 and s.name_key like ${`${escapeLike(key)}%`}) desc, k.people desc, b.distance, length(s.name), s.name
    limit ${MAX_SUGGESTIONS}`.execute(db);
  return rows.map(toView);
}

async function readSchool(db: Reader, id: string): Promise<SchoolRow | undefined> {
  if (!isPublicId(id)) return undefined;
  return db
    .selectFrom("school")
    .select(["id", "public_id", "name", "country", "country_code"])
    .where("public_id", "=", id)
    .executeTakeFirst();
}

/** A school with its tally, as the API gives it: company id → people. */
export async function readSchoolDetail(
  db: Reader,
  id: string,
): Promise<(SchoolView & { schoolTally: Record<string, number> }) | undefined> {
  const row = await readSchool(db, id);
  if (!row) return undefined;
  const tally = await db
    .selectFrom("school_tally")
    .innerJoin("company", "company.id", "school_tally.company_id")
    .select(["company.public_id", "school_tally.people"])
    .where("school_tally.school_id", "=", row.id)
    .where("school_tally.people", ">", MIN_NEIGHBOUR)
    .orderBy("school_tally.people", "desc")
    .limit(100)
    .execute();
  return {
    ...toView(row),
    schoolTally: Object.fromEntries(tally.map((item) => [item.public_id, item.people])),
  };
}

export type SchoolPage = {
  school: SchoolView;
  people: number;
  common: NeighbourView[];
  /** Where people of this school began; undefined for fewer than 5 of them. */
  flow: FlowPicture | undefined;
  cards: PublicProfile[];
  /** Of the cards: the number of the page shown, and how many there are. */
  page: number;
  pages: number;
};

type TallyRow = { list: "common" | "first"; public_id: string; display_name: string; logo: string; people: number };

/** The companies most people of a school worked at, and those most of them began at. */
async function readTally(db: Reader, schoolKey: number): Promise<(list: TallyRow["list"]) => NeighbourView[]> {
  const top = (list: TallyRow["list"], column: "people" | "first_stops", limit: number) => sql`(
    select ${list}::text as list, c.public_id, c.display_name, c.logo, ${sql.ref(`t.${column}`)} as people
    from school_tally t join company c on c.id = t.company_id
    where t.school_id = ${schoolKey} and ${sql.ref(`t.${column}`)} > ${MIN_NEIGHBOUR}
    order by ${sql.ref(`t.${column}`)} desc, c.name limit ${limit})`;
  const { rows } = await sql<TallyRow>`
    select * from (${top("common", "people", TOP_NEIGHBOURS)} union all ${top("first", "first_stops", FIRST_STOPS)}) u
    order by people desc, display_name`.execute(db);
  return (list) =>
    rows
      .filter((row) => row.list === list)
      .map((row) => ({
        companyId: row.public_id,
        displayName: row.display_name,
        logo: row.logo === "" ? monogramAddress(row.display_name) : row.logo,
        people: row.people,
      }));
}

async function countPeople(db: Reader, schoolKey: number): Promise<number> {
  const { people } = await db
    .selectFrom("profile")
    .select(sql<number>`count(*)::integer`.as("people"))
    .where("school_id", "=", schoolKey)
    .where("listed", "=", true)
    .where("hide_school", "=", false)
    .executeTakeFirstOrThrow();
  return people;
}

/** The school's page; five queries, lists capped. */
export async function readSchoolPage(
  db: Reader,
  input: { id: string; today: string; page?: number },
): Promise<SchoolPage | undefined> {
  const row = await readSchool(db, input.id);
  if (!row) return undefined;
  const people = await countPeople(db, row.id);
  const pages = pagesFor(people, CARDS_A_PAGE);
  const page = clampPage(input.page ?? 1, pages);
  const [tally, { cards }] = await Promise.all([
    readTally(db, row.id),
    readCardPage(
      db,
      sql`(select id as profile_id, school_id, listed, sort_key, hide_school from profile) l
        where l.school_id = ${row.id} and l.listed and not l.hide_school`,
      { page, today: input.today },
    ),
  ]);
  return {
    school: toView(row),
    people,
    common: tally("common"),
    flow: schoolFlow(tally("first"), people),
    cards,
    page,
    pages,
  };
}
