import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { forgetPublished, makePeopleReal } from "#tests/helpers/real-people.ts";
import type { BatchTimes } from "./batch-child.ts";
import type { Notes } from "./figures.ts";
import { median, oneConnection, percentile, readPacked, UNCACHED } from "./load.ts";
import type { Places } from "./places.ts";
import { runScript } from "./processes.ts";
import type { Site } from "./site.ts";

const HIDDEN_PERCENT = 20;
export const QUIET_BATCHES = 3;
/** Milliseconds between two pages, so that reader and batch together do not ask for more than two processors. */
const REST = 20;
/** Fewer pages give no useful p99. */
const LEAST_PAGES = 100;
const LEAST_SECONDS = 10;
const [MOST_CATCH_UP, MOST_QUIET, MOST_RATIO] = [60_000, 1_000, 1.3];
const CATCH_UP_PEOPLE = 1_000_000;

/** Makes all demo people real and hides a fifth. Their pages show numbers that are no longer right. */
export function makeEverybodyReal(site: Site): Promise<{ people: number; hidden: number }> {
  return site.withDatabase(async (db) => {
    const made = await makePeopleReal(db, HIDDEN_PERCENT);
    await sql`vacuum (analyze)`.execute(db);
    return made;
  });
}

/** Forgets what was published, so that the next batch catches up with everybody once more. */
export function makeEverybodyWait(site: Site): Promise<void> {
  return site.withDatabase(forgetPublished);
}

/** Publishes all that waits by the program of the site, in a process beside it, and then batches with nothing to do. */
export async function publish(site: Site, quietBatches: number): Promise<BatchTimes> {
  const output = await runScript(["bench/batch-child.ts", String(quietBatches)], {
    root: site.root,
    env: site.env,
    failed: "The batch failed.",
    isQuiet: true,
  });
  return JSON.parse(output.trim().split("\n").at(-1) ?? "{}") as BatchTimes;
}

/** Reads pages one after the other until told to stop. @returns milliseconds of each */
async function readPages(url: string, paths: readonly string[], isOver: () => boolean): Promise<number[]> {
  const agent = oneConnection();
  const times: number[] = [];
  try {
    while (!isOver()) {
      const path = paths[times.length % paths.length] ?? "/";
      const { status, milliseconds } = await readPacked(url + path, UNCACHED, agent);
      if (status !== 200) throw new Error(`${path} answered ${status}.`);
      times.push(milliseconds);
      await setTimeout(REST);
    }
  } finally {
    agent.destroy();
  }
  return times;
}

/**
 * Makes all demo people real and hides a fifth. Then publishes all numbers while a reader asks for pages. Destroys the
 * site's data, so it runs last.
 */
export async function measureBatch(notes: Notes, site: Site, places: Places, seconds: number): Promise<void> {
  const { people, hidden } = await makeEverybodyReal(site);
  // Pages without hidden people.
  const paths = [
    "/",
    ...places.companies.slice(0, 10).flatMap(({ id }) => [`/company/${id}`, `/search?company=${id}`]),
  ];
  const until = performance.now() + Math.max(LEAST_SECONDS, seconds) * 1_000;
  const alone = await readPages(site.url, paths, () => performance.now() > until);
  let isPublished = false;
  const publishing = publish(site, QUIET_BATCHES).finally(() => (isPublished = true));
  const [times, beside] = await Promise.all([publishing, readPages(site.url, paths, () => isPublished)]);
  const { catchUp, batches, isDone, quiet } = times;
  const isLarge = people >= CATCH_UP_PEOPLE;
  notes.note("batch", "catch-up of everybody, a fifth of them hidden", {
    shown: `${(catchUp / 1_000).toFixed(1)} s${isDone ? "" : ", NOT DONE"}${batches > 1 ? `, ${batches} batches` : ""}`,
    data: { people, hidden, catchUp, batches, isDone },
    target: "≤ 60 s of 1,000,000",
    ...(isLarge ? { isMet: isDone && catchUp <= MOST_CATCH_UP } : {}),
  });
  notes.note("batch", "a quiet batch", {
    shown: `${median(quiet).toFixed(0)} ms`,
    data: quiet,
    target: "≤ 1 s",
    isMet: median(quiet) <= MOST_QUIET,
  });
  const [p99Alone, p99Beside] = [percentile(alone, 0.99), percentile(beside, 0.99)];
  const ratio = p99Beside / p99Alone;
  const isEnough = beside.length >= LEAST_PAGES;
  notes.note("batch", "pages' p99 alone and meanwhile", {
    shown: `${p99Alone.toFixed(1)} → ${p99Beside.toFixed(1)} ms = ${ratio.toFixed(2)}${isEnough ? "" : `, of ${beside.length} pages only`}`,
    data: { alone, beside },
    target: `≤ ${MOST_RATIO} ×`,
    ...(isEnough ? { isMet: ratio <= MOST_RATIO } : {}),
  });
}
