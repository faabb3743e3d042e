import type { ClickHouseClient } from "@clickhouse/client";
import { toPathLine } from "./pure/line.ts";
import { linePrint } from "./pure/line-print.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { classify } from "#features/title/classify.ts";
import type { Ask } from "./clickhouse/question.ts";
import { Params } from "./clickhouse/params.ts";
import { placesOf, rowsOf, type LineRow, type PlacedRow } from "./clickhouse/row.ts";
import { EVERYBODY, rows, statement } from "./clickhouse/rows.ts";
import { createTables, TABLE } from "./clickhouse/tables.ts";

const MARKS = "paths_mark";
/** Lines that are made into rows at once, so that other work of the process can run in between. */
const LINES_AT_ONCE = 50;

type Known = { id: string; school: string; companies: string[] };

/** Writes pipelines into ClickHouse. Everything may be done twice. */
export class StoreWriter {
  readonly #client: ClickHouseClient;
  readonly #ask: Ask;
  readonly #cluster: string | undefined;

  constructor({ client, ask, cluster }: { client: ClickHouseClient; ask: Ask; cluster: string | undefined }) {
    this.#client = client;
    this.#ask = ask;
    this.#cluster = cluster;
  }

  /** Makes the tables where they are missing. @returns the mark of what is in them, undefined for new ones */
  async open(): Promise<string | undefined> {
    const on = this.#cluster === undefined ? "" : ` ON CLUSTER '${this.#cluster}'`;
    const marks = `CREATE TABLE IF NOT EXISTS ${MARKS}${on} (at DateTime64(9), mark String) ENGINE = ${this.#cluster === undefined ? "MergeTree" : "ReplicatedMergeTree('/clickhouse/tables/{shard}/paths_mark', '{replica}')"} ORDER BY at`;
    for (const query of [...createTables({ cluster: this.#cluster }), marks]) await this.#client.command({ query });
    const [row] = await this.#ask<{ mark: string }>(`SELECT mark FROM ${MARKS} ORDER BY at DESC LIMIT 1`, new Params());
    return row?.mark;
  }

  async writeMark(mark: string): Promise<void> {
    await this.#client.insert({
      table: MARKS,
      values: [{ at: (Date.now() / 1000).toFixed(9), mark }],
      format: "JSONEachRow",
    });
  }

  /**
   * Replaces what is there of these people by what everybody may see of them. One insert has all rows of a person, so
   * each is there as before or as after.
   * @param ids everybody who may have changed; whoever is not among the profiles is taken out
   */
  async write(
    ids: readonly string[],
    profiles: readonly PublicProfile[],
    at: { version: number; month: number },
  ): Promise<void> {
    if (ids.length === 0) return;
    const known = new Map((await this.#readKnown(ids)).map((one) => [one.id, one]));
    const visible = new Map(profiles.map((profile) => [profile._id, toPathLine(profile, { classify })]));
    const placed: PlacedRow[] = [];
    const lines = [...visible.values()];
    for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
      const some = lines.slice(from, from + LINES_AT_ONCE);
      for (const [index, row] of rowsOf(some, at.month).entries()) {
        const line = some[index];
        if (line)
          placed.push(...placesOf(line).map((place) => ({ ...row, place, version: at.version, gone: 0 as const })));
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const id of ids) {
      const line = visible.get(id);
      const places = new Set(line ? placesOf(line) : []);
      const old = known.get(id);
      const before = old
        ? ["", old.school, ...old.companies].filter((place, index) => index === 0 || place !== "")
        : [];
      for (const place of new Set(before)) {
        if (!places.has(place)) placed.push({ ...NOBODY, id, place, version: at.version, gone: 1 });
      }
    }
    if (placed.length === 0) return;
    await this.#client.insert({
      table: TABLE,
      values: placed,
      format: "JSONEachRow",
      clickhouse_settings: {
        // All in one block, and answered when each shard has it.
        insert_distributed_sync: 1,
        max_insert_block_size: String(placed.length + 1),
        input_format_parallel_parsing: 0,
      },
    });
  }

  #readKnown(ids: readonly string[]): Promise<Known[]> {
    const params = new Params();
    const of = rows(`${EVERYBODY} AND id IN ${params.strings(ids)}`, []);
    return this.#ask<Known>(statement(of, "id, school, arrayDistinct(company) AS companies"), params);
  }

  /** Ids of people, of those with rows older than a version, or of those who change with the days; in order. */
  async readIds(condition: "all" | "aging" | { before: number }, after: string, most: number): Promise<string[]> {
    const params = new Params();
    const narrowed = this.#narrowed(condition, params);
    const of = rows(`${EVERYBODY} AND id > ${params.string(after)}`, [{ where: narrowed }]);
    const found = await this.#ask<{ id: string }>(
      statement(of, "id", `ORDER BY id LIMIT ${params.number(most)}`),
      params,
    );
    return found.map((row) => row.id);
  }

  #narrowed(condition: "all" | "aging" | { before: number }, params: Params): string {
    if (condition === "all") return "1";
    return condition === "aging" ? "is_aging" : `version < ${params.number(condition.before)}`;
  }

  /** Those of these people whose rows are not as everybody sees them now, or that are missing. */
  async differing(profiles: readonly PublicProfile[]): Promise<string[]> {
    const params = new Params();
    const of = rows(`${EVERYBODY} AND id IN ${params.strings(profiles.map((profile) => profile._id))}`, []);
    const found = await this.#ask<{ id: string; print: number }>(statement(of, "id, print"), params);
    const prints = new Map(found.map((row) => [row.id, row.print]));
    return profiles
      .filter((profile) => prints.get(profile._id) !== linePrint(toPathLine(profile, { classify })))
      .map((profile) => profile._id);
  }
}

/** The columns of somebody who is gone. */
const NOBODY: LineRow = {
  id: "",
  is_public: 0,
  print: 0,
  school: "",
  country: "",
  is_aging: 0,
  career: 0,
  family: "",
  company: [],
  local: [],
  near: [],
  near_local: [],
  far: [],
  stop: [],
  title: [],
  wording: [],
  kind: [],
  level: [],
  phase: [],
  is_year: [],
  start: [],
  until: [],
  stop_company: [],
  stop_first: [],
  stop_open: [],
  stay_kind: [],
  stay_company: [],
  stay_start: [],
  stay_months: [],
  stay_ended: [],
  stay_on_year: [],
};
