import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import type { SchoolNameTable } from "#db/school-schema.ts";
import { keysOfName, schoolNameKey } from "./pure/school-keys.ts";
import { schoolTerms } from "./rows.ts";

type Kind = SchoolNameTable["kind"];
type Named = { id: number; name: string; domains: readonly string[] };
type OtherNames = Partial<Record<"said" | "names" | "aliases" | "acronyms" | "asked", readonly string[]>>;

const MAX_KEY = 200;
/** How many schools' names one statement writes. */
const BATCH = 500;

/** The keys of a school's names, each of a kind once. */
function namesOf(name: string, others: OtherNames): { key: string; kind: Kind }[] {
  const { said = [], names = [], aliases = [], acronyms = [], asked = [] } = others;
  const own = [name, ...names].map(keysOfName);
  const saidKeys = said.map(keysOfName);
  const aliasKeys = aliases.map(keysOfName);
  const found: [Kind, string][] = [
    ...saidKeys.map(({ key }): [Kind, string] => ["said", key]),
    ...own.map(({ key }): [Kind, string] => ["name", key]),
    ...aliasKeys.map(({ key }): [Kind, string] => ["alias", key]),
    ...acronyms.map((one): [Kind, string] => ["acronym", schoolNameKey(one)]),
    ...asked.map((one): [Kind, string] => ["asked", schoolNameKey(one)]),
    ...[...own, ...saidKeys, ...aliasKeys]
      .filter(({ key, loose }) => loose !== key)
      .map(({ loose }): [Kind, string] => ["loose", loose]),
    ...own.map(({ place }): [Kind, string] => ["place", place]),
  ];
  const kept = new Map(found.map(([kind, key]) => [`${kind} ${key}`, { key, kind }]));
  return [...kept.values()].filter(({ key }) => key !== "" && key.length <= MAX_KEY);
}

/** A school's search terms: its name from each word on, its other names, and short names of its domains. */
function termsOf(school: Named, keys: readonly { key: string; kind: Kind }[]): string[] {
  const further = keys.filter(({ kind }) => kind !== "loose" && kind !== "place");
  return [...new Set([...schoolTerms(school), ...further.map(({ key }) => key.slice(0, 100))])];
}

/**
 * Writes the names and the search terms of schools; with `others` unset, the names they have stay.
 * @param areNew of none of them is there anything yet, which is therefore not looked for
 */
export async function writeNames(
  trx: Trx,
  schools: readonly (Named & { others?: OtherNames })[],
  areNew = false,
): Promise<void> {
  for (let at = 0; at < schools.length; at += BATCH) {
    const batch = schools.slice(at, at + BATCH);
    const ids = batch.map(({ id }) => id);
    await writeBatch(trx, batch, areNew ? { names: [], terms: [] } : await readStored(trx, ids));
  }
}

type Stored = { names: { id: number; key: string; kind: Kind }[]; terms: { id: number; term: string }[] };

async function readStored(trx: Trx, ids: readonly number[]): Promise<Stored> {
  const names = await sql<Stored["names"][number]>`
    select school_id as id, key, kind from school_name where school_id = any(${ids}::bigint[])`.execute(trx);
  const terms = await sql<Stored["terms"][number]>`
    select school_id as id, term from school_term where school_id = any(${ids}::bigint[])`.execute(trx);
  return { names: names.rows, terms: terms.rows };
}

async function writeBatch(
  trx: Trx,
  schools: readonly (Named & { others?: OtherNames })[],
  stored: Stored,
): Promise<void> {
  const before = new Map<number, { key: string; kind: Kind }[]>();
  for (const { id, key, kind } of stored.names) before.set(id, [...(before.get(id) ?? []), { key, kind }]);
  const after = schools.map((school) => {
    const wanted = namesOf(school.name, school.others ?? {});
    const known = school.others === undefined ? (before.get(school.id) ?? []) : [];
    return { school, names: [...wanted, ...known] };
  });
  await writeRows(
    trx,
    { table: "school_name", columns: ["key", "kind"] },
    stored.names.map(({ id, key, kind }) => [id, key, kind]),
    after.flatMap(({ school, names }) => names.map(({ key, kind }) => [school.id, key, kind] as const)),
  );
  await writeRows(
    trx,
    { table: "school_term", columns: ["term"] },
    stored.terms.map(({ id, term }) => [id, term]),
    after.flatMap(({ school, names }) => termsOf(school, names).map((term) => [school.id, term] as const)),
  );
}

type Row = readonly [number, ...string[]];

/** Writes only differences, because most names of an update exist already. */
async function writeRows(
  trx: Trx,
  into: { table: "school_name" | "school_term"; columns: readonly string[] },
  before: readonly Row[],
  after: readonly Row[],
): Promise<void> {
  // PostgreSQL's texts hold no zero character.
  const keyOf = (row: Row): string => row.join("\0");
  const had = new Set(before.map(keyOf));
  const wanted = new Map(after.map((row) => [keyOf(row), row]));
  const gone = before.filter((row) => !wanted.has(keyOf(row)));
  const fresh = [...wanted].filter(([key]) => !had.has(key)).map(([, row]) => row);
  const columns = sql.join(["school_id", ...into.columns].map((name) => sql.ref(name)));
  const listOf = (rows: readonly Row[]) =>
    sql`unnest(${rows.map(([id]) => id)}::bigint[], ${sql.join(
      into.columns.map((_, at) => sql`${rows.map((row) => row[at + 1])}::text[]`),
    )})`;
  if (gone.length > 0)
    await sql`delete from ${sql.table(into.table)} where (${columns}) in (select * from ${listOf(gone)})`.execute(trx);
  if (fresh.length > 0)
    await sql`insert into ${sql.table(into.table)} (${columns}) select * from ${listOf(fresh)}`.execute(trx);
}
