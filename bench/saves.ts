/**
 * npm run bench:saves -- [--people 100000]
 * Saves pipelines with eight stops over HTTP, with N demo people: one after another, with 20 clients at once, and one
 * save with 50 new companies. Exits with 1 if a target is missed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { spawnSync } from "node:child_process";
import { openEmbedded } from "#db/embedded/embedded.ts";
import { startApp } from "./processes.ts";
import { ApiUser, startTestApp, stop } from "#tests/helpers/app.ts";

const { values } = parseArgs({
  options: { people: { type: "string", default: "600" }, saves: { type: "string", default: "60" } },
});
const people = Number(values.people);
const saves = Number(values.saves);
const CLIENTS = 20;
const STOPS = 8;
/** Milliseconds, and saves a second. */
const [MAX_P50, MIN_PER_SECOND] = [40, 150];

const folder = mkdtempSync(join(tmpdir(), "pipelines-saves-"));
// The first start loads the catalogue; do not measure that.
await (await startApp(folder)).stop();
const seeded = spawnSync(process.execPath, ["scripts/seed.ts", "--people", String(people)], {
  stdio: "inherit",
  env: { ...process.env, DATA_DIR: folder, NODE_ENV: "test" },
});
if (seeded.status !== 0) throw new Error("The demo people could not be made.");
const embedded = await openEmbedded({ dataDir: folder, say: () => {}, role: "app" });
const app = await startTestApp({ databaseUrl: embedded.url, env: { SECRET_FILE: join(folder, "secret") } });
let isMet = true;
const say = (what: string, figure: string, target: string, met: boolean): void => {
  isMet &&= met;
  console.log(`${met ? " ok " : "MISS"}  ${what.padEnd(52)} ${figure.padEnd(26)} ${target}`);
};

const companies = await app.db
  .selectFrom("company")
  .select("display_name as name")
  .where("status", "=", "listed")
  .orderBy("id")
  .limit(200)
  .execute();

/** Makes another pipeline for each turn, at existing companies. */
function pipeline(turn: number): Record<string, unknown>[] {
  return Array.from({ length: STOPS }, (_, n) => {
    const { name } = companies[(turn * 13 + n * 7) % companies.length] ?? { name: `Company ${n}` };
    return stop(name, turn % 2 === 0 ? "Software Engineer" : "Analyst", `${2010 + n}-01-01`, `${2010 + n}-11-01`, 60);
  });
}

async function timed(user: ApiUser, sent: readonly Record<string, unknown>[]): Promise<number> {
  const started = performance.now();
  const answer = await user.save({ pipeline: sent });
  const took = performance.now() - started;
  if (answer.status !== 200) throw new Error(answer.text);
  return took;
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;

try {
  const users = await Promise.all(Array.from({ length: CLIENTS }, () => new ApiUser(app).signUp()));
  const [one] = users;
  if (!one) throw new Error("Nobody signed up.");
  for (let turn = 0; turn < 10; turn += 1) await timed(one, pipeline(turn));
  const times: number[] = [];
  for (let turn = 0; turn < saves; turn += 1) times.push(await timed(one, pipeline(turn)));
  const p50 = at(times, 0.5);
  const figure = `p50 ${p50.toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(1)} ms`;
  say(`a save of ${STOPS} stops, ${people} people`, figure, `p50 ≤ ${MAX_P50} ms`, p50 <= MAX_P50);
  const started = performance.now();
  await Promise.all(
    users.map(async (user, n) => {
      for (let turn = 0; turn < saves / 4; turn += 1) await timed(user, pipeline(turn * CLIENTS + n));
    }),
  );
  const perSecond = (CLIENTS * Math.ceil(saves / 4)) / ((performance.now() - started) / 1_000);
  say(
    `saves with ${CLIENTS} people at once`,
    `${perSecond.toFixed(0)}/s`,
    `≥ ${MIN_PER_SECOND}/s`,
    perSecond >= MIN_PER_SECOND,
  );
  const fresh = Array.from({ length: 50 }, (_, n) => stop(`Unheard Of ${n}`, "Clerk", "2010-01-01", "2011-01-01"));
  say("a save of 50 new companies", `${(await timed(one, fresh)).toFixed(0)} ms`, "no target", true);
} finally {
  await app.stop();
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (!isMet) process.exitCode = 1;
