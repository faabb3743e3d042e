import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";
import { newPublicId } from "#server/ids.ts";
import { writeNames } from "./names-write.server.ts";
import { looseKey } from "./pure/school-keys.ts";
import { readSchoolRows, type RowProblem, type SchoolRow } from "./rows.ts";

type ImportReport = { added: number; changed: number; left: number };

/** Thrown before anything is written. Says which rows of the list are invalid. */
export class SchoolRowsError extends Error {
  readonly problems: readonly RowProblem[];

  constructor(problems: readonly RowProblem[]) {
    super(`${problems.length} rows cannot be imported.`);
    this.name = "SchoolRowsError";
    this.problems = problems;
  }
}

const BATCH = 1_000;

/**
 * Adds schools, and updates existing ones (same folded name and country) with the newer spelling and the domains of
 * both. No school is lost or duplicated. One transaction for the whole list.
 * @param values rows as in the "world universities and domains" list
 * @param onProgress called with the number of finished schools and of all
 * @throws SchoolRowsError if any row is invalid; nothing is written then
 */
export async function importSchools(
  db: Database,
  values: readonly unknown[],
  options: { onProgress?: (done: number, all: number) => void } = {},
): Promise<ImportReport> {
  const { rows, problems } = readSchoolRows(values);
  if (problems.length > 0) throw new SchoolRowsError(problems);
  const report: ImportReport = { added: 0, changed: 0, left: 0 };
  await db.transaction().execute(async (trx) => {
    // One import at a time. Reads and saves can run meanwhile, because neither writes schools.
    await sql`lock table school in share row exclusive mode`.execute(trx);
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH);
      const touched = await writeSchools(trx, await underStoredNames(trx, batch));
      await writeNames(trx, touched);
      const added = touched.filter((row) => row.is_new).length;
      report.added += added;
      report.changed += touched.length - added;
      report.left += batch.length - touched.length;
      options.onProgress?.(at + batch.length, rows.length);
    }
  });
  return report;
}

type Touched = { id: number; name: string; domains: string[]; is_new: boolean };

/** The rows. If a school of the country has a row's name as a further name, the row gets this school's stored name. */
async function underStoredNames(trx: Trx, batch: readonly SchoolRow[]): Promise<SchoolRow[]> {
  const { rows } = await sql<{ place: number; name: string; name_key: string }>`
    select distinct on (w.place, s.id) w.place::integer as place, s.name, s.name_key
    from unnest(${batch.map(({ name }) => looseKey(name))}::text[], ${batch.map(({ countryCode }) => countryCode)}::text[])
      with ordinality as w (key, country_code, place)
    join school_name n on n.key = w.key and n.kind in ('said', 'name', 'alias', 'loose')
    join school s on s.id = n.school_id and s.country_code = w.country_code and s.same_as is null`.execute(trx);
  const named = new Map(
    rows
      .filter((row) => rows.every((other) => other === row || other.place !== row.place))
      .map((row) => [row.place - 1, row]),
  );
  const kept = new Map<string, SchoolRow>();
  for (const [at, row] of batch.entries()) {
    const known = named.get(at);
    const isOther = known !== undefined && known.name_key !== row.nameKey;
    const wanted = isOther ? { ...row, name: known.name, nameKey: known.name_key } : row;
    const key = `${wanted.nameKey}|${wanted.countryCode}|${wanted.country}`;
    const same = kept.get(key);
    kept.set(key, same ? { ...same, domains: [...new Set([...same.domains, ...wanted.domains])] } : wanted);
  }
  return [...kept.values()];
}

async function writeSchools(trx: Trx, batch: readonly SchoolRow[]): Promise<Touched[]> {
  const payload = JSON.stringify(
    batch.map((row) => ({
      public_id: newPublicId(),
      name: row.name,
      name_key: row.nameKey,
      country: row.country,
      country_code: row.countryCode,
      domains: row.domains,
    })),
  );
  const { rows } = await sql<Touched>`
    insert into school as s (public_id, name, name_key, country, country_code, domains)
    select public_id, name, name_key, country, country_code, domains
    from jsonb_to_recordset(${payload}::jsonb) as r (public_id text, name text, name_key text, country text, country_code text, domains text[])
    on conflict (name_key, country_code, country) do update set name = excluded.name,
      domains = s.domains || array(select d from unnest(excluded.domains) as d where d <> all (s.domains))
    where s.name <> excluded.name or not s.domains @> excluded.domains
    returning s.id, s.name, s.domains, (xmax = 0) as is_new`.execute(trx);
  return rows;
}
