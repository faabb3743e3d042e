import { sql } from "kysely";
import { keyOf, searchTerms } from "#core/text.ts";
import type { Trx } from "#db/connect.ts";
import { newPublicId } from "#server/ids.ts";

export type NamedCompany = { id: number; publicId: string; displayName: string };

const MAX_NAME = 80;

/**
 * The companies that people named: by public id where one was sent and still
 * is there, else by exact name or alias, else made new (status 'new', for the
 * admin to keep or merge). Names are taken in one order, so that two saves
 * that create the same companies wait for each other instead of deadlocking.
 * @returns one company per input, in the order of the input
 */
export async function ensureCompanies(
  trx: Trx,
  wanted: readonly { companyId: string; companyName: string }[],
): Promise<NamedCompany[]> {
  const known = await trx
    .selectFrom("company")
    .select(["id", "public_id", "name", "display_name"])
    .where("public_id", "in", ["", ...wanted.map((one) => one.companyId)])
    .execute();
  const byId = new Map(known.map((row) => [row.public_id, row]));
  const names = [
    ...new Set(wanted.filter((one) => !byId.has(one.companyId)).map((one) => keyOf(one.companyName))),
  ].toSorted();
  const byName = await findByName(trx, names);
  for (const name of names) {
    if (byName.has(name)) continue;
    const typed = wanted.find((one) => keyOf(one.companyName) === name)?.companyName ?? name;
    await createCompany(trx, name, typed);
  }
  const all = names.every((name) => byName.has(name)) ? byName : await findByName(trx, names);
  return wanted.map((one) => {
    const row = byId.get(one.companyId) ?? all.get(keyOf(one.companyName));
    if (!row) throw new Error("A company that was just made is not there.");
    return { id: row.id, publicId: row.public_id, displayName: row.display_name };
  });
}

type Found = { id: number; public_id: string; display_name: string };

async function findByName(trx: Trx, names: readonly string[]): Promise<Map<string, Found>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<Found & { key: string }>`
    select c.id, c.public_id, c.display_name, k.key from unnest(${names}::text[]) as k (key)
    join company c on c.name = k.key
      or (c.id = (select a.company_id from company_alias a where a.alias_key = k.key)
          and not exists (select 1 from company x where x.name = k.key))`.execute(trx);
  return new Map(rows.map((row) => [row.key, row]));
}

async function createCompany(trx: Trx, name: string, typed: string): Promise<void> {
  const made = await trx
    .insertInto("company")
    .values({ public_id: newPublicId(), name, display_name: typed.trim().slice(0, MAX_NAME) })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) return;
  const terms = searchTerms(typed, MAX_NAME);
  if (terms.length === 0) return;
  await trx
    .insertInto("company_term")
    .values(terms.map((term) => ({ company_id: made.id, term })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
