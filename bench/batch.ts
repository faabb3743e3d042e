import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { forgetPublished, makePeopleReal } from "#tests/helpers/real-people.ts";
import type { BatchTimes } from "./batch-child.ts";
import type { Notes } from "./figures.ts";
import { median, oneConnection, readPacked, UNCACHED } from "./load.ts";
import { Member, pipelineOf } from "./member.ts";
import type { Places } from "./places.ts";
import { runScript } from "./processes.ts";
import type { Site } from "./site.ts";
import { compareTurns, sayTurns, type Timed, type TurnLine } from "./turns.ts";

const HIDDEN_PERCENT = 20;
export const QUIET_BATCHES = 3;
/** Milliseconds between two pages, so that reader and batch together do not ask for more than two processors. */
const REST = 20;
/** The batch works for so many seconds and rests for as many. */
const TURN_SECONDS = 5;
/** Fewer pairs of turns tell nothing. */
const LEAST_PAIRS = 6;
/** Saves take longer than pages, and there are fewer in a turn. */
const LEAST_SAVES = 20;
/** Milliseconds between two saves. */
const SAVE_REST = 60;
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

/**
 * Publishes all that waits by the program of the site, in a process beside it, and then batches with nothing to do.
 * @param turnSeconds works and rests for so long, by turns; 0 = never rests
 */
export async function publish(
  site: Site,
  quietBatches: number,
  turnSeconds = 0,
): Promise<BatchTimes & { turns: TurnLine[] }> {
  const output = await runScript(["bench/batch-child.ts", String(quietBatches), String(turnSeconds)], {
    root: site.root,
    env: site.env,
    failed: "The batch failed.",
    isQuiet: true,
  });
  const lines = output.trim().split("\n");
  return {
    ...(JSON.parse(lines.at(-1) ?? "{}") as BatchTimes),
    turns: lines.filter((line) => line.startsWith('{"turn"')).map((line) => JSON.parse(line) as TurnLine),
  };
}

/** Does something again and again until told to stop, one after the other. @returns when each began, and how long it took */
async function repeat(rest: number, isOver: () => boolean, act: (turn: number) => Promise<unknown>): Promise<Timed[]> {
  const times: Timed[] = [];
  while (!isOver()) {
    const began = performance.now();
    await act(times.length);
    times.push({ at: performance.timeOrigin + began, milliseconds: performance.now() - began });
    await setTimeout(rest);
  }
  return times;
}

/**
 * Measures what a batch of published numbers costs pages and saves. First all demo people become real and a fifth of
 * them hidden. Then the batch works and rests by turns, while one client reads pages and another one saves. The site's
 * data is of no use afterwards, so this runs last.
 */
export async function measureBatch(notes: Notes, site: Site, places: Places): Promise<void> {
  const { people, hidden } = await makeEverybodyReal(site);
  // Pages without hidden people.
  const paths = [
    "/",
    ...places.companies.slice(0, 10).flatMap(({ id }) => [`/company/${id}`, `/search?company=${id}`]),
  ];
  const names = places.companies.map(({ name }) => name);
  const member = await new Member(site.url).signUp();
  const agent = oneConnection();
  let isPublished = false;
  const isOver = (): boolean => isPublished;
  const publishing = publish(site, 0, TURN_SECONDS).finally(() => (isPublished = true));
  const [times, pages, saves] = await Promise.all([
    publishing,
    repeat(REST, isOver, async (turn) => {
      const path = paths[turn % paths.length] ?? "/";
      const { status } = await readPacked(site.url + path, UNCACHED, agent);
      if (status !== 200) throw new Error(`${path} answered ${status}.`);
    }),
    repeat(SAVE_REST, isOver, (turn) => member.save(pipelineOf(names, turn))),
  ]).finally(() => agent.destroy());
  const { catchUp, batches, isDone, turns } = times;
  // Not before: as long as somebody saves, no batch is quiet.
  const { quiet } = await publish(site, QUIET_BATCHES);
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
  const [ofPages, ofSaves] = [compareTurns(turns, pages), compareTurns(turns, saves, LEAST_SAVES)];
  const isEnough = ofPages.ratios.length >= LEAST_PAIRS;
  notes.note("batch", "pages' p99 alone and meanwhile", {
    shown: sayTurns(ofPages),
    data: ofPages,
    target: `≤ ${MOST_RATIO} ×`,
    ...(isEnough ? { isMet: median(ofPages.ratios) <= MOST_RATIO } : {}),
  });
  notes.note("batch", "a save's p99 alone and meanwhile", { shown: sayTurns(ofSaves), data: ofSaves });
}
