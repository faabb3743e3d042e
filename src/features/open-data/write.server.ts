import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Database, Reader, Trx } from "#db/connect.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { csvLine, ndjsonLine, type DataRow } from "./pure/format.ts";
import { OpenDataCounts, personOf } from "./pure/counts.ts";
import { KEPT_DUMPS, LICENCES, PACKAGE_FILE, TABLE_NAMES, TABLES, type Licence, type TableName } from "./rules.ts";
import type { DataFile } from "./read.server.ts";

const PART_BYTES = 256 * 1024;
const ROWS_AT_ONCE = 1_000;

/** Writes a file in parts while it is made. Only one part is in memory. */
class FileWriter {
  readonly #hash = createHash("sha256");
  readonly #trx: Trx;
  readonly #day: string;
  readonly name: string;
  #pending = "";
  #part = 0;
  #bytes = 0;
  records = 0;

  constructor(trx: Trx, day: string, name: string) {
    this.#trx = trx;
    this.#day = day;
    this.name = name;
  }

  async write(text: string): Promise<void> {
    this.#pending += text;
    if (this.#pending.length >= PART_BYTES) await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#pending === "") return;
    const content = Buffer.from(this.#pending);
    this.#pending = "";
    this.#hash.update(content);
    this.#bytes += content.length;
    await this.#trx
      .insertInto("open_data_part")
      .values({ day: this.#day, name: this.name, part: this.#part, content })
      .execute();
    this.#part += 1;
  }

  async end(): Promise<DataFile> {
    await this.#flush();
    const file = { name: this.name, records: this.records, bytes: this.#bytes, sha256: this.#hash.digest("hex") };
    await this.#trx
      .insertInto("open_data_file")
      .values({ day: this.#day, ...file })
      .execute();
    return file;
  }
}

/** Listed companies, and those of others that have a number, in the order of ids. */
async function* companyRows(db: Reader, counts: OpenDataCounts): AsyncGenerator<DataRow> {
  const others = new Set(counts.companies());
  for (let after = ""; ;) {
    const rows = await db
      .selectFrom("company")
      .select(["public_id", "display_name"])
      .where("status", "=", "listed")
      .where("public_id", ">", after)
      .orderBy("public_id")
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { public_id: id, display_name: name } of rows) {
      others.delete(id);
      yield { id, name, people: counts.company(id) };
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.public_id;
  }
  for (const id of others) yield { id, name: counts.nameOf(id), people: counts.company(id) };
}

async function* schoolRows(db: Reader, counts: OpenDataCounts): AsyncGenerator<DataRow> {
  for (let after = ""; ;) {
    const rows = await db
      .selectFrom("school")
      .select(["public_id", "name", "country_code"])
      .where("public_id", ">", after)
      .orderBy("public_id")
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { public_id: id, name, country_code: country } of rows)
      yield { id, name, country, people: counts.school(id) };
    const last = rows.at(-1);
    if (!last) return;
    after = last.public_id;
  }
}

function rowsOf(db: Reader, counts: OpenDataCounts, table: TableName): AsyncIterable<DataRow> | Iterable<DataRow> {
  if (table === "companies") return companyRows(db, counts);
  if (table === "schools") return schoolRows(db, counts);
  return table === "routes" ? counts.routes() : counts.schoolCompanies();
}

/** The description that travels with the files (a Frictionless Data Package). */
function packageOf(
  files: readonly DataFile[],
  { day, baseUrl, licence, isInvented }: { day: string; baseUrl: string; licence: Licence; isInvented: boolean },
): string {
  const resources = TABLE_NAMES.flatMap((table) =>
    (["csv", "ndjson"] as const).flatMap((format) => {
      const file = files.find(({ name }) => name === `${table}.${format}`);
      if (!file) return [];
      const { fields, description } = TABLES[table];
      return [
        {
          name: `${table}-${format}`,
          path: file.name,
          format,
          mediatype: format === "csv" ? "text/csv" : "application/x-ndjson",
          encoding: "utf-8",
          description,
          bytes: file.bytes,
          hash: `sha256:${file.sha256}`,
          records: file.records,
          schema: { fields },
        },
      ];
    }),
  );
  const invented = isInvented ? " This site holds demo people; they are counted here." : "";
  return `${JSON.stringify(
    {
      name: "pipelines-open-data",
      title: `Pipelines, ${day}`,
      description: `What is public on ${baseUrl}. Nobody's line is in it, and no number below five.${invented}`,
      homepage: `${baseUrl}/data`,
      created: `${day}T00:00:00Z`,
      licenses: [{ name: licence, ...LICENCES[licence] }],
      resources,
    },
    undefined,
    2,
  )}\n`;
}

/**
 * Writes the files of a day unless they exist, and deletes files older than the previous four. People are read as a
 * visitor sees them, so nothing hidden can get in.
 * @param visible what everybody may see of all people
 */
export async function makeDump(
  db: Database,
  given: { day: string; baseUrl: string; licence: Licence; isInvented: boolean },
  visible: () => AsyncIterable<PublicProfile[]>,
): Promise<void> {
  const { day } = given;
  const known = await db.selectFrom("open_data_file").select("name").where("day", "=", day).limit(1).executeTakeFirst();
  if (known) return;
  const counts = new OpenDataCounts();
  for await (const profiles of visible()) {
    for (const profile of profiles) {
      const names = new Map(profile.pipeline.map(({ companyId, displayName }) => [companyId, displayName]));
      counts.add(personOf(profile), names);
    }
  }
  for (const _ of counts.count()) await setImmediate();
  await db.transaction().execute(async (trx) => {
    const files: DataFile[] = [];
    for (const table of TABLE_NAMES) {
      const names = TABLES[table].fields.map(({ name }) => name);
      const [csv, ndjson] = [new FileWriter(trx, day, `${table}.csv`), new FileWriter(trx, day, `${table}.ndjson`)];
      await csv.write(csvLine(names));
      for await (const row of rowsOf(trx, counts, table)) {
        await csv.write(csvLine(names.map((name) => row[name] ?? null)));
        await ndjson.write(ndjsonLine(row));
        csv.records += 1;
        ndjson.records += 1;
      }
      files.push(await csv.end(), await ndjson.end());
    }
    const description = new FileWriter(trx, day, PACKAGE_FILE);
    description.records = files.length;
    await description.write(packageOf(files, given));
    await description.end();
    const days = await trx.selectFrom("open_data_file").select("day").distinct().orderBy("day", "desc").execute();
    const oldest = days[KEPT_DUMPS - 1];
    if (oldest) await trx.deleteFrom("open_data_file").where("day", "<", oldest.day).execute();
  });
}
