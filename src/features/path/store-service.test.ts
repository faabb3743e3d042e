import type { ClickHouseClient } from "@clickhouse/client";
import { ClickHouseError } from "@clickhouse/client";
import { expect, it } from "vitest";
import { AppError } from "#core/errors.ts";
import { Params } from "./clickhouse/params.ts";
import { QuestionRefused } from "./clickhouse/ask.ts";
import { createState, createTables, dropTables } from "./clickhouse/tables.ts";
import { asker } from "./store-client.server.ts";
import { isExpectedState, StoreDiffers } from "./store-state.server.ts";
import { isUnreachable, toAppError } from "./store-errors.server.ts";
import { StoreSweeper } from "./store-sweeper.server.ts";
import { StoreWriter } from "./store-writer.server.ts";

const failed = (code: string) => new ClickHouseError({ message: "Code: it. DB::Exception", code, type: "SOME_ERROR" });
const network = (code: string) => Object.assign(new Error("connect"), { code });

it.each([
  ["a statement that took too long", failed("159"), "overloaded", false],
  ["one that would read too many rows", failed("158"), "overloaded", false],
  ["one that needed too much memory", failed("241"), "overloaded", false],
  ["one that is too long to be read", failed("62"), "overloaded", false],
  ["one that is too deep", failed("167"), "overloaded", false],
  ["one that has too many parts", failed("168"), "overloaded", false],
  ["a table that is not there", failed("60"), "paths-not-ready", false],
  ["a server that is away", network("ECONNREFUSED"), "paths-not-ready", true],
  ["a connection that was cut", network("ECONNRESET"), "paths-not-ready", true],
  ["an answer that did not come", new Error("Timeout error."), "paths-not-ready", true],
  ["tables of another site", new StoreDiffers("other"), "paths-not-ready", true],
  ["a question that cannot be asked", new QuestionRefused("The cursor is of another question."), "bad-request", false],
  ["a number that is out of range by mistake", new RangeError("Invalid array length"), "paths-not-ready", false],
  ["a flood", new AppError("overloaded", { retryAfter: 1 }), "overloaded", false],
])("refuses after %s", (_, error, code, away) => {
  expect(toAppError(error).code).toBe(code);
  expect(isUnreachable(error)).toBe(away);
});

it("knows its own tables by their mark and the last write, which may be under way", () => {
  const wanted = { mark: "2 a", written: 5, version: 7 };
  const found = [4, 5, 6, 7, 8].map((version) => isExpectedState({ mark: "2 a", version }, wanted));
  expect(found).toEqual([false, true, true, true, false]);
  expect(isExpectedState({ mark: "2 b", version: 5 }, wanted)).toBe(false);
  expect(isExpectedState(undefined, wanted)).toBe(false);
});

it("makes one table for a node, and a part of it on each shard of a cluster", () => {
  expect(createTables({ cluster: undefined })).toEqual([expect.stringContaining("ReplacingMergeTree(version, gone)")]);
  const [part, whole] = createTables({ cluster: "pipelines" });
  expect(part).toMatch(/^CREATE TABLE IF NOT EXISTS paths_shard ON CLUSTER 'pipelines' .*ORDER BY \(place, id\)/s);
  expect(part).toContain(
    "ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/paths_shard', '{replica}', version",
  );
  expect(whole).toContain("Distributed('pipelines', currentDatabase(), paths_shard, cityHash64(id))");
});

it("has one table of the state for a whole cluster, and drops everything", () => {
  const state = createState({ cluster: "pipelines" });
  expect(state).toContain("'/clickhouse/tables/{database}/paths_state', '{shard}-{replica}', version)");
  const dropped = dropTables({ cluster: "pipelines" });
  for (const table of ["paths", "paths_shard", "paths_state", "paths_mark"])
    expect(dropped).toContain(`DROP TABLE IF EXISTS ${table} ON CLUSTER 'pipelines' SYNC`);
});

/** A client that notes what it is asked. */
function noting(): { client: ClickHouseClient; settings: object[] } {
  const settings: object[] = [];
  const note = async (given: { clickhouse_settings?: object }) => {
    settings.push(given.clickhouse_settings ?? {});
    return { json: async () => [] };
  };
  return { client: { insert: note, query: note, command: note } as unknown as ClickHouseClient, settings };
}

it.each([undefined, "pipelines"])("waits for most replicas and reads what they have: cluster %s", async (cluster) => {
  const { client, settings } = noting();
  const ask = asker(client, { cluster });
  await new StoreWriter({ client, ask, cluster }).writeState({ mark: "2 a", version: 1 });
  await ask("SELECT 1", new Params());
  const [insert, select] = settings;
  const isCluster = cluster !== undefined;
  const quorum = { insert_quorum: "auto", insert_quorum_parallel: 0 };
  if (isCluster) {
    expect(insert).toMatchObject(quorum);
    expect(select).toMatchObject({ select_sequential_consistency: "1" });
  } else {
    expect(insert).not.toHaveProperty("insert_quorum");
    expect(select).not.toHaveProperty("select_sequential_consistency");
  }
  // The server ends an insert before the client stops waiting for it, after 15 seconds.
  expect(insert).toMatchObject({ max_execution_time: 8, log_queries: 0 });
});

it("waits for no node that is away before it ends late inserts", async () => {
  const { client, settings } = noting();
  const ask = asker(client);
  await new StoreWriter({ client, ask, cluster: "pipelines" }).killWrites("2 a");
  await new StoreWriter({ client, ask, cluster: undefined }).killWrites("2 a");
  // Shorter than the client waits, so that what a node says is heard.
  expect(settings).toEqual([{ distributed_ddl_output_mode: "throw_only_active", distributed_ddl_task_timeout: 8 }, {}]);
});

it("ends late inserts, merges and deletes on every node of a cluster", async () => {
  const sent: string[] = [];
  const client = { command: async ({ query }: { query: string }) => sent.push(query) } as unknown as ClickHouseClient;
  const cluster = "pipelines";
  const nothing = async <Row>() => [{ rows: 0 }] as Row[];
  await new StoreWriter({ client, ask: nothing, cluster }).killWrites("2 a");
  expect(await new StoreSweeper({ client, ask: nothing, cluster }).clear(7)).toBe(true);
  expect(sent).toEqual([
    "KILL QUERY ON CLUSTER 'pipelines' WHERE startsWith(initial_query_id, 'paths-write-2-a-') SYNC",
    "OPTIMIZE TABLE paths_shard ON CLUSTER 'pipelines' FINAL",
    "ALTER TABLE paths_shard ON CLUSTER 'pipelines' DELETE WHERE gone AND version <= 7",
  ]);
});
