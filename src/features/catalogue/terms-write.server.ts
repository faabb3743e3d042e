import { sql } from "kysely";
import { foldText, keyOf, searchTerms } from "#core/text.ts";
import type { Trx } from "#db/connect.ts";
import { MAX_COMPANY_NAME } from "#features/pipeline/check.ts";

/**
 * Rewrites the search terms of companies: the words of the display name, of the key if it differs after folding
 * ("Weights & Biases"), and of every alias.
 */
export async function renewTerms(trx: Trx, companyKeys: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; display_name: string; aliases: string[] | null }>`
    select c.id, c.name, c.display_name,
      (select json_agg(a.alias) from company_alias a where a.company_id = c.id) as aliases
    from company c where c.id = any(${companyKeys}::bigint[])`.execute(trx);
  const terms = rows.flatMap((row) => {
    const texts = [row.display_name, ...(row.aliases ?? [])];
    if (foldText(row.name) !== foldText(row.display_name)) texts.push(row.name);
    return texts.flatMap((text) => searchTerms(text, MAX_COMPANY_NAME)).map((term) => ({ company_id: row.id, term }));
  });
  await sql`with wanted as (
      select distinct company_id, term from json_to_recordset(${JSON.stringify(terms)}::json) as r (company_id bigint, term text)
    ), gone as (
      delete from company_term t where t.company_id = any(${companyKeys}::bigint[])
        and not exists (select 1 from wanted w where w.company_id = t.company_id and w.term = t.term)
    )
    insert into company_term (company_id, term) select company_id, term from wanted on conflict do nothing`.execute(
    trx,
  );
}

/** Does another company have this name or alias? */
export async function isNameTaken(trx: Trx, name: string, exceptCompany?: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from (
      select id from company where name = ${name} union all select company_id from company_alias where alias_key = ${name}
    ) k (id) where k.id is distinct from ${exceptCompany ?? null}::bigint limit 1`.execute(trx);
  return rows.length > 0;
}

/** False if another company has the name. The caller renews the search terms. */
export async function addAlias(trx: Trx, companyKey: number, alias: string): Promise<boolean> {
  const key = keyOf(alias);
  if (await isNameTaken(trx, key, companyKey)) return false;
  await trx
    .insertInto("company_alias")
    .values({ alias_key: key, company_id: companyKey, alias })
    .onConflict((conflict) => conflict.column("alias_key").doNothing())
    .execute();
  return true;
}
