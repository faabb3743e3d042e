import { sql } from "kysely";
import { AppError } from "#core/errors.ts";
import { keyOf, searchTerms } from "#core/text.ts";
import type { Trx } from "#db/connect.ts";
import { newPublicId } from "#server/ids.ts";
import { renewTerms } from "./terms-write.server.ts";

export type NamedCompany = {
  id: number;
  publicId: string;
  name: string;
  displayName: string;
  /** Named by people alone: each sees it as they wrote it, or its name would tell that somebody hidden wrote it first. */
  isTyped: boolean;
};

const MAX_NAME = 80;
/** A company can go while we reach for it; twice in one save is already bad luck. */
const MAX_ROUNDS = 5;

type Wanted = { companyId: string; companyName: string };

/**
 * The companies that people named: by public id where one was sent and still
 * is there (or was merged into another), else by exact name or alias, else made
 * new (status 'new', for the admin to keep or merge). They are locked against
 * deletion and merging until the save ends. New names are taken in one order, so
 * that two saves that create the same companies wait for each other instead of
 * deadlocking.
 * @returns one company per input, in the order of the input
 */
export async function ensureCompanies(trx: Trx, wanted: readonly Wanted[]): Promise<NamedCompany[]> {
  if (wanted.length === 0) return [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let keys = await findKeys(trx, wanted);
    if (keys.some((key) => key === null)) {
      await createMissing(trx, wanted, keys);
      keys = await findKeys(trx, wanted);
    }
    const held = await holdCompanies(trx, keys);
    const found = keys.map((key) => (key === null ? undefined : held.get(key)));
    if (found.every((company) => company !== undefined)) return found;
  }
  throw new AppError("overloaded", { retryAfter: 1 });
}

/** Of ids that a merge took away, the ids of the companies that took their place. */
export async function presentIds(trx: Trx, companyIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ sent: string; present: string }>`
    select m.from_public_id as sent, c.public_id as present
    from company_merge m join company c on c.id = m.into_company
    where m.from_public_id = any(${companyIds}::text[]) and m.undone_at is null order by m.id`.execute(trx);
  return new Map(rows.map((row) => [row.sent, row.present]));
}

async function findKeys(trx: Trx, wanted: readonly Wanted[]): Promise<(number | null)[]> {
  const ids = wanted.map((one) => one.companyId);
  const names = wanted.map((one) => keyOf(one.companyName));
  const { rows } = await sql<{ id: number | null }>`
    select coalesce(
      (select c.id from company c where c.public_id = k.public_id),
      (select m.into_company from company_merge m where m.from_public_id = k.public_id and m.undone_at is null
        order by m.id desc limit 1),
      (select c.id from company c where c.name = k.name),
      (select a.company_id from company_alias a where a.alias_key = k.name)) as id
    from unnest(${ids}::text[], ${names}::text[]) with ordinality as k (public_id, name, place)
    order by k.place`.execute(trx);
  return rows.map((row) => row.id);
}

/** A key-share lock each, as a foreign key takes it; who is gone in the meantime is left out. */
async function holdCompanies(trx: Trx, keys: readonly (number | null)[]): Promise<Map<number, NamedCompany>> {
  const { rows } = await sql<NamedCompany>`
    select id, public_id as "publicId", name, display_name as "displayName",
      status = 'new' and not edited as "isTyped" from company
    where id = any(${keys.filter((key) => key !== null)}::bigint[]) order by id for key share`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What people typed of the names that nobody has yet, each once, in the order of the names. */
async function createMissing(trx: Trx, wanted: readonly Wanted[], keys: readonly (number | null)[]): Promise<void> {
  const typed = new Map<string, string>();
  for (const [index, { companyName }] of wanted.entries()) {
    const name = keyOf(companyName);
    if (keys[index] === null && !typed.has(name)) typed.set(name, companyName);
  }
  for (const name of [...typed.keys()].toSorted()) await createCompany(trx, name, typed.get(name) ?? name);
}

/**
 * Gives a company that people alone named the spelling of this person, where nobody else can be seen there: not the
 * one of somebody hidden who wrote it first.
 */
export async function takeSpelling(trx: Trx, profileKey: number): Promise<void> {
  const { rows } = await sql<{ id: number; spelling: string }>`
    select c.id, e.company_name as spelling from entry e join company c on c.id = e.company_id
    where e.profile_id = ${profileKey} and e.listed and c.status = 'new' and not c.edited
      and c.display_name <> e.company_name and not exists (
        select from entry o where o.company_id = c.id and o.listed and o.profile_id <> ${profileKey})
    order by c.id for no key update of c`.execute(trx);
  for (const { id, spelling } of rows) {
    await trx.updateTable("company").set({ display_name: spelling }).where("id", "=", id).execute();
  }
  if (rows.length > 0)
    await renewTerms(
      trx,
      rows.map((row) => row.id),
    );
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
