import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import { monogramAddress } from "#features/pipeline/pure/experiences.ts";
import type { CompanyName } from "./schema.ts";

const MAX_NAMES = 5_000;

type NameRow = { public_id: string; name: string; display_name: string; logo: string; aliases: string[] | null };

/** The listed companies with their further names, in the order of their names; one query. */
export async function readCompanyNames(db: Reader): Promise<CompanyName[]> {
  const { rows } = await sql<NameRow>`
    select c.public_id, c.name, c.display_name, c.logo,
      (select json_agg(a.alias order by a.alias) from company_alias a where a.company_id = c.id) as aliases
    from company c where c.status = 'listed' order by c.name limit ${MAX_NAMES}`.execute(db);
  return rows.map((row) => ({
    _id: row.public_id,
    name: row.name,
    displayName: row.display_name,
    aliases: row.aliases ?? [],
    logo: row.logo === "" ? monogramAddress(row.display_name) : row.logo,
  }));
}
