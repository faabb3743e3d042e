import { sql } from "kysely";
import { countryName } from "#core/country.ts";
import { foldText } from "#core/text.ts";
import type { Database, Trx } from "#db/connect.ts";
import { dropIndexes } from "#db/drop-indexes.ts";
import { newPublicId } from "#server/ids.ts";
import type { CatalogueSchool } from "./catalogue.server.ts";
import { writeNames } from "./names-write.server.ts";

type Stored = { id: number; name_key: string; country_code: string };
type Planned = { school: CatalogueSchool; id: number | undefined };

/** Where nothing is in them, the first load builds their indexes once, which is half of its work. */
const NAME_TABLES = ["school_name", "school_term"];

const placeOf = (country: string, name: string): string => `${country} ${foldText(name)}`;

/**
 * Loads the catalogue's schools into the database. A school that exists under any of its names keeps its id and address
 * and gets the catalogue's name. If two rows are the same school, the second keeps its address and people and points to
 * the first; look-ups return only the first. Rows without a match in the catalogue stay as they are. One transaction; a
 * second run changes nothing visible.
 */
export async function loadSchools(
  db: Database,
  catalogue: readonly CatalogueSchool[],
): Promise<{ added: number; kept: number; doubled: number }> {
  return await db.transaction().execute(async (trx) => {
    // A first start writes two hundred thousand rows, on small machines too.
    await sql`set local statement_timeout = 120000`.execute(trx);
    // Reads and saves can run meanwhile, because neither writes schools.
    await sql`lock table school in share row exclusive mode`.execute(trx);
    const { rows } = await sql<Stored>`select id, name_key, country_code from school order by id`.execute(trx);
    const { planned, doubles } = plan(catalogue, rows);
    const known = await renameStored(
      trx,
      planned.flatMap(({ school, id }) => (id === undefined ? [] : [{ school, id }])),
    );
    const added = await insertNew(
      trx,
      planned.flatMap(({ school, id }) => (id === undefined ? [school] : [])),
    );
    const areNew = !(await hasNames(trx));
    const restoreIndexes = areNew ? await dropIndexes(trx, NAME_TABLES, "everything") : undefined;
    await writeNames(
      trx,
      [...known, ...added].map(({ id, school }) => ({
        id,
        name: school.name,
        domains: school.domains,
        others: school,
      })),
      areNew,
    );
    await restoreIndexes?.(() => undefined);
    await pointDoubles(trx, doubles);
    await nameTheRest(trx);
    // PostgreSQL itself counts them a minute later. Until then each look-up would read all schools.
    if (areNew) await sql`analyze school, school_name, school_term`.execute(trx);
    return { added: added.length, kept: known.length, doubled: doubles.length };
  });
}

/** Finds the stored row of each school of the catalogue, and other rows that are the same school. */
function plan(
  catalogue: readonly CatalogueSchool[],
  stored: readonly Stored[],
): { planned: Planned[]; doubles: { id: number; of: number }[] } {
  const rowAt = new Map(stored.map((row) => [`${row.country_code} ${row.name_key}`, row.id]));
  const claimed = new Map<number, number>();
  const claim = (at: number, names: readonly string[]): void => {
    for (const name of names) {
      const id = rowAt.get(placeOf(catalogue[at]?.country ?? "", name));
      if (id !== undefined && !claimed.has(id)) claimed.set(id, at);
    }
  };
  // Names first, because another name of one school may be the name of another school.
  for (const [at, school] of catalogue.entries()) claim(at, [school.name]);
  for (const [at, school] of catalogue.entries()) claim(at, school.was);
  for (const [at, { names, said, aliases }] of catalogue.entries()) claim(at, [...names, ...said, ...aliases]);
  const idsOf = new Map<number, number[]>();
  for (const [id, at] of claimed) idsOf.set(at, [...(idsOf.get(at) ?? []), id]);
  const doubles: { id: number; of: number }[] = [];
  const planned = catalogue.map((school, at): Planned => {
    const [own, ...others] = idsOf.get(at) ?? [];
    if (own !== undefined) for (const id of others) doubles.push({ id, of: own });
    return { school, id: own };
  });
  return { planned, doubles };
}

async function hasNames(trx: Trx): Promise<boolean> {
  const { rows } = await sql`select from school_name union all select from school_term limit 1`.execute(trx);
  return rows.length > 0;
}

const rowsOf = (schools: readonly (CatalogueSchool & { id?: number })[]): string =>
  JSON.stringify(
    schools.map(({ id, name, country, domains, known }) => ({
      id,
      public_id: id === undefined ? newPublicId() : undefined,
      name,
      name_key: foldText(name),
      country: countryName(country) || country,
      country_code: country,
      domains,
      known,
    })),
  );

async function renameStored(
  trx: Trx,
  known: readonly { school: CatalogueSchool; id: number }[],
): Promise<{ school: CatalogueSchool; id: number }[]> {
  const payload = rowsOf(known.map(({ school, id }) => ({ ...school, id })));
  // In two steps: a name may pass from one row to another.
  await sql`update school s set name_key = '~' || s.id
    from json_to_recordset(${payload}::json) as r (id bigint, name_key text)
    where s.id = r.id and s.name_key <> r.name_key`.execute(trx);
  await sql`update school s set name = r.name, name_key = r.name_key, country = r.country, known = r.known, same_as = null,
      domains = r.domains || array(select d from unnest(s.domains) as d where d <> all (r.domains))
    from json_to_recordset(${payload}::json)
      as r (id bigint, name text, name_key text, country text, known smallint, domains text[])
    where s.id = r.id`.execute(trx);
  return [...known];
}

async function insertNew(
  trx: Trx,
  schools: readonly CatalogueSchool[],
): Promise<{ school: CatalogueSchool; id: number }[]> {
  if (schools.length === 0) return [];
  const { rows } = await sql<{ id: number; name_key: string; country_code: string }>`
    insert into school (public_id, name, name_key, country, country_code, domains, known)
    select public_id, name, name_key, country, country_code, domains, known
    from json_to_recordset(${rowsOf(schools)}::json)
      as r (public_id text, name text, name_key text, country text, country_code text, domains text[], known smallint)
    returning id, name_key, country_code`.execute(trx);
  const ids = new Map(rows.map((row) => [`${row.country_code} ${row.name_key}`, row.id]));
  return schools.flatMap((school) => {
    const id = ids.get(placeOf(school.country, school.name));
    return id === undefined ? [] : [{ school, id }];
  });
}

async function pointDoubles(trx: Trx, doubles: readonly { id: number; of: number }[]): Promise<void> {
  const ids = doubles.map(({ id }) => id);
  await sql`update school s set same_as = d.of from unnest(${ids}::bigint[], ${doubles.map((one) => one.of)}::bigint[])
    as d (id, of) where s.id = d.id`.execute(trx);
  await sql`delete from school_name where school_id = any(${ids}::bigint[])`.execute(trx);
  await sql`delete from school_term where school_id = any(${ids}::bigint[])`.execute(trx);
}

/** Schools from other lists, as an older version stored them without their keys. */
async function nameTheRest(trx: Trx): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; domains: string[] }>`
    select id, name, domains from school s
    where same_as is null and not exists (select from school_name n where n.school_id = s.id)`.execute(trx);
  await writeNames(trx, rows);
}
