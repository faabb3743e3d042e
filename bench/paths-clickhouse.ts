/**
 * npm run bench -- paths-clickhouse [--lines 1000000] [--made 1000000] [--questions 100] [--seconds 20]
 * Measures the paths in ClickHouse on this machine: bytes for each pipeline, time to fill and to merge, memory, and time
 * and work for each question. Merging waits for merges that run already. Above `--made` pipelines the rest are copies of these under other ids, made by ClickHouse.
 * Each kind of question is asked for so many seconds, and at least once. Needs what npm test -- clickhouse installs.
 */
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { ClickHouseClient } from "@clickhouse/client";
import { numberText } from "#core/number-text.ts";
import { storeAnswers, type StoreAnswers } from "#features/path/clickhouse/engine.ts";
import { Params } from "#features/path/clickhouse/params.ts";
import type { Ask } from "#features/path/clickhouse/ask.ts";
import { placesOf, rowsOf } from "#features/path/clickhouse/row.ts";
import { createTables, TABLE } from "#features/path/clickhouse/tables.ts";
import type { RoleStep } from "#features/path/pure/types.ts";
import { openClickHouse, openLongRunning } from "#features/path/store-client.server.ts";
import { startClickHouse } from "#tests/clickhouse/server.ts";
import { makeLine, makeWorld } from "./path-lines.ts";
import { PAGE, percentile, route, step } from "./paths-engine.ts";

const LINES_AT_ONCE = 5_000;
/** Merging all parts takes minutes. */
const PATIENCE = 1_800_000;
/** The kernel counts a process's work in hundredths of a second. */
const TICK_MS = 10;
/** Copies are made without filling the memory with blocks. */
const COPYING = { max_block_size: "16384", max_insert_block_size: "262144", max_execution_time: 0 } as const;

const seconds = (since: number): number => (performance.now() - since) / 1_000;
const load = (): string => `load ${loadavg()[0]?.toFixed(1)}`;

export async function benchPathsInClickHouse(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      lines: { type: "string", default: "1000000" },
      made: { type: "string", default: "1000000" },
      questions: { type: "string", default: "100" },
      seconds: { type: "string", default: "20" },
    },
  });
  const made = Math.min(Number(values.lines), Number(values.made));
  const lines = Math.ceil(Number(values.lines) / made) * made;
  const server = await startClickHouse({ isFast: true });
  const client = openClickHouse(server.url, PATIENCE);
  const longRunning = openLongRunning(server.url, { cluster: undefined });
  const { ask } = longRunning;
  try {
    for (const query of createTables({ cluster: undefined })) await client.command({ query });
    const started = performance.now();
    const today = await fill(client, made);
    console.log(`${numberText(made)} pipelines filled in ${Math.round(seconds(started))} s (${load()})`);
    await merge(client, ask, made);
    if (lines > made) {
      const copying = performance.now();
      await copy(client, { lines, made });
      console.log(`copied to ${numberText(lines)} in ${Math.round(seconds(copying))} s (${load()})`);
      await merge(client, ask, lines);
    }
    console.log(`memory ${memoryOf(server.pid())}`);
    const answers = storeAnswers({ ask, today, nameOfTitle: (slug) => slug, namesOf: async () => new Map() });
    for (const [what, run] of await questionsOf(answers, ask))
      await measure(what, run, { most: Number(values.questions), until: Number(values.seconds), pid: server.pid() });
    console.log(`memory ${memoryOf(server.pid())}`);
  } finally {
    await Promise.all([client.close(), longRunning.client.close()]);
    await server.stop();
  }
}

/** Fills the table with invented pipelines, and makes the next ones while an insert runs. @returns today */
async function fill(client: ClickHouseClient, lines: number): Promise<number> {
  const world = makeWorld(7);
  let inserting: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < lines; from += LINES_AT_ONCE) {
    const some = Array.from({ length: Math.min(LINES_AT_ONCE, lines - from) }, (_, at) => makeLine(world, from + at));
    const rows = rowsOf(some, world.today).flatMap((row, at) => {
      const line = some[at];
      return line ? placesOf(line).map((place) => ({ ...row, place, version: 1, gone: 0 })) : [];
    });
    await inserting;
    inserting = client.insert({ table: TABLE, values: rows, format: "JSONEachRow" });
  }
  await inserting;
  return world.today;
}

/** Merges all parts, as the job does once a day, and tells their size. Copies are packed better than pipelines are. */
async function merge(client: ClickHouseClient, ask: Ask, lines: number): Promise<void> {
  const begun = performance.now();
  await client.command({ query: `OPTIMIZE TABLE ${TABLE} FINAL`, clickhouse_settings: { max_execution_time: 0 } });
  const took = Math.round(seconds(begun));
  const [size] = await ask<{ bytes: number; rows: number }>(
    `SELECT sum(bytes_on_disk) AS bytes, sum(rows) AS rows FROM system.parts WHERE table = '${TABLE}' AND active`,
    new Params(),
  );
  const { bytes = 0, rows = 0 } = size ?? {};
  console.log(
    `merged in ${took} s: ${numberText(rows)} rows, ${Math.round(bytes / lines)} bytes a pipeline (${load()})`,
  );
}

async function copy(client: ClickHouseClient, { lines, made }: { lines: number; made: number }): Promise<void> {
  for (let copies = 1; copies * made < lines; copies += 1) {
    const id = `lower(substring(hex(sipHash128(id, ${copies})), 1, 24))`;
    const query = `INSERT INTO ${TABLE} SELECT * REPLACE (${id} AS id, ${copies + 1} AS version)
      FROM (SELECT * FROM ${TABLE} WHERE version = 1)`;
    await client.command({ query, clickhouse_settings: COPYING });
  }
}

type Question = [string, (turn: number) => Promise<unknown>];

async function questionsOf(answers: StoreAnswers, ask: Ask): Promise<Question[]> {
  // The most common companies: their questions cost most.
  const common = await ask<{ place: string }>(
    `SELECT place FROM ${TABLE} WHERE place IN (SELECT arrayJoin(company) FROM ${TABLE} WHERE place = '' AND version = 1)
    GROUP BY place ORDER BY count() DESC LIMIT 40`,
    new Params(),
  );
  const [first] = await ask<{ id: string; school: string }>(
    `SELECT id, school FROM ${TABLE} WHERE place = '' AND school != '' LIMIT 1`,
    new Params(),
  );
  const company = (at: number): string => common[at % common.length]?.place ?? "";
  const at = (turn: number): RoleStep => ({
    of: "role",
    companies: [company(turn)],
    titles: [],
    levels: [],
    kinds: [],
  });
  const senior = step({ levels: ["senior"] });
  const anywhere = { country: null, school: null, since: null, until: null };
  return [
    ["route of 2 companies", (turn) => answers.search({ route: route([at(turn), at(turn + 1)]), page: PAGE })],
    [
      "route of a company, a level, a company",
      (turn) => answers.search({ route: route([at(turn), senior, at(turn + 1)]), page: PAGE }),
    ],
    ["X to Y", (turn) => answers.routes({ ...anywhere, from: at(turn), to: at(turn + 1) })],
    ["flow of a company", (turn) => answers.flow({ step: at(turn), hops: 3, direction: "after" })],
    ["a school's insights", () => answers.school({ school: first?.school ?? "", since: null, until: null })],
    ["people like somebody", () => answers.similar(first?.id ?? "")],
    [
      "route of 2 levels, everybody",
      () => answers.search({ route: route([senior, step({ levels: ["staff"] })]), page: PAGE }),
    ],
    [
      "a company's insights",
      (turn) => answers.company({ company: company(turn), kind: "full-time", since: null, until: null }),
    ],
    ["all titles", () => answers.titles(null)],
    ["a title", () => answers.title("senior-software")],
  ];
}

async function measure(
  what: string,
  run: (turn: number) => Promise<unknown>,
  { most, until, pid }: { most: number; until: number; pid: number | undefined },
): Promise<void> {
  const times: number[] = [];
  const begun = performance.now();
  const worked = workOf(pid);
  try {
    while (times.length === 0 || (times.length < most && seconds(begun) < until)) {
      const asked = performance.now();
      await run(times.length);
      times.push(performance.now() - asked);
    }
  } catch (error) {
    console.log(
      `${what}: refused after ${Math.round(seconds(begun))} s: ${error instanceof Error ? error.message.slice(0, 120) : String(error)}`,
    );
    return;
  }
  const work = Math.round((workOf(pid) - worked) / times.length);
  const sorted = times.toSorted((a, b) => a - b);
  const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)].map(Math.round);
  console.log(`${what}: p50 ${p50} ms, p99 ${p99} ms, work ${work} ms, of ${times.length} questions (${load()})`);
}

/** Milliseconds of processors that a process has used. */
function workOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** What a process has in memory, and the most it had. */
function memoryOf(pid: number | undefined): string {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string): number =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1_000);
  return `${numberText(megabytes("VmRSS"))} MB, at most ${numberText(megabytes("VmHWM"))} MB`;
}
