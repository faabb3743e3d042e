/**
 * npm run bench:pathload -- [--people 600] [--seconds 6]
 * Measures how much the path engine slows pages down. Starts the built app with N demo people in its own directory.
 * Reads pages alone, beside 50 clients that ask random routes, and while the engine is filled again. For each part it
 * prints the pages' times and the longest block of the main thread. Rendering a page blocks the thread too, and so does
 * a busy machine: compare the parts without pages with the part without any questions.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openDatabase, type Database } from "#db/connect.ts";
import { openEmbedded } from "#db/embedded/embedded.ts";
import { announceEverything } from "#server/purge-channel.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { collectPlaces, readLongestBlock, someQuestion, type Places } from "./path-questions.ts";
import { startApp } from "./processes.ts";

const { values } = parseArgs({
  options: { people: { type: "string", default: "600" }, seconds: { type: "string", default: "6" } },
});
const people = Number(values.people);
const seconds = Number(values.seconds);
/** How often the parts take turns, so that a change of the machine's speed affects all of them. */
const ROUNDS = 3;
const PAGE_READERS = 4;
const PAGE_READER_REST_MILLISECONDS = 40;
const CLIENTS = 50;
/** Each client asks as often as its limit allows. Together they ask as much as 50 addresses can. */
const CLIENT_REST_MILLISECONDS = (LIMITS.paths.seconds * 1_000) / LIMITS.paths.hits;
const REFILL_REST_MILLISECONDS = 250;
/** A cookie that is not one of our sessions, so that no page comes from the cache. */
const UNCACHED = { cookie: "token=none" };
const MOST_RATIO = 1.3;
const MOST_BLOCK_MILLISECONDS = 20;

type Part = {
  pages: number[];
  answers: number[];
  /** One number a round, in milliseconds. */
  blocks: number[];
  failed: number;
  refills: number;
};
type Kind = { name: string; hasPages: boolean; hasClients: boolean; hasRefills: boolean };
const KINDS: readonly Kind[] = [
  { name: "nothing", hasPages: false, hasClients: false, hasRefills: false },
  { name: "engine filled anew", hasPages: false, hasClients: false, hasRefills: true },
  { name: `${CLIENTS} clients of the engine`, hasPages: false, hasClients: true, hasRefills: false },
  { name: "pages", hasPages: true, hasClients: false, hasRefills: false },
  { name: "pages, engine filled anew", hasPages: true, hasClients: false, hasRefills: true },
  { name: `pages, ${CLIENTS} clients of the engine`, hasPages: true, hasClients: true, hasRefills: false },
];

async function timeOne(url: string, headers: Record<string, string>): Promise<{ milliseconds: number; isOk: boolean }> {
  const started = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  return { milliseconds: performance.now() - started, isOk: answer.status === 200 };
}

async function readPages(url: string, { pages: paths }: Places, part: Part, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const path = paths[Math.floor(Math.random() * paths.length)] ?? "/";
    const { milliseconds, isOk } = await timeOne(url + path, UNCACHED);
    if (isOk) part.pages.push(milliseconds);
    else part.failed += 1;
    await setTimeout(Math.random() * 2 * PAGE_READER_REST_MILLISECONDS);
  }
}

async function askRoutes(url: string, places: Places, part: Part, isOver: () => boolean): Promise<void> {
  await setTimeout(Math.random() * CLIENT_REST_MILLISECONDS);
  while (!isOver()) {
    const { milliseconds, isOk } = await timeOne(url + someQuestion(places), {});
    if (isOk) part.answers.push(milliseconds);
    else part.failed += 1;
    await setTimeout(Math.max(0, CLIENT_REST_MILLISECONDS - milliseconds));
  }
}

async function refill(db: Database, part: Part, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await announceEverything(db);
    part.refills += 1;
    await setTimeout(REFILL_REST_MILLISECONDS);
  }
}

async function runRound(url: string, db: Database, places: Places, kind: Kind, part: Part): Promise<void> {
  // Reading the metric resets it.
  await readLongestBlock(url);
  const until = performance.now() + seconds * 1_000;
  const isOver = (): boolean => performance.now() > until;
  const many = (count: number, run: () => Promise<void>) => Array.from({ length: count }, run);
  await Promise.all([
    setTimeout(seconds * 1_000),
    ...many(kind.hasPages ? PAGE_READERS : 0, () => readPages(url, places, part, isOver)),
    ...many(kind.hasClients ? CLIENTS : 0, () => askRoutes(url, places, part, isOver)),
    ...many(kind.hasRefills ? 1 : 0, () => refill(db, part, isOver)),
  ]);
  part.blocks.push(await readLongestBlock(url));
}

function at(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
}

/** A row of the Markdown table. The ratio compares with the times of pages alone. */
function row({ name, hasPages, hasClients }: Kind, part: Part, alone: number): string {
  const times = (list: readonly number[]) => `${at(list, 0.5).toFixed(1)} / ${at(list, 0.99).toFixed(1)}`;
  const cells = [
    name,
    hasPages ? `${part.pages.length}` : "",
    hasPages ? times(part.pages) : "",
    hasPages ? (at(part.pages, 0.99) / alone).toFixed(2) : "",
    hasClients ? `${part.answers.length}` : "",
    hasClients ? times(part.answers) : "",
    part.refills > 0 ? `${part.refills}` : "",
    part.blocks.map((one) => one.toFixed(1)).join(", "),
    `${part.failed}`,
  ];
  return `| ${cells.join(" | ")} |`;
}

async function measure(url: string, db: Database): Promise<void> {
  const places = await collectPlaces(url);
  // The first requests are slow, because code is compiled. Do not measure them.
  for (const path of new Set(places.pages)) await timeOne(url + path, UNCACHED);
  const makePart = (): Part => ({ pages: [], answers: [], blocks: [], failed: 0, refills: 0 });
  const parts = KINDS.map((kind) => ({ kind, part: makePart() }));
  for (const { kind } of parts) await runRound(url, db, places, kind, makePart());
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { kind, part } of parts) await runRound(url, db, places, kind, part);
  const alone = parts.find(({ kind }) => kind.hasPages && !kind.hasClients && !kind.hasRefills);
  console.log(
    "| beside each other | pages | p50 / p99 ms | ratio | answers | p50 / p99 ms | fills | blocks ms | failed |",
  );
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  for (const { kind, part } of parts) console.log(row(kind, part, at(alone?.part.pages ?? [], 0.99)));
  console.log(
    `Targets: ratio ≤ ${MOST_RATIO}; longest block with no pages ≤ ${MOST_BLOCK_MILLISECONDS} ms in each round.`,
  );
}

const folder = mkdtempSync(join(tmpdir(), "pipelines-path-load-"));
const dataDir = join(folder, "data");
try {
  if (people > 600) {
    await (await startApp(dataDir)).stop();
    const seeded = spawnSync(process.execPath, ["scripts/seed.ts", "--people", String(people)], {
      stdio: "inherit",
      env: { ...process.env, DATA_DIR: dataDir, NODE_ENV: "test" },
    });
    if (seeded.status !== 0) throw new Error("The demo people could not be made.");
  }
  const app = await startApp(dataDir);
  const embedded = await openEmbedded({ dataDir, say: () => {}, role: "command" });
  const db = openDatabase(embedded.url, { max: 1 });
  try {
    const load = loadavg()[0]?.toFixed(1);
    console.log(
      `${people} people, ${ROUNDS} x ${seconds} s a part, load of the machine before ${load}, Node ${process.version}`,
    );
    await measure(app.url, db);
  } finally {
    await db.destroy();
    await embedded.stop();
    await app.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
