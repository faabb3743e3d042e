import { afterAll, beforeAll } from "vitest";
import type { ClickHouseClient } from "@clickhouse/client";
import { openClickHouse } from "#features/path/store-client.server.ts";
import { toLine, TODAY } from "#tests/helpers/path-lines.ts";
import { describeEngine } from "#tests/paths/engine-cases.ts";
import { startClickHouse, type TestClickHouse } from "./server.ts";
import { answersOf, engineFrom, makeTables, Replacing } from "./worlds.ts";

// What the embedded engine must answer, ClickHouse must answer alike. Only the keeping of lines in memory (columns,
// dictionaries, generations) is its own; how ClickHouse is filled and kept up is in follows.test.ts and halves.test.ts.

let server: TestClickHouse;
let client: ClickHouseClient;

beforeAll(async () => {
  server = await startClickHouse();
  client = openClickHouse(server.url);
  await makeTables(client);
});
afterAll(async () => {
  await client.close();
  await server.stop();
});

describeEngine(
  async (brief, bounds) => {
    const world = { lines: brief.map(toLine), today: TODAY };
    const engine = engineFrom(await answersOf(client, world, bounds));
    const rows = new Replacing(client, world);
    return { ...engine, put: (line) => rows.put(line), remove: (id) => rows.remove(id) };
  },
  // Each random case sends several slow statements to ClickHouse.
  { share: 0.01, moment: 15_000 },
);
