import { sql } from "kysely";
import { reasonOf } from "#core/errors.ts";
import type { Database, Reader, Trx } from "#db/connect.ts";
import { sendLater } from "#db/transact.ts";
import { keyedHash } from "#server/ids.ts";
import type { DueNumbers } from "./pure/pieces.ts";

/** How many people are queued together with one who changed, so that the queue does not show who it was. */
const TOGETHER = 8;

/**
 * How many of a person's neighbours come before them, from 0 to 7. Nobody can work it out from a dump, which lacks the
 * secret. It is the same at each of the person's saves and in each process, because several draws would differ in
 * everybody but the person.
 */
function neighboursBefore(secret: Buffer, profileKey: number): number {
  return (keyedHash(secret, "queue-place", String(profileKey))[0] ?? 0) % TOGETHER;
}

/**
 * Queues these people for the next batch. A single person is queued with seven neighbours by key, whose keys are
 * random, and all in the order of keys. So a dump does not show who saved within the last hour. After the last key of
 * the site comes the first: otherwise the people at the two ends would have fewer neighbours.
 */
export async function queuePeople(trx: Trx, profileKeys: readonly number[], secret: Buffer): Promise<void> {
  const [only] = profileKeys;
  if (only === undefined) return;
  if (profileKeys.length > 1) {
    await sendLater(trx, sql`insert into publish_person (profile_id) select unnest(${profileKeys}::bigint[])`);
    return;
  }
  const before = neighboursBefore(secret, only);
  const after = TOGETHER - 1 - before;
  await sendLater(
    trx,
    sql`
      with before as (select id from profile where id < ${only} and not demo order by id desc limit ${before}),
        after as (select id from profile where id > ${only} and not demo order by id limit ${after}),
        last_ones as (
          select id from profile where id > ${only} and not demo order by id desc
          limit ${before} - (select count(*) from before)
        ),
        first_ones as (
          select id from profile where id < ${only} and not demo order by id
          limit ${after} - (select count(*) from after)
        )
      insert into publish_person (profile_id)
      select ${only}::bigint as id
      union select id from before union select id from after
      union select id from last_ones union select id from first_ones
      order by id`,
  );
}

/** Puts people back whom a batch could not look at. */
export async function queueWaiting(trx: Trx, people: readonly number[]): Promise<void> {
  await sql`insert into publish_person (profile_id) select unnest(${people}::bigint[])`.execute(trx);
}

/**
 * Takes the next people from the queue, each once.
 * @returns the rows to delete after reading, and their people
 */
export async function takePeople(trx: Trx, most: number): Promise<{ rows: number[]; people: number[] }> {
  const { rows } = await sql<{ id: number; profile_id: number }>`
    select id, profile_id from publish_person limit ${most} for update skip locked`.execute(trx);
  return { rows: rows.map((row) => row.id), people: [...new Set(rows.map((row) => row.profile_id))] };
}

/** The next people of the walk through everybody, in the order of their keys. */
export async function takeWalk(trx: Trx, after: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from profile where id > ${after} and not demo order by id limit ${most}`.execute(trx);
  return rows.map((row) => row.id);
}

/** Companies with numbers that may be due, in the order of keys. */
export async function readDueNumbers(db: Reader): Promise<DueNumbers[]> {
  const { rows } = await sql<DueNumbers>`
    select company_id as company, count(*)::integer as numbers from publish_cell
    group by company_id order by company_id`.execute(db);
  return rows;
}

/** Takes these companies' numbers from the queue into the temporary table `cell`. */
export async function takeNumbers(trx: Trx, companies: readonly number[]): Promise<void> {
  await sql`
    with due as (
      delete from publish_cell where company_id = any(${companies}::bigint[])
      returning kind, company_id, next_company_id, school_id
    )
    insert into cell select distinct * from due`.execute(trx);
}

/** The limits of a batch and of the one before it; see the columns of publish_state. */
export type Limits = { confirmedBy: Date; stopDay: string; ratingDay: string; began: Date };

export async function readState(db: Reader): Promise<{ walkedTo: number | null; before: Limits | undefined }> {
  const { rows } = await sql<{
    walked_to: number | null;
    confirmed_by: Date | null;
    stop_day: string | null;
    rating_day: string | null;
    began_at: Date | null;
  }>`select walked_to, confirmed_by, stop_day, rating_day, began_at from publish_state`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The row of publish_state is missing.");
  const { confirmed_by, stop_day, rating_day, began_at } = row;
  const before =
    confirmed_by && stop_day && rating_day && began_at
      ? { confirmedBy: confirmed_by, stopDay: stop_day, ratingDay: rating_day, began: began_at }
      : undefined;
  return { walkedTo: row.walked_to, before };
}

/**
 * Queues people affected by the passing of time since the last batch: owners of accounts that now count or no longer
 * do, and people whose rating has waited long enough. Also notes the numbers for which somebody has waited long enough.
 * @param owners keys of those accounts
 */
export async function queueByTime(
  trx: Trx,
  owners: readonly Buffer[],
  { before, now }: { before: Limits; now: Limits },
): Promise<void> {
  await sql`
    insert into publish_person (profile_id)
    select id from profile where owner_key = any(${owners}::bytea[])`.execute(trx);
  // A limit may also go back. Then the people between the two limits change too.
  await sql`
    insert into publish_person (profile_id)
    select distinct profile_id from waiting_rating
    where since > least(${before.ratingDay}::date, ${now.ratingDay}::date)
      and since <= greatest(${before.ratingDay}::date, ${now.ratingDay}::date)`.execute(trx);
  await sql`
    insert into publish_cell (kind, company_id, next_company_id, school_id)
    select distinct kind, company_id, next_company_id, school_id from waiting_member
    where since > least(${before.stopDay}::date, ${now.stopDay}::date, ${before.ratingDay}::date, ${now.ratingDay}::date)
      and since <= greatest(${before.stopDay}::date, ${now.stopDay}::date,
        ${before.ratingDay}::date, ${now.ratingDay}::date)`.execute(trx);
}

/** Stores this batch's limits, for comparison by the next batch. */
export async function keepLimits(trx: Trx, now: Limits): Promise<void> {
  await sql`
    update publish_state set confirmed_by = ${now.confirmedBy}, stop_day = ${now.stopDay}::date,
      rating_day = ${now.ratingDay}::date, began_at = ${now.began}`.execute(trx);
}

/** Records the result of a batch: how many failed in a row. */
export async function noteOutcome(db: Database, error: unknown): Promise<void> {
  const text = error === undefined ? "" : reasonOf(error).slice(0, 300);
  await sql`
    update publish_state set last_error = ${text}, failures = case when ${text === ""} then 0 else failures + 1 end
    where ${text !== ""} or failures > 0`.execute(db);
}
