/**
 * npm run bench:lookups
 * Measures look-ups by a typed text (companies, schools, quick search) with 20,000 companies and 15,000 schools,
 * including long common words: the p99 of single calls, and how much one address with a full allowance slows down
 * somebody else. Takes about a minute. Exits with 1 if a target is missed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedded } from "#db/embedded/embedded.ts";
import { startTestApp } from "#tests/helpers/app.ts";
import { addNames, LOOKUPS, timesOf } from "#tests/helpers/lookups.ts";

const COMPANIES = 20_000;
const SCHOOLS = 15_000;
const MAX_P99 = 20;
const MAX_SHIFT = 50;

const folder = mkdtempSync(join(tmpdir(), "pipelines-lookups-"));
const embedded = await openEmbedded({ dataDir: folder, say: () => {}, role: "app" });
const app = await startTestApp({ databaseUrl: embedded.url });
const strict = await startTestApp({ databaseUrl: embedded.url, env: { RATE_LIMITS: "on" } });
let isMet = true;
const say = (what: string, figure: number, most: number): void => {
  isMet &&= figure <= most;
  console.log(`${what.padEnd(52)} ${figure.toFixed(1).padStart(7)} ms  (at most ${most})`);
};
try {
  await addNames(app.db, { companies: COMPANIES, schools: SCHOOLS });
  for (const [name, path] of Object.entries(LOOKUPS)) {
    await timesOf(app.url, path, 1);
    say(`p99 of ${name}`, (await timesOf(app.url, path, 3)).p99, MAX_P99);
  }
  const other = { from: "127.0.0.7", pause: 15 };
  const path = LOOKUPS["quick search"];
  const before = await timesOf(strict.url, path, 1, other);
  const spending = timesOf(strict.url, path, 12, { from: "127.0.0.8", atOnce: 40 });
  const during = await timesOf(strict.url, path, 1, other);
  await spending;
  say("others' p99 while an address spends its allowance, more", during.p99 - before.p99, MAX_SHIFT);
} finally {
  await strict.stop();
  await app.stop();
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (!isMet) process.exitCode = 1;
