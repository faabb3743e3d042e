import type { PostgresPool } from "kysely";
import { describe, expect, test } from "vitest";
import { ReadPool, type ReadSource } from "./read-pool.ts";

/** A pool that writes down its queries, and fails with this code. */
function pretend(name: string, seen: string[], code?: string): PostgresPool {
  const query = async (text: string) => {
    seen.push(`${name}: ${text}`);
    if (code !== undefined) throw Object.assign(new Error("refused"), { code });
    return { command: "SELECT", rowCount: 0, rows: [] };
  };
  const client = { query, release: () => void seen.push(`${name} is free`) };
  return { options: {}, end: async () => {}, connect: async () => client as never };
}

type Given = {
  /** The replica fails with this code. */
  code?: string;
  primaryCode?: string;
  /** One after the other; the last one stays. */
  sources?: readonly ReadSource[];
  isSame?: boolean;
};

async function ask(texts: readonly string[], given: Given = {}): Promise<string[]> {
  const seen: string[] = [];
  const replica = pretend("replica", seen, given.code);
  const sources = [...(given.sources ?? ["replica" as const])];
  const source = (): ReadSource => (sources.length > 1 ? sources.shift() : sources[0]) ?? "primary";
  const choice = { source, isSame: async () => given.isSame ?? true };
  const pool = new ReadPool(replica, pretend("primary", seen, given.primaryCode), choice);
  const client = await pool.connect();
  for (const text of texts) await client.query(text, []);
  client.release();
  return seen;
}

describe("a pool for reads", () => {
  test("asks the replica while it may be used", async () => {
    expect(await ask(["select 1", "select 2"])).toEqual(["replica: select 1", "replica: select 2", "replica is free"]);
    expect(await ask(["select 1"], { sources: ["primary"] })).toEqual(["primary: select 1", "primary is free"]);
  });

  test("transactions belong to the primary", async () => {
    const transaction = ["begin", "select 1", "commit"];
    expect(await ask(transaction)).toEqual([...transaction.map((text) => `primary: ${text}`), "primary is free"]);
    expect(await ask(["start transaction read only"])).toContain("primary: start transaction read only");
  });

  test.each(["40001", "57P01", "08006", "ECONNREFUSED", "25006"])(
    "what the replica cannot answer (%s) is asked again at the primary",
    async (code) => {
      const seen = await ask(["select 1", "select 2"], { code });
      expect(seen).toEqual([
        "replica: select 1",
        "replica is free",
        "primary: select 1",
        "primary: select 2",
        "primary is free",
      ]);
    },
  );

  test.each(["57014", "42P01", "22P02"])("an error of the query itself (%s) is not repeated", async (code) => {
    await expect(ask(["select 1"], { code })).rejects.toMatchObject({ code });
  });

  test("a connection of the replica that leads to another server is ended, and asks nothing", async () => {
    expect(await ask(["select 1"], { isSame: false })).toEqual([
      "replica is free",
      "primary: select 1",
      "primary is free",
    ]);
  });

  test("a change that comes while the replica's connection is opened sends the query to the primary", async () => {
    expect(await ask(["select 1"], { sources: ["replica", "primary"] })).toContain("primary: select 1");
  });

  test("while nobody tells us of changes, the primary is asked, and the replica only if it does not answer", async () => {
    const sources = ["primary-first"] as const;
    expect(await ask(["select 1"], { sources })).toEqual(["primary: select 1", "primary is free"]);
    expect(await ask(["select 1"], { sources, primaryCode: "ECONNREFUSED" })).toEqual([
      "primary: select 1",
      "primary is free",
      "replica: select 1",
      "replica is free",
    ]);
    await expect(ask(["select 1"], { sources, primaryCode: "42P01" })).rejects.toMatchObject({ code: "42P01" });
    await expect(ask(["begin"], { sources, primaryCode: "ECONNREFUSED" })).rejects.toMatchObject({
      code: "ECONNREFUSED",
    });
    const both = { sources, primaryCode: "ECONNREFUSED", code: "57P01" };
    await expect(ask(["select 1"], both)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});
