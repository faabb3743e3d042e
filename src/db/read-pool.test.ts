import type { PostgresPool } from "kysely";
import { describe, expect, test } from "vitest";
import { ReadPool } from "./read-pool.ts";

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

async function ask(texts: readonly string[], given: { code?: string; isUsable?: boolean } = {}): Promise<string[]> {
  const seen: string[] = [];
  const replica = pretend("replica", seen, given.code);
  const pool = new ReadPool(replica, pretend("primary", seen), () => given.isUsable ?? true);
  const client = await pool.connect();
  for (const text of texts) await client.query(text, []);
  client.release();
  return seen;
}

describe("a pool for reads", () => {
  test("asks the replica while it may be used", async () => {
    expect(await ask(["select 1", "select 2"])).toEqual(["replica: select 1", "replica: select 2", "replica is free"]);
    expect(await ask(["select 1"], { isUsable: false })).toEqual(["primary: select 1", "primary is free"]);
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
});
