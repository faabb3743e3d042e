import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import type { AggregateKey, Raters } from "#db/stats-schema.ts";
import { isOffered, joinNumbers } from "./read.server.ts";

/** Something a person was counted in by a batch, or waits to be. */
type Counted = {
  what: Exclude<AggregateKey["kind"], `${"hidden" | "demo"}-${string}`> | "rating";
  part: Raters;
  school: string;
  company: string;
  nextCompany: string;
  rating: number;
  /** Days, `YYYY-MM-DD`. */
  since: string | null;
  leftOn: string | null;
};

/** Whose number it is: hidden people's or visible people's. Only answers are published of both. */
const PART = sql`case when kind ~ '^(came|left|face)-' then 'visible' else 'hidden' end`;

/**
 * Everything that batches store about one person, for that person's export. Leaves out companies that only this person
 * may know: whether a batch counted them there would reveal that others are there.
 */
export async function readCountedOf(db: Reader, profileKey: number): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    with held as (
      select regexp_replace(kind, '^hidden-', '') as what, ${PART} as part, company_id, next_company_id, school_id,
        0 as rating, null::date as since, left_on
      from published_member where profile_id = ${profileKey}
      union all
      select regexp_replace(kind, '^hidden-', ''), ${PART}, company_id, next_company_id, school_id, 0, since, null
      from waiting_member where profile_id = ${profileKey}
      union all
      select 'rating', raters, company_id, 0, 0, rating, null, left_on
      from published_rating_member where profile_id = ${profileKey}
      union all
      select 'rating', raters, company_id, 0, 0, rating, since, null
      from waiting_rating where profile_id = ${profileKey}
    )
    select held.what, held.part, coalesce(school.name, '') as school, coalesce(company.display_name, '') as company,
      coalesce(next_company.display_name, '') as "nextCompany", held.rating, held.since, held.left_on as "leftOn"
    from held
    left join school on school.id = held.school_id
    left join company on company.id = held.company_id
    left join company next_company on next_company.id = held.next_company_id
    where not exists (
      select from company c ${joinNumbers("c", "t")} where c.id in (held.company_id, held.next_company_id) and not ${isOffered("c", "t")})
    order by 1, 2, 3, 4, 5, held.since nulls first`.execute(db);
  return rows;
}
