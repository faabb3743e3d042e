import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";
import type { AggregateKey } from "#db/stats-schema.ts";
import { FOREIGN_KEY_VIOLATION, transact } from "#db/transact.ts";
import { announce } from "#server/purge-channel.ts";
import { isAnswer } from "./pure/answers.ts";
import { piecesOf } from "./pure/pieces.ts";
import { publishAggregates } from "./aggregates-write.server.ts";
import { countDemoAnswers, findPublishedAnew, gatherDemoAnswers } from "./answers-write.server.ts";
import { gatherPeople, noteUnsettled, openTables } from "./gather-write.server.ts";
import {
  keepLimits,
  queueByTime,
  queueWaiting,
  readDueNumbers,
  readState,
  takeNumbers,
  takePeople,
  takeWalk,
  type Limits,
} from "./queue-write.server.ts";
import { countDemoRatings, publishRatings, showRatings } from "./ratings-write.server.ts";
import { DEMO_MS, lastDayWaited, ratingLevel, type Batch, type RatingLevel } from "./rules.ts";
import { holdCompanyStats, showAggregates } from "./show-write.server.ts";

/** The advisory lock of batches: one runs at a time, in any process. Any fixed number will do. */
const LOCK = 7_311_904_203;
/** People in one transaction. Deleting one of them waits at most for one transaction. */
const PEOPLE = 500;
/**
 * Numbers published in one transaction, all those of some companies. A save waits for it where both change the numbers
 * of a company.
 */
const NUMBERS = 2_000;
/** People of one piece of the walk through everybody: tables are read in whole rather than row by row. */
const STRIDE = 10_000;

/** What a batch needs to know about accounts, which belong to another slice. Owner keys come in batches. */
type Accounts = {
  /** Owners whose hidden stops and ratings do not count yet. */
  unsettled: () => AsyncIterable<Buffer[]>;
  /** Accounts whose e-mail was confirmed in one of these periods: after its first time, up to its second. */
  confirmedIn: (times: readonly (readonly [Date, Date])[]) => Promise<Buffer[]>;
};

/** A change may be committed so much later than the time that it stores. So each period begins this much earlier. */
const OVERLAP_MS = 5 * 60_000;

/**
 * Publishes the numbers of hidden people, of ratings and of answers from ratings. First it reads everybody who changed,
 * then it publishes the numbers that may be affected. Each piece is a transaction, so that an interrupted batch can
 * continue. A number that may not change yet stays. Rows are locked in the same order as in saves.
 * @param db a single connection: its temporary tables last for the batch. It prepares no statements, because a plan
 * for a few people is wrong for ten thousand
 * @param input.until returns true when the rest should wait for the next batch
 * @returns tags of the answers that changed, to purge; and whether everything was done
 */
export async function publishHidden(
  db: Database,
  accounts: Accounts,
  input: Batch & { until?: () => boolean },
): Promise<{ tags: string[]; isDone: boolean }> {
  const isOver = input.until ?? (() => false);
  await sql`select pg_advisory_lock(${LOCK})`.execute(db);
  try {
    await openTables(db);
    const now = limitsOf(input);
    const { before } = await readState(db);
    const changed = before ? await accounts.confirmedIn(changedTimes(before, now)) : [];
    await db.transaction().execute(async (trx) => {
      if (before) await queueByTime(trx, changed, { before, now });
      await keepLimits(trx, now);
    });
    if (!(await isAnythingDue(db))) {
      await deleteLeavers(db, input);
      return { tags: [], isDone: true };
    }
    for await (const owners of accounts.unsettled()) await noteUnsettled(db, owners);
    const isGathered =
      (await repeat(db, isOver, (trx) => gatherQueued(trx, input))) &&
      (await repeat(db, isOver, (trx) => gatherNext(trx, input)));
    const tags = await publishDue(db, input, isOver);
    if (isGathered) await deleteLeavers(db, input);
    return { tags, isDone: isGathered && !isOver() };
  } finally {
    await sql`select pg_advisory_unlock(${LOCK})`.execute(db);
  }
}

/**
 * A transaction with memory to sort and group in: with the default it would do so on disk. It runs again if somebody who
 * is in it is deleted meanwhile. Otherwise the batch would fail, and all numbers would wait for the next one.
 */
function inPiece<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return transact(
    db,
    async (trx) => {
      await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(trx);
      return work(trx);
    },
    [FOREIGN_KEY_VIOLATION],
  );
}

function limitsOf(input: Batch): Limits {
  return {
    confirmedBy: new Date(input.now.getTime() - input.waits.account),
    stopDay: lastDayWaited(input, "stop"),
    ratingDay: lastDayWaited(input, "rating"),
    began: input.now,
  };
}

/** When an account must have been confirmed to count now and not before, or the other way round. */
function changedTimes(before: Limits, now: Limits): (readonly [Date, Date])[] {
  const settled = [before.confirmedBy, now.confirmedBy].toSorted((a, b) => a.getTime() - b.getTime());
  const [from = now.confirmedBy, to = now.confirmedBy] = settled;
  return [
    [new Date(from.getTime() - OVERLAP_MS), to],
    [new Date(before.began.getTime() - OVERLAP_MS), now.began],
  ];
}

async function isAnythingDue(db: Database): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from publish_person) or exists (select from publish_cell)
      or exists (select from publish_state where walked_to is not null) as due`.execute(db);
  return rows[0]?.due ?? false;
}

/** Repeats a piece of work until it says that nothing is left. @returns false if the rest waits for the next batch */
async function repeat(db: Database, isOver: () => boolean, piece: (trx: Trx) => Promise<boolean>): Promise<boolean> {
  while (!isOver()) if (!(await inPiece(db, piece))) return true;
  return false;
}

/** Reads what the next people in the queue add to numbers. @returns whether there may be more people */
async function gatherQueued(trx: Trx, input: Batch): Promise<boolean> {
  const { rows, people } = await takePeople(trx, PEOPLE);
  if (people.length === 0) return false;
  const seen = await gatherPeople(trx, input, people);
  await sql`
    delete from publish_person
    where id = any(${rows}::bigint[]) and profile_id = any(${[...seen]}::bigint[])`.execute(trx);
  // People who are locked by saves wait for the next batch. Stop if all are locked, or the loop would never end.
  return seen.size > 0;
}

/** Reads the next people of the walk through everybody. @returns whether there may be more */
async function gatherNext(trx: Trx, input: Batch): Promise<boolean> {
  const { walkedTo } = await readState(trx);
  if (walkedTo === null) return false;
  const people = await takeWalk(trx, walkedTo, STRIDE);
  const seen = await gatherPeople(trx, input, people);
  const locked = people.filter((id) => !seen.has(id));
  await queueWaiting(trx, locked);
  await sql`update publish_state set walked_to = ${people.at(-1) ?? null}`.execute(trx);
  return people.length > 0;
}

/** Publishes the numbers that are due. @returns the changed tags */
async function publishDue(db: Database, input: Batch, isOver: () => boolean): Promise<string[]> {
  const tags = new Set<string>();
  // Meanwhile people may be deleted, which makes further numbers due.
  while (!isOver()) {
    const pieces = piecesOf(await readDueNumbers(db), NUMBERS);
    if (pieces.length === 0) break;
    for (const companies of pieces) {
      if (isOver()) break;
      for (const tag of await inPiece(db, (trx) => publishPiece(trx, input, companies))) tags.add(tag);
    }
  }
  return [...tags];
}

/** Publishes what is due at some companies. @returns the changed tags */
async function publishPiece(trx: Trx, input: Batch, due: readonly number[]): Promise<string[]> {
  await takeNumbers(trx, due);
  const { rows } = await sql<{ kind: string }>`select distinct kind from cell`.execute(trx);
  const isDemo = rows.some(({ kind }) => kind === "demo");
  // Demo people's answers are all counted again, however many there are.
  if (isDemo) await sql`select set_config('statement_timeout', ${String(DEMO_MS)}, true)`.execute(trx);
  await sql`analyze cell`.execute(trx);
  const renewed = await publishAggregates(trx, input);
  const aggregates = renewed.filter((one) => !isAnswer(one.kind) && one.next.people !== one.shown);
  const answers = renewed.filter((one) => isAnswer(one.kind));
  const answered = await findPublishedAnew(trx, answers);
  const published = await publishRatings(trx, input);
  // Undefined means all companies.
  const rated = isDemo ? undefined : published;
  const hasRatings = isDemo || published.length > 0;
  const before = await readLevels(trx, rated, input.minRaters);
  if (aggregates.length > 0 || hasRatings) await holdCompanyStats(trx, rated);
  if (aggregates.length > 0) await showAggregates(trx, "renewed");
  if (isDemo) {
    await gatherDemoAnswers(trx);
    answered.push(...(await countDemoAnswers(trx)));
    await countDemoRatings(trx);
  }
  if (hasRatings) await showRatings(trx, rated);
  const after = await readLevels(trx, rated, input.minRaters);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (company) => (before.get(company) ?? 0) !== (after.get(company) ?? 0),
  );
  const tags = await readTags(trx, aggregates, [...changed, ...answered]);
  await announce(trx, tags);
  return tags;
}

/**
 * Deletes the names of people who left some days ago; afterwards only the number of members counts them. They are
 * queued again: somebody who still belongs to the number, but whose account does not count, waits from now on.
 */
async function deleteLeavers(db: Database, input: Batch): Promise<void> {
  const day = lastDayWaited(input, "left");
  await sql`
    with gone as (delete from published_member where left_on <= ${day}::date returning profile_id)
    insert into publish_person (profile_id) select distinct profile_id from gone`.execute(db);
  await sql`
    with gone as (delete from published_rating_member where left_on <= ${day}::date returning profile_id)
    insert into publish_person (profile_id) select distinct profile_id from gone`.execute(db);
}

/** The levels that pages show for these companies, or for all; those without numbers are left out. */
async function readLevels(
  trx: Trx,
  companies: readonly number[] | undefined,
  minRaters: number,
): Promise<ReadonlyMap<number, RatingLevel>> {
  if (companies?.length === 0) return new Map();
  const { rows } = await sql<{ company_id: number; raters: number; rating_sum: number }>`
    select company_id, raters, rating_sum from company_stats
    where ${companies === undefined} or company_id = any(${companies ?? []}::bigint[])`.execute(trx);
  return new Map(rows.map((row) => [row.company_id, ratingLevel(row.rating_sum, row.raters, minRaters)]));
}

/**
 * Only the tags of answers whose shown numbers changed. A purge for a number that is not shown yet would reveal that
 * hidden people are behind it.
 */
async function readTags(trx: Trx, aggregates: readonly AggregateKey[], others: readonly number[]): Promise<string[]> {
  const isOfSchool = ({ kind }: AggregateKey): boolean => kind === "school" || kind === "alumni";
  // A key that a kind does not use is 0, which is not a company's.
  const companies = aggregates.flatMap((one) => (isOfSchool(one) ? [] : [one.company_id, one.next_company_id]));
  const schools = aggregates.filter(isOfSchool).map((one) => one.school_id);
  const { rows } = await sql<{ tag: string }>`
    select 'company:' || public_id as tag from company where id = any(${[...companies, ...others]}::bigint[])
    union all
    select 'school:' || public_id from school where id = any(${schools}::bigint[])`.execute(trx);
  return rows.length > 0 ? ["people", ...rows.map((row) => row.tag)] : [];
}
