import type { ClickHouseClient } from "@clickhouse/client";
import { Params } from "./clickhouse/params.ts";
import type { Ask } from "./clickhouse/ask.ts";
import { localTable, onCluster, TABLE, type TableOptions } from "./clickhouse/tables.ts";
import type { RowPlace } from "./store-rows.server.ts";

/** Rows whose person's own row is looked up by one statement. */
const ROWS_AT_ONCE = 2_000;
/** Waits until every replica is done. */
const ALTER = { max_execution_time: 180, mutations_sync: "2", alter_sync: "2", log_queries: 0 } as const;

/** A ClickHouse client with long time limits. */
export type LongRunning = { client: ClickHouseClient; ask: Ask };
type Options = TableOptions & LongRunning;

/** Deletes rows without a person, and hidden rows from the disk. */
export class StoreSweeper {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Rows that no write has replaced since this version: those of deleted people, or of an insert that ended too late.
   */
  readOld(version: number, most: number): Promise<RowPlace[]> {
    const params = new Params();
    return this.#options.ask<RowPlace>(
      `SELECT id, place FROM ${TABLE} FINAL WHERE version <= ${params.number(version)} LIMIT ${params.number(most)}`,
      params,
    );
  }

  /**
   * People with a row at a place where they no longer are, or with rows of different versions. All rows of a person are
   * written together, so a row of another version is left from an earlier write. Reads a part of the table at a time.
   * @returns the last row that was looked at; undefined at the end of the table
   */
  async readStrays(after: RowPlace): Promise<{ ids: string[]; last: RowPlace | undefined }> {
    const { ask } = this.#options;
    const params = new Params();
    // Do not compare (place, id) as a pair: ClickHouse would read the table from its beginning.
    const from = params.string(after.place);
    const placed = await ask<RowPlace & { version: number }>(
      `SELECT place, id, version FROM ${TABLE} FINAL
      WHERE place != '' AND place >= ${from} AND (place > ${from} OR id > ${params.string(after.id)})
      ORDER BY place, id LIMIT ${params.number(ROWS_AT_ONCE)}`,
      params,
    );
    const own = new Params();
    const ids = [...new Set(placed.map((row) => row.id))];
    const found = await ask<{ id: string; version: number; places: string[] }>(
      `SELECT id, version, arrayDistinct(arrayPushBack(company, school)) AS places
      FROM ${TABLE} FINAL WHERE place = '' AND id IN ${own.strings(ids)}`,
      own,
    );
    const rows = new Map(found.map((row) => [row.id, row]));
    const strays = placed
      .filter(({ id, version, place }) => {
        const person = rows.get(id);
        return person?.version !== version || !person.places.includes(place);
      })
      .map((row) => row.id);
    return { ids: [...new Set(strays)], last: placed.at(-1) };
  }

  /**
   * Deletes rows from the disk that were replaced or deleted up to this version. Call it only when no insert up to this
   * version can still arrive: until then the tombstones are needed.
   * @returns is it deleted?
   */
  async clear(version: number): Promise<boolean> {
    const { client, ask } = this.#options;
    const table = `${localTable(this.#options)}${onCluster(this.#options)}`;
    await client.command({
      query: `OPTIMIZE TABLE ${table} FINAL`,
      clickhouse_settings: { ...ALTER, optimize_skip_merged_partitions: 1 },
    });
    // ClickHouse may merge only a part, for example on a full disk. Without its tombstone a deleted row would come
    // back.
    const params = new Params();
    const most = params.number(version);
    const [covered] = await ask<{ rows: number }>(
      `SELECT count() AS rows FROM ${TABLE} WHERE NOT gone AND version <= ${most}
      AND (place, id) GLOBAL IN (SELECT place, id FROM ${TABLE} WHERE gone AND version <= ${most})`,
      params,
    );
    if (covered?.rows !== 0) return false;
    await client.command({
      query: `ALTER TABLE ${table} DELETE WHERE gone AND version <= ${version}`,
      clickhouse_settings: ALTER,
    });
    return true;
  }
}
