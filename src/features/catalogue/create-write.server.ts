import { sql, type RawBuilder } from "kysely";
import { AppError } from "#core/errors.ts";
import { keyOf, searchTerms, compareText } from "#core/text.ts";
import type { Trx } from "#db/connect.ts";
import { isOffered, joinNumbers } from "#features/stats/read.server.ts";
import { newPublicId } from "#server/ids.ts";

export type NamedCompany = {
  id: number;
  name: string;
  displayName: string;
  /**
   * True for a company that only people typed. Each person sees their own spelling. Otherwise the spelling would reveal
   * that somebody hidden typed the name first.
   */
  isTyped: boolean;
};

const MAX_NAME = 80;
/** A company may be deleted or merged between look-up and lock; then the look-up is repeated. */
const MAX_ROUNDS = 5;

/** Counts names against a limit. @throws AppError too-many-requests */
export type TakeNames = (trx: Trx, names: number) => Promise<void>;

type Wanted = { companyId: string; companyName: string };

/**
 * Finds the companies that a person named: by an id that they know, by exact name, or by alias. Creates the others
 * (status 'new', for administrators to keep or merge). A company that others may not know is found only by its name,
 * with the same work as for a new one. So neither the answer nor its time reveals that it exists. The companies are
 * locked against deletion and merging until the save ends. New names are created in one order, so that two saves with
 * the same new companies wait for each other and do not deadlock.
 * @param takeNames is called with the number of names that nobody may know of but those who have them, before they are
 * created. Whether such a company exists makes no difference to it
 * @returns one company per input, in the order of the input
 */
export async function ensureCompanies(
  trx: Trx,
  profileKey: number,
  wanted: readonly Wanted[],
  takeNames?: TakeNames,
): Promise<NamedCompany[]> {
  if (wanted.length === 0) return [];
  const known = await holdKnownCompanies(trx, profileKey, wanted);
  if (known) return known;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let keys = await findKnownKeys(trx, profileKey, wanted);
    const unknown = wanted.filter((_one, index) => keys[index] === null);
    if (unknown.length > 0) {
      if (round === 0) await takeNames?.(trx, new Set(unknown.map((one) => keyOf(one.companyName))).size);
      const made = await createCompanies(trx, unknown);
      keys = keys.map((key, index) => key ?? made.get(keyOf(wanted[index]?.companyName ?? "")) ?? null);
    }
    const held = await holdCompanies(trx, keys);
    const found = keys.map((key) => (key === null ? undefined : held.get(key)));
    if (found.every((company) => company !== undefined)) return found;
  }
  throw new AppError("overloaded", { retryAfter: 1 });
}

/**
 * Translates old company ids that a person may still have to present ones: their own ids of companies that others may
 * know by now, and ids of merged companies.
 */
export async function presentIds(
  trx: Trx,
  profileKey: number,
  companyIds: readonly string[],
): Promise<Map<string, string>> {
  if (companyIds.every((id) => id === "")) return new Map();
  const { rows } = await sql<{ sent: string; present: string }>`
    select m.from_public_id as sent, c.public_id as present
    from company_merge m join company c on c.id = m.into_company
    where m.from_public_id = any(${companyIds}::text[]) and m.undone_at is null and m.name_was_public
    union all
    select e.own_company_id, c.public_id
    from stop e join company c on c.id = e.company_id ${joinNumbers("c", "t")}
    where e.profile_id = ${profileKey} and e.own_company_id = any(${companyIds}::text[]) and ${isOffered("c", "t")}`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.sent, row.present]));
}

/** The names of companies that everybody may know, by public id. */
export async function publicNames(trx: Trx, companyIds: readonly string[]): Promise<Map<string, string>> {
  if (companyIds.every((id) => id === "")) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select c.public_id as id, c.display_name as name from company c ${joinNumbers("c", "t")}
    where c.public_id = any(${companyIds}::text[]) and ${isOffered("c", "t")}`.execute(trx);
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** The keys of the companies that this person may know: public ones, and those of their own stops. */
function knownKeys(profileKey: number, wanted: readonly Wanted[]): RawBuilder<unknown> {
  const ids = wanted.map((one) => one.companyId);
  const names = wanted.map((one) => keyOf(one.companyName));
  return sql`
    with own as (
      select company_id, own_company_id from stop where profile_id = ${profileKey} and company_id is not null
    )
    select k.place::integer as place, coalesce(
      (select company_id from own where own_company_id = k.public_id),
      (select c.id from company c ${joinNumbers("c", "t")} where c.public_id = k.public_id and ${isOffered("c", "t")}),
      (select m.into_company from company_merge m
        where m.from_public_id = k.public_id and m.undone_at is null and m.name_was_public order by m.id desc limit 1),
      (select c.id from company c ${joinNumbers("c", "t")}
        where c.name = k.name and (${isOffered("c", "t")} or c.id in (select company_id from own))),
      (select c.id from company_alias a join company c on c.id = a.company_id ${joinNumbers("c", "t")}
        where a.alias_key = k.name and ${isOffered("c", "t")})) as id
    from unnest(${ids}::text[], ${names}::text[]) with ordinality as k (public_id, name, place)`;
}

async function findKnownKeys(trx: Trx, profileKey: number, wanted: readonly Wanted[]): Promise<(number | null)[]> {
  const { rows } = await sql<{ id: number | null }>`
    select id from (${knownKeys(profileKey, wanted)}) known order by place`.execute(trx);
  return rows.map((row) => row.id);
}

const NAMED = sql`c.id, c.name, c.display_name as "displayName",
  c.status = 'new' and not (c.edited and ${isOffered("c", "t")}) as "isTyped"`;

/**
 * Finds and locks the companies in one statement, if the person knows all of them.
 * @returns undefined if one is new, hidden or was deleted at this moment
 */
async function holdKnownCompanies(
  trx: Trx,
  profileKey: number,
  wanted: readonly Wanted[],
): Promise<NamedCompany[] | undefined> {
  const { rows } = await sql<NamedCompany & { place: number }>`
    with known as materialized (${knownKeys(profileKey, wanted)})
    select known.place, ${NAMED}
    from known join company c on c.id = known.id ${joinNumbers("c", "t")}
    order by c.id for key share of c`.execute(trx);
  if (rows.length < wanted.length) return undefined;
  return rows.toSorted((a, b) => a.place - b.place).map(({ place: _, ...company }) => company);
}

/** Takes a key-share lock on each; companies deleted in the meantime are left out. */
async function holdCompanies(trx: Trx, keys: readonly (number | null)[]): Promise<Map<number, NamedCompany>> {
  const { rows } = await sql<NamedCompany>`
    select ${NAMED}
    from company c ${joinNumbers("c", "t")}
    where c.id = any(${keys.filter((key) => key !== null)}::bigint[]) order by c.id for key share of c`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Creates a company for each typed name, in the order of the names, with its search terms. Existing ones stay as they
 * are. The number of statements does not depend on the number of names.
 * @returns keys by name
 */
async function createCompanies(trx: Trx, wanted: readonly Wanted[]): Promise<Map<string, number>> {
  const spellings = new Map(wanted.map(({ companyName }) => [keyOf(companyName), companyName.trim()]));
  const rows = [...spellings]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([name, spelling]) => ({ public_id: newPublicId(), name, display_name: spelling.slice(0, MAX_NAME) }));
  await trx
    .insertInto("company")
    .values(rows)
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  // Held from here on: their words could not be written if another transaction deleted one in between.
  const companies = await trx
    .selectFrom("company")
    .select(["id", "name"])
    .where("name", "in", [...spellings.keys()])
    .orderBy("id")
    .forKeyShare()
    .execute();
  const terms = companies.flatMap(({ id, name }) => searchTerms(name, MAX_NAME).map((term) => ({ id, term })));
  await sql`
    insert into company_term (company_id, term)
    select * from unnest(${terms.map(({ id }) => id)}::bigint[], ${terms.map(({ term }) => term)}::text[]) as word (id, term)
    order by id, term on conflict do nothing`.execute(trx);
  return new Map(companies.map(({ id, name }) => [name, id]));
}
