import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { calendarDay } from "#core/calendar.ts";
import { daysBefore } from "#core/days-before.ts";
import type { Database, Reader, Trx } from "#db/connect.ts";
import { countLines } from "#features/path/pure/answers/count-lines.ts";
import { monthNumber, toPathLine } from "#features/path/pure/line.ts";
import type { PathLine, Route } from "#features/path/pure/types.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { classify } from "#features/title/classify.ts";
import { sendJob } from "#server/jobs.ts";
import { announce } from "#server/purge-channel.ts";
import { WEEKLY_EMAILS_JOB } from "./weekly-emails-write.server.ts";
import { readRoute } from "./names-read.server.ts";
import { publicOnes, WeeklyCounts } from "./pure/weekly-counts.ts";
import { FEED_ROUTE_DAYS, FEEDS_TAG, keyOfThing, weekOf, type Thing } from "./rules.ts";

/** Pipelines counted in one step: enough to make building the index worthwhile, few enough to let other work run. */
const LINES_AT_ONCE = 2_000;
/** Routes matched in one step. Between two steps the event loop handles other requests. */
const ROUTES_AT_ONCE = 100;
const ROWS_AT_ONCE = 1_000;

/**
 * Counts the people of companies, schools, titles and routes once a week. Weekly e-mails and feeds show these numbers until the
 * next count. Counts public people only, from what visitors see. Does nothing if the week was counted already.
 * @param visible the public projections of all people
 * @returns true if this call counted the week
 */
export async function countWeek(
  ctx: { db: Database; now: Date },
  visible: () => AsyncIterable<PublicProfile[]>,
): Promise<boolean> {
  const { db, now } = ctx;
  const day = weekOf(now);
  const known = await db.selectFrom("weekly_batch").select("day").where("day", ">=", day).limit(1).executeTakeFirst();
  if (known) return false;
  await db.deleteFrom("feed_route").where("asked_on", "<", daysBefore(day, FEED_ROUTE_DAYS)).execute();
  const week = await countEverybody(await readRoutes(db), visible, calendarDay(now));
  return db.transaction().execute(async (trx) => {
    const mine = await trx
      .insertInto("weekly_batch")
      .values({ day, counted_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("day")
      .executeTakeFirst();
    if (!mine) return false;
    await writeNews(trx, week, day);
    await sendJob(trx, WEEKLY_EMAILS_JOB, { day });
    await announce(trx, [FEEDS_TAG]);
    return true;
  });
}

/** Every route that somebody follows, or whose feed somebody reads. */
async function readRoutes(db: Reader): Promise<{ query: string; route: Route }[]> {
  const { rows } = await sql<{ query: string }>`
    select route as query from follow where route is not null union select query from feed_route`.execute(db);
  const routes: { query: string; route: Route }[] = [];
  for (const { query } of rows) {
    const route = await readRoute(db, query);
    if (route) routes.push({ query, route });
  }
  return routes;
}

async function countEverybody(
  routes: readonly { query: string; route: Route }[],
  visible: () => AsyncIterable<PublicProfile[]>,
  today: string,
): Promise<WeeklyCounts> {
  const week = new WeeklyCounts();
  let lines: PathLine[] = [];
  const countPart = async (): Promise<void> => {
    for (let from = 0; from < routes.length; from += ROUTES_AT_ONCE) {
      const some = routes.slice(from, from + ROUTES_AT_ONCE);
      const counts = countLines(
        lines,
        some.map(({ route }) => route),
        monthNumber(today, false),
      );
      for (const [index, { query }] of some.entries()) week.addRoute(query, counts[index] ?? 0);
      await setImmediate();
    }
    lines = [];
  };
  for await (const profiles of visible()) {
    for (const profile of publicOnes(profiles)) {
      week.add(profile);
      if (routes.length > 0) lines.push(toPathLine(profile, { classify }));
    }
    if (lines.length >= LINES_AT_ONCE) await countPart();
  }
  await countPart();
  return week;
}

/** The highest published number of each thing. */
async function readStanding(trx: Trx): Promise<Map<string, Thing & { people: number }>> {
  const { rows } = await sql<Thing & { people: number }>`
    select distinct on (kind, thing) kind, thing, people from weekly_news order by kind, thing, people desc`.execute(
    trx,
  );
  return new Map(rows.map((row) => [keyOfThing(row), row]));
}

/** Lowers numbers that have fallen and adds those that have grown. Afterwards each thing has the number counted now. */
async function writeNews(trx: Trx, week: WeeklyCounts, day: string): Promise<void> {
  const standing = await readStanding(trx);
  const shown = new Map([...week.shown()].map((one) => [keyOfThing(one), one]));
  for (const [key, { people, ...thing }] of standing) {
    const now = shown.get(key)?.people ?? 0;
    if (now < people) await lowerNews(trx, thing, now);
  }
  const grown = [...shown].flatMap(([key, one]) => (one.people > (standing.get(key)?.people ?? 0) ? [one] : []));
  for (let from = 0; from < grown.length; from += ROWS_AT_ONCE)
    await trx
      .insertInto("weekly_news")
      .values(grown.slice(from, from + ROWS_AT_ONCE).map((one) => ({ ...one, day })))
      .execute();
}

/** Lowers earlier entries, so that none is above the current number and the last one equals it. */
async function lowerNews(trx: Trx, { kind, thing }: Thing, now: number): Promise<void> {
  const gone = await trx
    .deleteFrom("weekly_news")
    .where("kind", "=", kind)
    .where("thing", "=", thing)
    .where("people", ">", now)
    .returning("day")
    .execute();
  const left = await trx
    .selectFrom("weekly_news")
    .select("people")
    .where("kind", "=", kind)
    .where("thing", "=", thing)
    .where("people", "=", now)
    .executeTakeFirst();
  const [first] = gone.map((row) => row.day).toSorted();
  if (now > 0 && !left && first !== undefined)
    await trx.insertInto("weekly_news").values({ kind, thing, day: first, people: now }).execute();
}
