import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import { isOffered, joinNumbers } from "#features/stats/read.server.ts";

/**
 * The present ids of companies that anybody may see, by the ids asked for: a merged company's former id leads to the
 * one that took it in. Unknown ids are left out. One query.
 */
export async function findPublicCompanyIds(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ asked: string; public_id: string }>`
    select asked.id as asked, c.public_id
    -- (select): PostgreSQL then expects as many ids for every list, and need not plan anew for each
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
