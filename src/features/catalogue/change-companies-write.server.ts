import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { AppError, codeOf } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { DEADLOCK } from "#db/transact.ts";
import type { AdminContext } from "#server/context.ts";
import { ALL_ANSWERS } from "#server/page-cache.ts";
import { announce } from "#server/purge-channel.ts";
import { HOLD_SAVES, STRUCTURE_LOCK } from "./saves-lock-write.server.ts";

/** Saves can run during the first tries. In the others they wait, with many people for minutes. */
const TRIES_BESIDE_SAVES = 3;
const MAX_TRIES = 6;
const PAUSE_MS = 25;
/** How long the first tries wait for a lock, and how long a statement may take, in milliseconds. */
const PATIENCE = { lock_timeout: 250, statement_timeout: 1_000 };
/**
 * The path engine reads up to so many people again by their ids, in about a second, while questions wait. For more it
 * reads everybody: that takes longer, but questions are answered meanwhile.
 */
const MOST_READ_AGAIN = 10_000;

/**
 * PostgreSQL's codes for a lock that could not be had: lock_not_available, deadlock_detected, and query_canceled after
 * the time-out.
 */
const BUSY = new Set(["55P03", DEADLOCK, "57014"]);

/**
 * Allows one change of the list of companies at a time. Saves can still run.
 * @param onWait is called if another change runs
 */
export async function lockStructure(trx: Trx, onWait?: () => void): Promise<void> {
  if (onWait) {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${STRUCTURE_LOCK}) as mine`.execute(
      trx,
    );
    if (rows[0]?.mine === true) return;
    onWait();
  }
  await sql`select pg_advisory_xact_lock(${STRUCTURE_LOCK})`.execute(trx);
}

async function setPatience(trx: Trx): Promise<void> {
  const { lock_timeout, statement_timeout } = PATIENCE;
  await sql`select set_config('lock_timeout', ${String(lock_timeout)}, true),
    set_config('statement_timeout', ${String(statement_timeout)}, true)`.execute(trx);
}

/**
 * Ends the patience of the first tries. Call it when all people and companies are locked: what comes then takes its
 * time, and waits only for rows that saves hold for a moment. If it failed because of them, all its work would be lost.
 */
export async function endPatience(trx: Trx): Promise<void> {
  await sql`set local lock_timeout to default`.execute(trx);
  await sql`set local statement_timeout to default`.execute(trx);
}

/** A change of companies calls it with the public ids of people whose pipelines look different to others afterwards. */
type NotePeople = (publicIds: readonly string[]) => void;

/**
 * Runs an administrator's change of companies in one transaction. Only one such change runs at a time. The first tries
 * run beside saves. If they get no lock, the next ones make saves wait. Afterwards all cached answers are dropped,
 * because a company's name and logo are on many pages.
 * @param work must note the people whose pipeline others see otherwise: the path engine reads only these again
 * @throws AppError overloaded if the locks cannot be had
 */
export async function changeCompanies<T>(
  ctx: AdminContext,
  work: (trx: Trx, notePeople: NotePeople) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { done, tags } = await ctx.db.transaction().execute(async (trx) => {
        await lockStructure(trx);
        await (tries <= TRIES_BESIDE_SAVES ? setPatience(trx) : HOLD_SAVES.execute(trx));
        const people = new Set<string>();
        const result = await work(trx, (publicIds) => publicIds.forEach((id) => people.add(id)));
        const outdated = tagsOf(people);
        await announce(trx, outdated);
        return { done: result, tags: outdated };
      });
      ctx.purge(tags);
      return done;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (tries === MAX_TRIES) throw new AppError("overloaded", { retryAfter: 2 });
    }
    await sleep(PAUSE_MS * tries);
  }
}

/** Answers are dropped last: until then one could be made of what the path engine held before, and kept. */
function tagsOf(people: ReadonlySet<string>): string[] {
  return people.size > MOST_READ_AGAIN ? ["*"] : [...Array.from(people, (id) => `profile:${id}`), ALL_ANSWERS];
}

function isBusy(error: unknown): boolean {
  return BUSY.has(codeOf(error) ?? "");
}

/**
 * Locks a company that is about to be renamed, deleted or merged, and everybody with a stop there. People come before
 * companies, as in a save, so that the two cannot deadlock. Somebody who adds the company in between is locked without
 * waiting; if that fails, everything is tried again.
 * @returns the keys of the people
 * @throws AppError company-not-found when it is gone
 */
export async function lockCompanyWithPeople(trx: Trx, companyKey: number, alsoHeld?: number): Promise<number[]> {
  const people = sql`select id from profile where id in (select profile_id from stop where company_id = ${companyKey})`;
  const first = await sql<{ id: number }>`${people} order by id`.execute(trx);
  const keys = first.rows.map((row) => row.id);
  await lockPeople(trx, keys);
  for (const key of alsoHeld === undefined ? [companyKey] : [companyKey, alsoHeld].toSorted((a, b) => a - b)) {
    const { rows } =
      key === companyKey
        ? await sql`select 1 from company where id = ${key} for update`.execute(trx)
        : await sql`select 1 from company where id = ${key} for no key update`.execute(trx);
    if (rows.length === 0) throw new AppError("company-not-found");
  }
  const late = await sql<{ id: number }>`
    ${people} and id <> all(${keys}::bigint[]) order by id for update nowait`.execute(trx);
  return [...keys, ...late.rows.map((row) => row.id)];
}

/**
 * The public ids of those whom others see with a stop at this company. The company and all its people must be locked:
 * otherwise somebody may come into view meanwhile. Undisclosed stops are left out, because the list shows whose they
 * are. At most one more than the path engine reads again by their ids.
 * @param alsoAt also those with a stop there and an undisclosed one here: a merge makes one stop of the two
 */
export async function readPeopleShownAt(trx: Trx, companyKey: number, alsoAt?: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.public_id as id from profile p
    where p.listed and p.id in (
      select one.profile_id from stop one
      where one.company_id = ${companyKey} and (not one.undisclosed or exists (
        select from stop other where other.profile_id = one.profile_id and other.company_id = ${alsoAt ?? null})))
    limit ${MOST_READ_AGAIN + 1}`.execute(trx);
  return rows.map((row) => row.id);
}

/**
 * The same, and locks them: whoever adds the company or comes into view meanwhile waits, so that nobody is missing. Where
 * there are so many that the path engine reads everybody, nobody is locked.
 */
export async function lockPeopleShownAt(trx: Trx, companyKey: number): Promise<string[]> {
  const shown = await readPeopleShownAt(trx, companyKey);
  if (shown.length > MOST_READ_AGAIN) return shown;
  await lockCompanyWithPeople(trx, companyKey);
  return readPeopleShownAt(trx, companyKey);
}

/** Of one statement: for a hundred thousand it would take longer than it may. */
const LOCKED_AT_ONCE = 5_000;

/** In the order of their keys, so that two transactions cannot deadlock. */
export async function lockPeople(trx: Trx, profileKeys: readonly number[]): Promise<void> {
  const keys = profileKeys.toSorted((a, b) => a - b);
  for (let from = 0; from < keys.length; from += LOCKED_AT_ONCE)
    await sql`select 1 from profile where id = any(${keys.slice(from, from + LOCKED_AT_ONCE)}::bigint[])
      order by id for update`.execute(trx);
}
