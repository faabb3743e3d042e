import { sql } from "kysely";
import { isPublicId } from "#core/ids.ts";
import { clampPage, pagesFor } from "#core/paging.ts";
import { escapeLike, foldText } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";
import { MAX_SEARCH_TEXT, termHits } from "#db/term-search.ts";
import { neighbourViews, schoolFlow } from "#features/company/read.server.ts";
import { FIRST_STOPS } from "#features/company/rules.ts";
import type { FlowPicture, NeighbourView } from "#features/company/schema.ts";
import { CARDS_A_PAGE, readCardPage } from "#features/profile/read.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { countSchoolPeople, readSchoolTally, WITH_SCHOOL_PEOPLE } from "#features/tally/read.server.ts";
import { TOP_NEIGHBOURS } from "#features/tally/rules.ts";
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
    from ${termHits("school", key)} b join school s on s.id = b.id ${WITH_SCHOOL_PEOPLE}
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

/** Companies an API answer names at most. */
const MAX_TALLY = 100;

/** A school with its tally, as the API gives it: company id → people. */
export async function readSchoolDetail(
  db: Reader,
  id: string,
): Promise<(SchoolView & { schoolTally: Record<string, number> }) | undefined> {
  const row = await readSchool(db, id);
  if (!row) return undefined;
  const { common } = await readSchoolTally(db, row.id, { common: MAX_TALLY, first: 0 });
  return {
    ...toView(row),
    schoolTally: Object.fromEntries(common.map((item) => [item.public_id, item.people])),
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

/** The school's page; five queries, lists capped. */
export async function readSchoolPage(
  db: Reader,
  input: { id: string; today: string; page?: number },
): Promise<SchoolPage | undefined> {
  const row = await readSchool(db, input.id);
  if (!row) return undefined;
  const { listed, people } = await countSchoolPeople(db, row.id);
  const pages = pagesFor(listed, CARDS_A_PAGE);
  const page = clampPage(input.page ?? 1, pages);
  const [tally, { cards }] = await Promise.all([
    readSchoolTally(db, row.id, { common: TOP_NEIGHBOURS, first: FIRST_STOPS }),
    readCardPage(
      db,
      sql`(select id as profile_id, school_id, listed, sort_key, hide_school from profile) l
        where l.school_id = ${row.id} and l.listed and not l.hide_school`,
      { page, today: input.today },
    ),
  ]);
  return {
    school: toView(row),
    // Hidden ones are counted in groups, of the school and of each company: no row may say more than the whole.
    people: Math.max(people, ...tally.common.map((one) => one.people)),
    common: neighbourViews(tally.common),
    flow: schoolFlow(tally.first, listed),
    cards,
    page,
    pages,
  };
}
