import type { ClickHouseClient, ClickHouseSettings } from "@clickhouse/client";
import type { PublicProfile } from "#features/profile/schema.ts";
import type { Ask } from "./clickhouse/ask.ts";
import { Params } from "./clickhouse/params.ts";
import { EVERYBODY, rows, statement } from "./clickhouse/rows.ts";
import { createState, createTables, dropTables, onCluster, STATE_TABLE, TABLE } from "./clickhouse/tables.ts";
import { rowBatches, tombstoneAt, type RowPlace, type UnversionedRow } from "./store-rows.server.ts";
import type { ClickHouseState } from "./store-state.server.ts";

/** Ends an insert long before the client stops waiting. A late insert could overwrite a newer one. */
const INSERT = { log_queries: 0, max_execution_time: 8 } as const;
/** An insert ends when most replicas have it, so that every later answer contains it. */
const QUORUM = { insert_quorum: "auto", insert_quorum_parallel: 0, insert_quorum_timeout: 8_000 } as const;
/**
 * Waits only for nodes that are reachable. An unreachable node cannot write either, because a write needs the Keeper.
 * Without this, one unreachable node would block every write. The client's types lack this mode.
 */
const OF_ACTIVE_NODES = {
  distributed_ddl_output_mode: "throw_only_active",
  distributed_ddl_task_timeout: 8,
} as unknown as ClickHouseSettings;
/** ClickHouse refuses to drop large tables without this. */
const DROP = { max_table_size_to_drop: "0", max_partition_size_to_drop: "0" } as const;

type Known = { id: string; school: string; companies: string[] };

type WriterOptions = { client: ClickHouseClient; ask: Ask; cluster: string | undefined };

/** Writes pipelines to ClickHouse. Each call can safely be repeated. */
export class StoreWriter {
  readonly #options: WriterOptions;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** The state of the tables; undefined if they do not exist. */
  async find(): Promise<ClickHouseState | undefined> {
    for (const name of [STATE_TABLE, TABLE]) {
      const [table] = await this.#options.ask<{ result: number }>(`EXISTS TABLE ${name}`, new Params());
      if (table?.result !== 1) return undefined;
    }
    return this.readState();
  }

  async readState(): Promise<ClickHouseState | undefined> {
    const sql = `SELECT mark, version FROM ${STATE_TABLE} ORDER BY version DESC LIMIT 1`;
    const [row] = await this.#options.ask<ClickHouseState>(sql, new Params());
    return row;
  }

  /** Replaces all tables by empty ones. */
  async begin(state: ClickHouseState): Promise<void> {
    const { client } = this.#options;
    for (const query of dropTables(this.#options)) await client.command({ query, clickhouse_settings: DROP });
    for (const query of [createState(this.#options), ...createTables(this.#options)]) await client.command({ query });
    await this.writeState(state);
  }

  /** Call it after all rows up to this version are written. */
  async writeState(state: ClickHouseState): Promise<void> {
    await this.#insert(STATE_TABLE, [state], `${writesOf(state.mark)}state-${state.version}`);
  }

  /** Ends inserts whose caller gave up waiting. None of their rows can arrive after this. */
  async killWrites(mark: string): Promise<void> {
    const { client, cluster } = this.#options;
    await client.command({
      query: `KILL QUERY${onCluster(this.#options)} WHERE startsWith(initial_query_id, '${writesOf(mark)}') SYNC`,
      ...(cluster !== undefined && { clickhouse_settings: OF_ACTIVE_NODES }),
    });
  }

  /**
   * Replaces these people's rows by what everybody may see of them now. One insert has all rows of a person, so readers
   * see either all old rows or all new ones.
   * @param ids everybody who may have changed; people without a profile in `profiles` are removed
   * @param at.version the first version; one for each person and one more may be used
   * @param at.also more places that have rows of these people
   * @param at.checkStillLocked throws if another process may write by now
   */
  async write(
    ids: readonly string[],
    profiles: readonly PublicProfile[],
    at: {
      mark: string;
      version: number;
      month: number;
      also?: readonly RowPlace[];
      checkStillLocked?: () => Promise<void>;
    },
  ): Promise<void> {
    if (ids.length === 0) return;
    const before = new Map(ids.map((id) => [id, new Set<string>()]));
    for (const { id, school, companies } of await this.#readKnown(ids)) {
      const named = [school, ...companies].filter((place) => place !== "");
      for (const place of ["", ...named]) before.get(id)?.add(place);
    }
    for (const { id, place } of at.also ?? []) before.get(id)?.add(place);
    const visible = new Set(profiles.map((profile) => profile._id));
    const hidden = ids.filter((id) => !visible.has(id));
    const gone = hidden.flatMap((id) => [...(before.get(id) ?? [])].map((place) => tombstoneAt({ id, place })));
    let { version } = at;
    // Removals have their own version. A person with a new id must not share one with the old id, or both could be
    // linked.
    await this.#insertRows(gone, { mark: at.mark, version });
    for await (const batch of rowBatches(profiles, before, at.month)) {
      version += 1;
      await at.checkStillLocked?.();
      await this.#insertRows(batch, { mark: at.mark, version });
    }
  }

  async #insertRows(unwritten: readonly UnversionedRow[], { mark, version }: ClickHouseState): Promise<void> {
    if (unwritten.length === 0) return;
    await this.#insert(
      TABLE,
      unwritten.map((row) => ({ ...row, version })),
      `${writesOf(mark)}${version}`,
    );
  }

  async #insert(table: string, values: readonly object[], queryId: string): Promise<void> {
    const { client, cluster } = this.#options;
    await client.insert({
      table,
      values,
      format: "JSONEachRow",
      query_id: queryId,
      clickhouse_settings: {
        ...INSERT,
        ...(cluster === undefined ? {} : QUORUM),
        // One block, confirmed when each shard has it.
        insert_distributed_sync: 1,
        max_insert_block_size: String(values.length + 1),
        input_format_parallel_parsing: 0,
      },
    });
  }

  #readKnown(ids: readonly string[]): Promise<Known[]> {
    const params = new Params();
    const of = rows(`${EVERYBODY} AND id IN ${params.strings(ids)}`, []);
    return this.#options.ask<Known>(statement(of, "id, school, arrayDistinct(company) AS companies"), params);
  }

  /** Ids in order: of everybody, or of people whose rows depend on the date. */
  async readIds(condition: "all" | "aging", after: string, most: number): Promise<string[]> {
    const params = new Params();
    const of = rows(`${EVERYBODY} AND id > ${params.string(after)}`, [
      { where: condition === "all" ? "1" : "is_aging" },
    ]);
    const found = await this.#options.ask<{ id: string }>(
      statement(of, "id", `ORDER BY id LIMIT ${params.number(most)}`),
      params,
    );
    return found.map((row) => row.id);
  }
}

/** The beginning of the query ids of all inserts into these tables. */
function writesOf(mark: string): string {
  return `paths-write-${mark.replace(" ", "-")}-`;
}
