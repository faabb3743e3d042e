import { sql } from "kysely";
import { foldText, keyOf, searchTerms } from "#core/text.ts";
import type { Database, Trx } from "#db/connect.ts";
import { newPublicId } from "#server/ids.ts";

/** A company as it is loaded in bulk; `logo` is an address of our own, or ''. */
export type CompanyRow = {
  name: string;
  displayName: string;
  description: string;
  country: string;
  domain: string;
  logo: string;
  aliases: readonly string[];
};

/** A typed search text has no more characters than a name. */
const MAX_TERM = 80;

/** What is stored of the rows, to tell apart what changes. */
type Stored = { id: number; name: string };

/**
 * Brings the companies of the catalogue into the database: adds new ones and
 * updates the listed ones by their name; one that a person typed before
 * becomes listed. An alias stays with the company that already has it.
 * Everything in one transaction; a second run changes nothing.
 * @returns how many companies were added, changed, and left as they were
 */
export async function loadCompanies(
  db: Database,
  rows: readonly CompanyRow[],
): Promise<{ added: number; changed: number; left: number }> {
  if (rows.length === 0) return { added: 0, changed: 0, left: 0 };
  return db.transaction().execute(async (trx) => {
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
      order by name
      on conflict (name) do update set display_name = excluded.display_name, description = excluded.description,
        country_code = excluded.country_code, domain = excluded.domain, logo = excluded.logo, status = 'listed'
      where (c.display_name, c.description, c.country_code, c.domain, c.logo, c.status)
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
      .execute();
    await writeAliases(trx, stored, rows);
    await writeTerms(trx, stored, rows);
    const added = touched.rows.filter((row) => row.is_new).length;
    const changed = touched.rows.length - added;
    return { added, changed, left: rows.length - added - changed };
  });
}

function idsByName(stored: readonly Stored[]): Map<string, number> {
  return new Map(stored.map((row) => [row.name, row.id]));
}

async function writeAliases(trx: Trx, stored: readonly Stored[], rows: readonly CompanyRow[]): Promise<void> {
  const idOf = idsByName(stored);
  const aliases = rows.flatMap((row) =>
    row.aliases.map((alias) => ({ company_id: idOf.get(keyOf(row.name)), alias_key: keyOf(alias), alias })),
  );
  await sql`insert into company_alias (alias_key, company_id, alias)
    select alias_key, company_id, alias
    from json_to_recordset(${JSON.stringify(aliases)}::json) as r (alias_key text, company_id bigint, alias text)
    order by alias_key on conflict (alias_key) do nothing`.execute(trx);
}

/** The terms of a company are those of its display name and of the aliases it has now. */
async function writeTerms(trx: Trx, stored: readonly Stored[], rows: readonly CompanyRow[]): Promise<void> {
  const idOf = idsByName(stored);
  const ids = [...idOf.values()];
  const terms: { company_id: number; term: string }[] = [];
  const add = (id: number | undefined, text: string): void => {
    if (id === undefined) return;
    for (const term of searchTerms(text, MAX_TERM)) terms.push({ company_id: id, term });
  };
  for (const row of rows) {
    const id = idOf.get(keyOf(row.name));
    add(id, row.displayName);
    // "Weights & Biases" is also found by its key where that folds to something else.
    if (foldText(row.name) !== foldText(row.displayName)) add(id, row.name);
  }
  const aliases = await trx
    .selectFrom("company_alias")
    .select(["company_id", "alias"])
    .where("company_id", "in", ids)
    .execute();
  for (const alias of aliases) add(alias.company_id, alias.alias);
  const wanted = JSON.stringify(terms);
  await sql`with wanted as (
      select distinct company_id, term from json_to_recordset(${wanted}::json) as r (company_id bigint, term text)
    ), gone as (
      delete from company_term t where t.company_id = any(${ids}::bigint[])
        and not exists (select 1 from wanted w where w.company_id = t.company_id and w.term = t.term)
    )
    insert into company_term (company_id, term) select company_id, term from wanted on conflict do nothing`.execute(
    trx,
  );
}
