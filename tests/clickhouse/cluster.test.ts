import type { ClickHouseClient, ClickHouseSettings } from "@clickhouse/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createState, createTables, dropTables } from "#features/path/clickhouse/tables.ts";
import { asker, openClickHouse } from "#features/path/store-client.server.ts";
import { StoreSweeper } from "#features/path/store-sweeper.server.ts";
import { StoreWriter } from "#features/path/store-writer.server.ts";
import { startClickHouse, type TestClickHouse } from "./server.ts";

// There is no cluster here. But ClickHouse reads every statement that a cluster gets, and knows every setting of it.

let server: TestClickHouse;
let client: ClickHouseClient;
const options = { cluster: "pipelines" };

type Sent = { query: string; settings: ClickHouseSettings };

beforeAll(async () => {
  server = await startClickHouse();
  client = openClickHouse(server.url);
});
afterAll(async () => {
  await client.close();
  await server.stop();
});

/** Everything that a cluster is sent, beside questions. */
async function sentToCluster(): Promise<Sent[]> {
  const sent: Sent[] = [];
  type Given = { query?: string; table?: string; clickhouse_settings?: ClickHouseSettings };
  const note = async ({ query, table, clickhouse_settings }: Given) => {
    sent.push({ query: query ?? `INSERT INTO ${table} FORMAT JSONEachRow`, settings: clickhouse_settings ?? {} });
    return { json: async () => [{ rows: 0 }] };
  };
  // Only what writer and sweeper use of a client.
  const noting = { command: note, insert: note, query: note } as unknown as ClickHouseClient;
  const writer = new StoreWriter({ client: noting, ask: asker(noting, options), ...options });
  await writer.begin({ mark: "2 a", version: 1 });
  await writer.killWrites("2 a");
  await writer.readState();
  await new StoreSweeper({ client: noting, ask: asker(noting, options), ...options }).clear(7);
  return sent;
}

it("reads every statement of a cluster, and takes its settings", async () => {
  const sent = await sentToCluster();
  const statements = [createState(options), ...createTables(options), ...dropTables(options)];
  expect(sent.map(({ query }) => query)).toEqual(expect.arrayContaining(statements));
  for (const { query, settings } of sent) {
    await client.query({ query: "SELECT 1", clickhouse_settings: settings });
    const values = query.replaceAll(/\{p\d+:\w+\}/g, "1");
    const read = await client.query({ query: `EXPLAIN AST ${values}`, format: "TabSeparated" });
    expect(await read.text(), query).not.toBe("");
  }
});

it("would notice a word or a setting that ClickHouse does not know", async () => {
  await expect(client.query({ query: "EXPLAIN AST KILL QUERY ON SHARDS 'a' WHERE 1" })).rejects.toThrow(/Syntax error/);
  await expect(client.query({ query: "SELECT 1", clickhouse_settings: { insert_quorums: "auto" } })).rejects.toThrow(
    /insert_quorums/,
  );
  const mode = { distributed_ddl_output_mode: "throw_only_away" } as unknown as ClickHouseSettings;
  await expect(client.query({ query: "SELECT 1", clickhouse_settings: mode })).rejects.toThrow(/throw_only_away/);
});
