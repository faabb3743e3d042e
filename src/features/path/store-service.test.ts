import { ClickHouseError } from "@clickhouse/client";
import { expect, it } from "vitest";
import { AppError } from "#core/errors.ts";
import { createTables } from "./clickhouse/tables.ts";
import { refusalOf } from "./store-service.server.ts";

const failed = (code: string) => new ClickHouseError({ message: "Code: it. DB::Exception", code, type: "SOME_ERROR" });

it.each([
  ["a statement that took too long", failed("159"), "overloaded"],
  ["one that would read too many rows", failed("158"), "overloaded"],
  ["one that needed too much memory", failed("241"), "overloaded"],
  ["a table that is not there", failed("60"), "paths-not-ready"],
  ["a server that is away", Object.assign(new Error("connect"), { code: "ECONNREFUSED" }), "paths-not-ready"],
  ["a question that cannot be asked", new RangeError("The cursor is of another question."), "bad-request"],
  ["a flood", new AppError("overloaded", { retryAfter: 1 }), "overloaded"],
])("refuses after %s", (_, error, code) => {
  expect(refusalOf(error).code).toBe(code);
});

it("makes one table for a node, and a part of it on each shard of a cluster", () => {
  expect(createTables({ cluster: undefined })).toEqual([expect.stringContaining("ReplacingMergeTree(version, gone)")]);
  const [part, whole] = createTables({ cluster: "pipelines" });
  expect(part).toMatch(/^CREATE TABLE IF NOT EXISTS paths_shard ON CLUSTER 'pipelines' .*ORDER BY \(place, id\)/s);
  expect(part).toContain("ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/paths_shard', '{replica}', version");
  expect(whole).toContain("Distributed('pipelines', currentDatabase(), paths_shard, cityHash64(id))");
});
