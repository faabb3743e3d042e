import { ClickHouseError } from "@clickhouse/client";
import { sql as db } from "kysely";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Params } from "#features/path/clickhouse/params.ts";
import type { Ask, Limits } from "#features/path/clickhouse/ask.ts";
import { asker, openClickHouse, openLongRunning } from "#features/path/store-client.server.ts";
import { StoreService } from "#features/path/store-service.server.ts";
import type { LongRunning } from "#features/path/store-sweeper.server.ts";
import { readStoreState } from "#features/path/store-write.server.ts";
import { publicId } from "#tests/paths/worlds.ts";
import { Stage } from "./stage.ts";

// Questions while something is wrong: one statement, the way to ClickHouse, its tables, or its questionMilliseconds.

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());
beforeEach(() => stage.fill(), 60_000);

type Line = { fields: object; text: string };

/** A service whose statements about pipelines go wrong in a way. */
function serviceWith(
  wrong: { of: (sql: string, limits?: Limits) => Promise<void> },
  questionMilliseconds = 5_000,
  longRunning?: LongRunning,
) {
  const lines: Line[] = [];
  const log = {
    info: (fields: object, text: string) => void lines.push({ fields, text }),
    warn: (fields: object, text: string) => void lines.push({ fields, text }),
  };
  const client = openClickHouse(stage.clickhouse.url);
  const plain = asker(client);
  const ask: Ask = async <Row>(sql: string, params: Params, limits?: Limits) => {
    await wrong.of(sql, limits);
    return plain<Row>(sql, params, limits);
  };
  const service = new StoreService({
    db: stage.db,
    client,
    longRunning: longRunning ?? openLongRunning(stage.clickhouse.url, { cluster: undefined }),
    ask,
    cluster: undefined,
    visible: stage.visible,
    namesOf: async () => new Map(),
    today: () => stage.day,
    isFresh: () => true,
    log,
    questionMilliseconds,
  });
  return { service, lines };
}

const titles = (sql: string) => sql.includes("title");

describe("a question", () => {
  it("that one statement fails says nothing about the others: 503, a line with code and call, and pages go on", async () => {
    const { service, lines } = serviceWith({
      of: async (sql) => {
        if (titles(sql)) throw new ClickHouseError({ message: "secret", code: "47", type: "UNKNOWN_IDENTIFIER" });
      },
    });
    try {
      expect(await service.refresh()).toBe(true);
      await expect(service.ask("titles", null)).rejects.toMatchObject({ code: "paths-not-ready" });
      expect(service.isReady()).toBe(true);
      expect(lines).toEqual([
        { fields: { reason: "47 UNKNOWN_IDENTIFIER", call: "titles" }, text: "ClickHouse refused a question" },
      ]);
    } finally {
      await service.close();
    }
  });

  it("that meets no server switches the pages off, and the next look on again where nobody asks", async () => {
    let isAway = true;
    const { service } = serviceWith({
      of: async () => {
        if (isAway) throw Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
      },
    });
    try {
      await expect(service.ask("titles", null)).rejects.toMatchObject({ code: "paths-not-ready" });
      expect(service.isReady()).toBe(false);
      isAway = false;
      await expect.poll(() => service.isReady(), { timeout: 5_000 }).toBe(true);
    } finally {
      await service.close();
    }
  });

  it("is given up in time, and its statement with it", async () => {
    let signal: AbortSignal | undefined;
    const { service } = serviceWith(
      {
        of: async (sql, limits) => {
          if (!titles(sql)) return;
          signal = limits?.signal;
          await setTimeout(3_000);
        },
      },
      300,
    );
    try {
      const begun = performance.now();
      await expect(service.ask("titles", null)).rejects.toMatchObject({ code: "overloaded" });
      expect(performance.now() - begun).toBeLessThan(2_500);
      expect(signal?.aborted).toBe(true);
      expect(service.waiting()).toBe(0);
    } finally {
      await service.close();
    }
  });

  it.each([-1, 1])("is not answered from tables that are older or newer than the database (%d)", async (by) => {
    const { service } = serviceWith({ of: async () => {} });
    try {
      expect(await service.refresh()).toBe(true);
      const { mark, version } = await readStoreState(stage.db);
      await stage.client.command({ query: "TRUNCATE TABLE paths_state" });
      await stage.writer().writeState({ mark, version: version + by });
      // A look holds for a second.
      await setTimeout(1_100);
      await expect(service.ask("titles", null)).rejects.toMatchObject({ code: "paths-not-ready" });
      expect(service.isReady()).toBe(false);
      // The job fills them anew, and they answer.
      while (await service.work());
      expect((await service.ask("titles", null)).titles.length).toBeGreaterThan(0);
    } finally {
      await service.close();
    }
  });

  it("is answered although the disk could not be cleared", async () => {
    const client = new Proxy(stage.longRunning.client, {
      get: (target, name) =>
        name === "command" ? () => Promise.reject(new Error("Timeout error.")) : Reflect.get(target, name),
    });
    const { service, lines } = serviceWith({ of: async () => {} }, 5_000, { ...stage.longRunning, client });
    await db`update path_store set clear_to = 1, noted_at = now() - interval '25 hours'`.execute(stage.db);
    await service.work();
    expect(service.isReady()).toBe(true);
    expect(lines).toEqual([{ fields: { reason: "Error" }, text: expect.stringContaining("keeps what is hidden") }]);
    // The next turn does not try at once.
    await service.work();
    expect(lines).toHaveLength(1);
  });

  it("finds nothing different in tables that were just filled", async () => {
    const { service } = serviceWith({ of: async () => {} });
    try {
      await stage.change([publicId("a", 1)]);
      expect(await service.ask("verify", null)).toEqual({ lines: 6, differences: [] });
    } finally {
      await service.close();
    }
  });
});
