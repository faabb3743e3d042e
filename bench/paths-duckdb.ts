/** DuckDB with the same roles in one table, sorted by company and pipeline, for comparison with the engine. */
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import type { PathLine } from "#features/path/pure/types.ts";
import type { World } from "./path-lines.ts";

/** For the earliest match of each pipeline: the number of matches, and the quartiles of their months. */
const TWO_STEPS = `
  WITH origin AS (
    SELECT pipeline, min(position) AS position, arg_min(start, position) AS start
    FROM role WHERE company = $1 GROUP BY pipeline
  ), way AS (
    SELECT origin.pipeline, origin.start AS since, arg_min(role.start, role.position) AS reached
    FROM origin JOIN role ON role.pipeline = origin.pipeline
    WHERE role.company = $2 AND role.position > origin.position
    GROUP BY ALL
  )
  SELECT count(*)::INTEGER AS people, quantile_cont(reached - since, [0.25, 0.5, 0.75]) AS months FROM way`;

type DuckRoutes = {
  add: (line: PathLine) => void;
  /** Sorts the table. Returns the seconds it took. */
  finish: () => Promise<number>;
  twoSteps: (from: number, to: number) => Promise<number>;
  memoryBytes: () => Promise<number>;
  version: string;
  close: () => void;
};

async function readNumber(connection: DuckDBConnection, sql: string, values?: number[]): Promise<number> {
  const reader = await connection.runAndReadAll(sql, values);
  return Number(reader.getRows()[0]?.[0] ?? 0);
}

export async function openDuckRoutes(world: World, companies: number): Promise<DuckRoutes> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run("CREATE TABLE raw (company INTEGER, pipeline INTEGER, position INTEGER, start INTEGER)");
  const appender = await connection.createAppender("raw");
  const numbers = new Map(Array.from({ length: companies }, (_, number) => [world.companyId(number), number]));
  const version = String((await connection.runAndReadAll("SELECT version()")).getRows()[0]?.[0] ?? "");
  let pipeline = 0;
  return {
    version,
    add: ({ roles }) => {
      for (const role of roles) {
        appender.appendInteger(numbers.get(role.company) ?? -1);
        appender.appendInteger(pipeline);
        appender.appendInteger(role.position);
        appender.appendInteger(role.start);
        appender.endRow();
      }
      pipeline += 1;
    },
    finish: async () => {
      appender.closeSync();
      const start = performance.now();
      await connection.run("CREATE TABLE role AS SELECT * FROM raw ORDER BY company, pipeline, position");
      await connection.run("DROP TABLE raw");
      return (performance.now() - start) / 1_000;
    },
    twoSteps: (from, to) => readNumber(connection, TWO_STEPS, [from, to]),
    memoryBytes: () => readNumber(connection, "SELECT sum(memory_usage_bytes) FROM duckdb_memory()"),
    close: () => connection.closeSync(),
  };
}
