import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import type { SchoolNameTable } from "#db/school-schema.ts";
import { looseKey, placeKey, schoolNameKey } from "./pure/school-keys.ts";
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
  const full = [name, ...names, ...said, ...aliases];
  const found: [Kind, string][] = [
    ...said.map((one): [Kind, string] => ["said", schoolNameKey(one)]),
    ...[name, ...names].map((one): [Kind, string] => ["name", schoolNameKey(one)]),
    ...aliases.map((one): [Kind, string] => ["alias", schoolNameKey(one)]),
    ...acronyms.map((one): [Kind, string] => ["acronym", schoolNameKey(one)]),
    ...asked.map((one): [Kind, string] => ["asked", schoolNameKey(one)]),
    ...full
      .filter((one) => looseKey(one) !== schoolNameKey(one))
      .map((one): [Kind, string] => ["loose", looseKey(one)]),
    ...[name, ...names].map((one): [Kind, string] => ["place", placeKey(one)]),
  ];
  const kept = new Map(found.map(([kind, key]) => [`${kind} ${key}`, { key, kind }]));
  return [...kept.values()].filter(({ key }) => key !== "" && key.length <= MAX_KEY);
}

/** A school's search terms: its name from each word on, its other names, and short names of its domains. */
function termsOf(school: Named, keys: readonly { key: string; kind: Kind }[]): string[] {
  const further = keys.filter(({ kind }) => kind !== "loose" && kind !== "place");
  return [...new Set([...schoolTerms(school), ...further.map(({ key }) => key.slice(0, 100))])];
}

/** Writes the names and the search terms of schools; with `others` unset, the names they have stay. */
export async function writeNames(trx: Trx, schools: readonly (Named & { others?: OtherNames })[]): Promise<void> {
  for (let at = 0; at < schools.length; at += BATCH) await writeBatch(trx, schools.slice(at, at + BATCH));
}

async function writeBatch(trx: Trx, schools: readonly (Named & { others?: OtherNames })[]): Promise<void> {
  const ids = schools.map(({ id }) => id);
  const stored = await sql<{ id: number; key: string; kind: Kind }>`
    select school_id as id, key, kind from school_name where school_id = any(${ids}::bigint[])`.execute(trx);
  const before = new Map<number, { key: string; kind: Kind }[]>();
  for (const { id, key, kind } of stored.rows) before.set(id, [...(before.get(id) ?? []), { key, kind }]);
  const after = schools.map((school) => {
    const wanted = namesOf(school.name, school.others ?? {});
    const known = school.others === undefined ? (before.get(school.id) ?? []) : [];
    return { school, names: [...wanted, ...known] };
  });
  await writeRows(
    trx,
    { table: "school_name", columns: ["key", "kind"] },
    stored.rows.map(({ id, key, kind }) => [id, key, kind]),
    after.flatMap(({ school, names }) => names.map(({ key, kind }) => [school.id, key, kind] as const)),
  );
  const terms = await sql<{ id: number; term: string }>`
    select school_id as id, term from school_term where school_id = any(${ids}::bigint[])`.execute(trx);
  await writeRows(
    trx,
    { table: "school_term", columns: ["term"] },
    terms.rows.map(({ id, term }) => [id, term]),
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
  const keyOf = (row: Row): string => JSON.stringify(row);
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
