import type { ClickHouseClient, ClickHouseSettings } from "@clickhouse/client";
import type { PublicProfile } from "#features/profile/schema.ts";
import type { Ask } from "./clickhouse/question.ts";
import { Params } from "./clickhouse/params.ts";
import { EVERYBODY, rows, statement } from "./clickhouse/rows.ts";
import { createState, createTables, dropTables, onCluster, STATE_TABLE, TABLE } from "./clickhouse/tables.ts";
import { batchesOf, goneFrom, type At, type Unwritten } from "./store-rows.server.ts";
import type { Found } from "./store-state.server.ts";

/** Ends an insert long before the client stops waiting: a late one would come after a newer one. */
const INSERT = { log_queries: 0, max_execution_time: 8 } as const;
/** Answers when most replicas have the insert, so that each answer knows of it. */
const QUORUM = { insert_quorum: "auto", insert_quorum_parallel: 0, insert_quorum_timeout: 8_000 } as const;
/**
 * A node that is away runs nothing, and can write nothing later: it would have to reach the Keeper. Without this, one
 * node that is away would hold up every write. The types of the client do not have this mode.
 */
const OF_ACTIVE_NODES = {
  distributed_ddl_output_mode: "throw_only_active",
  distributed_ddl_task_timeout: 8,
} as unknown as ClickHouseSettings;
/** Tables of a large site are more than a server lets be dropped by mistake. */
const DROP = { max_table_size_to_drop: "0", max_partition_size_to_drop: "0" } as const;

type Known = { id: string; school: string; companies: string[] };

type WriterOptions = { client: ClickHouseClient; ask: Ask; cluster: string | undefined };

/** Writes pipelines into ClickHouse. Everything may be done twice. */
export class StoreWriter {
  readonly #options: WriterOptions;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** What the tables hold, if they are there. */
  async find(): Promise<Found | undefined> {
    for (const name of [STATE_TABLE, TABLE]) {
      const [table] = await this.#options.ask<{ result: number }>(`EXISTS TABLE ${name}`, new Params());
      if (table?.result !== 1) return undefined;
    }
    return this.readState();
  }

  async readState(): Promise<Found | undefined> {
    const sql = `SELECT mark, version FROM ${STATE_TABLE} ORDER BY version DESC LIMIT 1`;
    const [row] = await this.#options.ask<Found>(sql, new Params());
    return row;
  }

  /** Makes empty tables in place of all that are there. */
  async begin(state: Found): Promise<void> {
    const { client } = this.#options;
    for (const query of dropTables(this.#options)) await client.command({ query, clickhouse_settings: DROP });
    for (const query of [createState(this.#options), ...createTables(this.#options)]) await client.command({ query });
    await this.writeState(state);
  }

  /** Call it after the rows of this version, and all before it, are written. */
  async writeState(state: Found): Promise<void> {
    await this.#insert(STATE_TABLE, [state], `${writesOf(state.mark)}state-${state.version}`);
  }

  /** Ends inserts that somebody has given up waiting for. Nothing of them can come after this. */
  async endWrites(mark: string): Promise<void> {
    const { client, cluster } = this.#options;
    await client.command({
      query: `KILL QUERY${onCluster(this.#options)} WHERE startsWith(initial_query_id, '${writesOf(mark)}') SYNC`,
      ...(cluster !== undefined && { clickhouse_settings: OF_ACTIVE_NODES }),
    });
  }

  /**
   * Replaces what is there of these people by what everybody may see of them. One insert has all rows of a person, so
   * each is there as before or as after.
   * @param ids everybody who may have changed; whoever is not among the profiles is taken out
   * @param at.version the first of as many versions as there are people, and one
   * @param at.also further places with rows of these people
   * @param at.still throws where somebody else may write by now
   */
  async write(
    ids: readonly string[],
    profiles: readonly PublicProfile[],
    at: { mark: string; version: number; month: number; also?: readonly At[]; still?: () => Promise<void> },
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
    const gone = hidden.flatMap((id) => [...(before.get(id) ?? [])].map((place) => goneFrom({ id, place })));
    let { version } = at;
    // Whoever is gone has a version of their own. Somebody with a new id must not have the one of the old id.
    await this.#insertRows(gone, { mark: at.mark, version });
    for await (const batch of batchesOf(profiles, before, at.month)) {
      version += 1;
      await at.still?.();
      await this.#insertRows(batch, { mark: at.mark, version });
    }
  }

  async #insertRows(unwritten: readonly Unwritten[], { mark, version }: Found): Promise<void> {
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
        // All in one block, and answered when each shard has it.
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

  /** Ids of people, or of those who change with the days, in order. */
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

/** How the ids of all inserts into these tables begin. */
function writesOf(mark: string): string {
  return `paths-write-${mark.replace(" ", "-")}-`;
}
