import { ClickHouseError } from "@clickhouse/client";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Ask } from "#features/path/clickhouse/ask.ts";
import { openClickHouse, asker } from "#features/path/store-client.server.ts";
import { storeAnswers } from "#features/path/clickhouse/engine.ts";
import { routeOf, stepOf, TODAY } from "#tests/paths/hand-made.ts";
import { startClickHouse } from "./server.ts";
import { makeTables } from "./worlds.ts";

it("offers no looser routes where counting them costs too much, and answers the rest", async () => {
  const server = await startClickHouse();
  const client = openClickHouse(server.url);
  try {
    await makeTables(client);
    const plain = asker(client);
    const searchWith = (ask: Ask) => {
      const names = { nameOfTitle: (slug: string) => slug, namesOf: async () => new Map<string, string>() };
      const route = routeOf([stepOf({ companies: ["A"] }), stepOf({ companies: ["B"] }), stepOf({})]);
      return storeAnswers({ ask, today: TODAY, ...names }).search({
        route,
        page: { sort: "recent", limit: 12, cursor: null },
      });
    };
    const late =
      (code: string): Ask =>
      async (sql, params) => {
        if (!sql.includes("UNION ALL")) return plain(sql, params);
        throw new ClickHouseError({ message: "too long", code, type: "TIMEOUT_EXCEEDED" });
      };
    expect(await searchWith(late("159"))).toMatchObject({ people: 0, looser: [] });
    await expect(searchWith(late("60"))).rejects.toThrow("too long");
  } finally {
    await client.close();
    await server.stop();
  }
});

it("counts looser routes for a while, and then offers what was found", async () => {
  const server = await startClickHouse();
  const client = openClickHouse(server.url);
  try {
    await makeTables(client);
    const plain = asker(client);
    const counted: (number | undefined)[] = [];
    const ask: Ask = async (sql, params, limits) => {
      if (!sql.includes("UNION ALL")) return plain(sql, params, limits);
      counted.push(limits?.seconds);
      await setTimeout(150);
      return [];
    };
    const steps = ["A", "B", "C", "D", "E", "F", "G", "H"].map((name) =>
      stepOf({ companies: [name], levels: ["senior"], kinds: ["full-time"] }),
    );
    const names = { nameOfTitle: (slug: string) => slug, namesOf: async () => new Map<string, string>() };
    const answers = storeAnswers({ ask, today: TODAY, ...names, looserTime: 400 });
    const search = answers.search({ route: routeOf(steps), page: { sort: "recent", limit: 12, cursor: null } });
    expect(await search).toMatchObject({ people: 0, looser: [] });
    expect(counted.length).toBeGreaterThan(0);
    expect(counted.length).toBeLessThan(5);
    // ClickHouse ends the last one in time too.
    for (const seconds of counted) expect(seconds).toBeLessThanOrEqual(0.4);
  } finally {
    await client.close();
    await server.stop();
  }
});
