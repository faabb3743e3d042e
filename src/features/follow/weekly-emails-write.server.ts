import { sql } from "kysely";
import { z } from "zod";
import type { Database, Reader, Trx } from "#db/connect.ts";
import { readSuspendedAmong } from "#features/mail/read.server.ts";
import { queueMails } from "#features/mail/write.server.ts";
import { jobWorker, type JobWorker } from "#server/jobs.ts";
import { nameThings, readMerged, type Named } from "./names-read.server.ts";
import { weeklyEmail, type NewsItem } from "./pure/weekly-email.ts";
import { keyOfThing, type Thing } from "./rules.ts";

export const WEEKLY_EMAILS_JOB = "weekly-letters";

/** Readers whose e-mails are written in one transaction. */
const READERS_AT_ONCE = 100;

type Context = { db: Database; secret: Buffer; now: Date; baseUrl: string };

/** Writes the e-mails of a week in several transactions. Continues where it stopped after a crash. */
export function weeklyEmailsWorker(): JobWorker {
  return jobWorker({
    name: WEEKLY_EMAILS_JOB,
    data: z.object({ day: z.string() }),
    retry: { limit: 1_000, most: 600 },
    run: async ({ db, secret, clock, config: { baseUrl } }, { day }, { signal }) => {
      for (let isOver = false; !isOver;) {
        signal.throwIfAborted();
        isOver = await writeSomeWeeklyEmails({ db, secret, now: clock(), baseUrl }, day);
      }
    },
  });
}

type Follow = Thing & { account_id: string; created_at: Date };

/** @returns true if no reader is left, or if a later week was counted, whose e-mails replace these */
export async function writeSomeWeeklyEmails(ctx: Context, day: string): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const batches = await trx
      .selectFrom("weekly_batch")
      .select(["day", "counted_at", "cursor", "is_sent"])
      .orderBy("day", "desc")
      .limit(2)
      .forUpdate()
      .execute();
    const [batch, previous] = batches;
    if (batch?.day !== day || batch.is_sent) return true;
    const readers = await trx
      .selectFrom("weekly_letter as w")
      .innerJoin("account as a", "a.id", "w.account_id")
      .select(["a.id", "a.email", "a.email_key"])
      .where("w.account_id", ">", batch.cursor)
      .where("a.email_verified_at", "is not", null)
      .orderBy("w.account_id")
      .limit(READERS_AT_ONCE)
      .execute();
    const suspended = await readSuspendedAmong(
      trx,
      ctx.secret,
      readers.map((reader) => reader.email_key),
    );
    const items = await readItems(
      trx,
      readers.map((reader) => reader.id),
      { day, since: previous?.counted_at },
    );
    const mails = readers.flatMap((reader) => {
      const news = items.get(reader.id) ?? [];
      if (news.length === 0 || suspended.has(reader.email_key)) return [];
      const content = weeklyEmail(news, day, ctx.baseUrl);
      return [{ kind: "weekly-letter" as const, recipient: reader.email, accountId: reader.id, content }];
    });
    await queueMails(trx, ctx, mails);
    const isOver = readers.length < READERS_AT_ONCE;
    await trx
      .updateTable("weekly_batch")
      .set({ cursor: readers.at(-1)?.id ?? batch.cursor, is_sent: isOver })
      .where("day", "=", day)
      .execute();
    return isOver;
  });
}

/**
 * The news for each of these accounts. The first e-mail about a thing shows its current number, so that it does not
 * reveal whether others followed the thing before.
 * @param week.since when the week before was counted
 */
async function readItems(
  trx: Trx,
  accounts: readonly string[],
  week: { day: string; since: Date | undefined },
): Promise<Map<string, NewsItem[]>> {
  const follows = accounts.length === 0 ? [] : await readFollowsOf(trx, accounts);
  const companies = follows.flatMap((one) => (one.kind === "company" ? [one.thing] : []));
  const merged = await readMerged(trx, [...new Set(companies)]);
  const countedAs = ({ kind, thing }: Thing): Thing => ({
    kind,
    thing: (kind === "company" ? merged.get(thing)?.id : undefined) ?? thing,
  });
  const numbers = await readNumbers(trx, follows.map(countedAs), week.day);
  const growths = follows.flatMap((one) => {
    const rows = numbers.get(keyOfThing(countedAs(one))) ?? [];
    const isFirst = week.since === undefined || one.created_at >= week.since;
    const now = isFirst ? rows[0] : rows.find((row) => row.day === week.day);
    const before = isFirst ? undefined : rows.find((row) => row.day < week.day)?.people;
    return now ? [{ ...one, people: now.people, before }] : [];
  });
  const names = await nameThings(trx, growths);
  return itemsByAccount(growths, names);
}

async function readFollowsOf(trx: Trx, accounts: readonly string[]): Promise<Follow[]> {
  return trx
    .selectFrom("follow")
    .select(["account_id", "kind", "thing", "created_at"])
    .where("account_id", "in", [...accounts])
    .orderBy("created_at", "desc")
    .orderBy("kind")
    .orderBy("thing")
    .execute();
}

type NewsRow = Thing & { day: string; people: number };

/** The published numbers of these things up to a day, highest first. */
async function readNumbers(db: Reader, things: readonly Thing[], day: string): Promise<Map<string, NewsRow[]>> {
  const keys = things.map((one) => one.thing);
  const { rows } = await sql<NewsRow>`select kind, thing, day, people from weekly_news
    where thing = any (${keys}::text[]) and day <= ${day} order by people desc`.execute(db);
  const numbers = new Map<string, NewsRow[]>();
  for (const row of rows) {
    const key = keyOfThing(row);
    const known = numbers.get(key);
    if (known) known.push(row);
    else numbers.set(key, [row]);
  }
  return numbers;
}

type Growth = Follow & { people: number; before: number | undefined };

function itemsByAccount(growths: readonly Growth[], names: ReadonlyMap<string, Named>): Map<string, NewsItem[]> {
  const items = new Map<string, NewsItem[]>();
  for (const one of growths) {
    const known = names.get(keyOfThing(one));
    if (!known) continue;
    const { people, before } = one;
    const item = { ...known, people, before };
    const mine = items.get(one.account_id);
    if (!mine) items.set(one.account_id, [item]);
    // Two followed companies that were merged appear once.
    else if (!mine.some(({ counted }) => keyOfThing(counted) === keyOfThing(known.counted))) mine.push(item);
  }
  return items;
}
