import { sql } from "kysely";
import { keyOf } from "#core/text.ts";
import type { Database, Trx } from "#db/connect.ts";
import { newPublicId } from "#server/ids.ts";
import type { CompanyRow } from "./read.server.ts";
import { lockStructure } from "./change-companies-write.server.ts";
import { renewTerms } from "./terms-write.server.ts";

type Stored = { id: number; name: string };

/**
 * Loads the catalogue's companies into the database. Adds new ones and updates listed ones by name; a company that a
 * person typed before becomes listed. An alias stays with the company that already has it. Administrators' changes
 * stay, and companies that they deleted or merged do not come back. Everything is one transaction; a second run changes
 * nothing. While an administrator merges or deletes a company, it waits; if many people had a stop there, for
 * minutes.
 * @param say gets one line if it waits
 * @returns how many companies were added, changed, and unchanged
 */
export async function loadCompanies(
  db: Database,
  rows: readonly CompanyRow[],
  say: (line: string) => void = () => {},
): Promise<{ added: number; changed: number; left: number }> {
  if (rows.length === 0) return { added: 0, changed: 0, left: 0 };
  return db.transaction().execute(async (trx) => {
    // Without a time limit, or a start during a long merge would fail.
    await sql`set local statement_timeout = 0`.execute(trx);
    await lockStructure(trx, () => say("Companies: waiting until an administrator's change of companies ends."));
    // A first start writes some ten thousand names, on small machines too.
    await sql`set local statement_timeout = 60000`.execute(trx);
    await sql`lock table company_alias in share row exclusive mode`.execute(trx);
    const payload = JSON.stringify(
      rows.map((row) => ({
        public_id: newPublicId(),
        name: keyOf(row.name),
        display_name: row.displayName,
        description: row.description,
        country_code: row.country,
        domain: row.domain,
        logo: row.logo,
      })),
    );
    const touched = await sql<{ id: number; is_new: boolean }>`
      insert into company as c (public_id, name, display_name, description, country_code, domain, logo, status)
      select public_id, name, display_name, description, country_code, domain, logo, 'listed'
      from json_to_recordset(${payload}::json) as r (public_id text, name text, display_name text, description text,
        country_code text, domain text, logo text)
      where not exists (select 1 from company_deleted d where d.name = r.name)
        and not exists (select 1 from company_merge m where m.from_name = r.name and m.undone_at is null)
      order by name
      on conflict (name) do update set display_name = excluded.display_name, description = excluded.description,
        country_code = excluded.country_code, domain = excluded.domain, logo = excluded.logo, status = 'listed'
      where not c.edited and (c.display_name, c.description, c.country_code, c.domain, c.logo, c.status)
        is distinct from (excluded.display_name, excluded.description, excluded.country_code, excluded.domain, excluded.logo, 'listed')
      returning c.id, (xmax = 0) as is_new`.execute(trx);
    const stored = await trx
      .selectFrom("company")
      .select(["id", "name"])
      .where(
        "name",
        "in",
        rows.map((row) => keyOf(row.name)),
      )
      .where("edited", "=", false)
      .where("status", "=", "listed")
      .execute();
    await writeAliases(trx, stored, rows);
    await renewTerms(
      trx,
      stored.map((row) => row.id),
    );
    const added = touched.rows.filter((row) => row.is_new).length;
    // Look-ups right after a first start know how many there are.
    if (added > 0) await sql`analyze company, company_alias, company_term`.execute(trx);
    const changed = touched.rows.length - added;
    return { added, changed, left: rows.length - added - changed };
  });
}

async function writeAliases(trx: Trx, stored: readonly Stored[], rows: readonly CompanyRow[]): Promise<void> {
  const idOf = new Map(stored.map((row) => [row.name, row.id]));
  const aliases = rows.flatMap((row) => {
    const id = idOf.get(keyOf(row.name));
    return id === undefined ? [] : row.aliases.map((alias) => ({ company_id: id, alias_key: keyOf(alias), alias }));
  });
  await sql`insert into company_alias (alias_key, company_id, alias)
    select alias_key, company_id, alias
    from json_to_recordset(${JSON.stringify(aliases)}::json) as r (alias_key text, company_id bigint, alias text)
    order by alias_key on conflict (alias_key) do nothing`.execute(trx);
}
