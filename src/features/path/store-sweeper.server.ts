import type { ClickHouseClient } from "@clickhouse/client";
import { Params } from "./clickhouse/params.ts";
import type { Ask } from "./clickhouse/question.ts";
import { localTable, onCluster, TABLE, type TableOptions } from "./clickhouse/tables.ts";
import type { At } from "./store-rows.server.ts";

/** Rows whose person's own row is looked up by one statement. */
const ROWS_AT_ONCE = 2_000;
/** Answered when every replica has done it. */
const ALTER = { max_execution_time: 180, mutations_sync: "2", alter_sync: "2", log_queries: 0 } as const;

/** A ClickHouse client with long time limits. */
export type Patient = { client: ClickHouseClient; ask: Ask };
type Options = TableOptions & Patient;

/** Deletes rows without a person, and hidden rows from the disk. */
export class StoreSweeper {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Rows that no write has touched since this version: of people who are gone, or of an insert that came late. */
  readOld(version: number, most: number): Promise<At[]> {
    const params = new Params();
    return this.#options.ask<At>(
      `SELECT id, place FROM ${TABLE} FINAL WHERE version <= ${params.number(version)} LIMIT ${params.number(most)}`,
      params,
    );
  }

  /**
   * People with a row of another version than their own one, or at a place where they are not, a part of the table at a
   * time. One write has all rows of a person, so a row of another version came with a write that is over.
   * @returns the last row that was looked at; undefined at the end of the table
   */
  async readStrays(after: At): Promise<{ ids: string[]; last: At | undefined }> {
    const { ask } = this.#options;
    const params = new Params();
    // Pairs could be compared in one go, but then ClickHouse would read the table from its beginning.
    const from = params.string(after.place);
    const placed = await ask<At & { version: number }>(
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
   * Deletes from the disk what was replaced or taken away up to this version. Nothing of it may still be on its way:
   * the row that says "gone" must stay until then.
   * @returns is it deleted?
   */
  async clear(version: number): Promise<boolean> {
    const { client, ask } = this.#options;
    const table = `${localTable(this.#options)}${onCluster(this.#options)}`;
    await client.command({
      query: `OPTIMIZE TABLE ${table} FINAL`,
      clickhouse_settings: { ...ALTER, optimize_skip_merged_partitions: 1 },
    });
    // ClickHouse may merge only a part, for example on a full disk. A row that is hidden by "gone" would come back.
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
