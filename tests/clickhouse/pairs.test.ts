import { afterAll, beforeAll } from "vitest";
import type { ClickHouseClient } from "@clickhouse/client";
import { openClickHouse } from "#features/path/store-client.server.ts";
import { describePairs } from "#tests/paths/pairs.ts";
import { startClickHouse, type TestClickHouse } from "./server.ts";
import { answersOf, engineFrom, makeTables } from "./worlds.ts";

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

describePairs({
  name: "ClickHouse",
  engineOf: async (world) => engineFrom(await answersOf(client, world)),
  // Few, because each pair sends several slow statements to ClickHouse. PATH_PAIRS=10000 runs more.
  pairs: 240,
});
