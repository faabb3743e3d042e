import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Reader } from "#db/connect.ts";
import { broadcastState, type Audience, type MailCounts } from "./rules.ts";
import { letterSchema, type BroadcastView, type MailItem } from "./schema.ts";

const A_PAGE = 50;

/** Somebody a broadcast goes to: an account, or somebody of the newsletter. */
export type Recipient = { email_key: string; email: string; account_id: string | null; subscriber_id: number | null };

/** A verified account under the same e-mail as `n`. An unverified one may be a stranger's and speaks for nobody. */
function accountOf(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql`exists (select 1 from account a
    where a.email_key = n.email_key and a.email_verified_at is not null and (${condition}))`;
}

/**
 * Everybody of an audience, each e-mail once.
 *
 * `all`: accounts with a verified e-mail that take broadcasts, and confirmed
 * subscribers of the newsletter. Who has both is asked as an account, and a no
 * there holds for the newsletter too: one no must be enough.
 *
 * `early-access`: the people who wait, that is confirmed subscribers, since the
 * newsletter's form is what stands before a closed site. Not those whose
 * account is in already.
 */
function everybodyOf(audience: Exclude<Audience, "test">): RawBuilder<Recipient> {
  const subscribers = sql`select n.email_key, n.email, null::text as account_id, n.id as subscriber_id
    from newsletter_subscriber n where n.confirmed_at is not null`;
  if (audience === "early-access") {
    return sql`${subscribers} and not ${accountOf(sql`a.early_access or a.suspended or not a.broadcasts`)}`;
  }
  return sql`select email_key, email, id as account_id, null::bigint as subscriber_id
    from account where email_verified_at is not null and broadcasts and not suspended
    union all ${subscribers} and not ${accountOf(sql`true`)}`;
}

/** How many people a broadcast would go to now. */
export async function countAudience(db: Reader, audience: Exclude<Audience, "test">): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from (${everybodyOf(audience)}) r`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The next people after `cursor`, in the order of their e-mails. */
export async function readAudience(
  db: Reader,
  audience: Exclude<Audience, "test">,
  cursor: string,
  limit: number,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`select * from (${everybodyOf(audience)}) r
    where email_key collate "C" > ${cursor} order by email_key collate "C" limit ${limit}`.execute(db);
  return rows;
}

type BroadcastRow = {
  id: number;
  public_id: string;
  audience: Audience;
  subject: string;
  created_at: Date;
  recipients: number;
  expanded_at: Date | null;
  cancelled_at: Date | null;
  outcome: Record<string, number> | null;
};

const NONE: MailCounts = { queued: 0, sent: 0, failed: 0, cancelled: 0, outbox: 0, inDoubt: 0 };

/** Mails of broadcasts by what became of them. */
export async function countMails(db: Reader, ids: readonly number[]): Promise<Map<number, MailCounts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("mail")
    .where("broadcast_id", "in", [...ids])
    .groupBy("broadcast_id")
    .select((eb) => [
      "broadcast_id",
      eb.fn.countAll<number>().filterWhere("state", "in", ["queued", "sending"]).as("queued"),
      ...(["sent", "failed", "cancelled", "outbox"] as const).map((state) =>
        eb.fn.countAll<number>().filterWhere("state", "=", state).as(state),
      ),
      eb.fn.countAll<number>().filterWhere("in_doubt", ">", 0).as("inDoubt"),
    ])
    .execute();
  return new Map(rows.map(({ broadcast_id, ...counts }) => [broadcast_id ?? 0, counts]));
}

function toView(row: BroadcastRow, counted: MailCounts | undefined): BroadcastView {
  const counts = { ...NONE, ...row.outcome, ...counted };
  const isExpanded = row.expanded_at !== null;
  const isCancelled = row.cancelled_at !== null;
  const written = counts.queued + counts.sent + counts.failed + counts.cancelled + counts.outbox;
  const unwritten = isExpanded || isCancelled ? 0 : Math.max(0, row.recipients - written);
  return {
    jobId: row.public_id,
    audience: row.audience,
    subject: row.subject,
    createdAt: row.created_at.toISOString(),
    state: broadcastState(counts, { isExpanded, isCancelled }),
    recipients: row.recipients,
    ...counts,
    queued: counts.queued + unwritten,
  };
}

function selectBroadcasts(db: Reader) {
  return db
    .selectFrom("broadcast")
    .select(["id", "public_id", "audience", "subject", "created_at", "recipients"])
    .select(["expanded_at", "cancelled_at", "outcome"]);
}

/** One broadcast and how far it is. */
export async function readBroadcast(db: Reader, jobId: string): Promise<BroadcastView | undefined> {
  const row = await selectBroadcasts(db).where("public_id", "=", jobId).executeTakeFirst();
  if (!row) return undefined;
  return toView(row, (await countMails(db, [row.id])).get(row.id));
}

/** Broadcasts, newest first; `next` is the cursor of the following page, "" on the last. */
export async function readBroadcasts(
  db: Reader,
  cursor: string | undefined,
): Promise<{ broadcasts: BroadcastView[]; next: string }> {
  let query = selectBroadcasts(db)
    .orderBy("id", "desc")
    .limit(A_PAGE + 1);
  if (cursor !== undefined) {
    query = query.where("id", "<", (eb) => eb.selectFrom("broadcast").select("id").where("public_id", "=", cursor));
  }
  const rows = await query.execute();
  const shown = rows.slice(0, A_PAGE);
  const counts = await countMails(
    db,
    shown.map(({ id }) => id),
  );
  return {
    broadcasts: shown.map((row) => toView(row, counts.get(row.id))),
    next: rows.length > A_PAGE ? (shown.at(-1)?.public_id ?? "") : "",
  };
}

/**
 * Mails of any kind, newest first. With a mail server set they are shown
 * without whom they went to and what they said: neither is the
 * administrator's business then.
 */
export async function readOutbox(
  db: Reader,
  input: { cursor: string | undefined; isOpen: boolean },
): Promise<{ mails: MailItem[]; next: string }> {
  const { cursor, isOpen } = input;
  let query = db
    .selectFrom("mail as m")
    .leftJoin("broadcast as b", "b.id", "m.broadcast_id")
    .select(["m.public_id", "m.kind", "m.recipient", "m.letter", "m.state", "m.attempts", "m.in_doubt"])
    .select(["m.last_error", "m.created_at", "m.sent_at", "b.subject"])
    .orderBy("m.id", "desc")
    .limit(A_PAGE + 1);
  if (cursor !== undefined) {
    query = query.where("m.id", "<", (eb) => eb.selectFrom("mail").select("id").where("public_id", "=", cursor));
  }
  const rows = await query.execute();
  const shown = rows.slice(0, A_PAGE);
  return {
    mails: shown.map((row) => ({
      id: row.public_id,
      kind: row.kind,
      recipient: isOpen ? row.recipient : "",
      subject: isOpen ? (row.subject ?? letterSchema.safeParse(row.letter).data?.subject ?? "") : "",
      state: row.state,
      attempts: row.attempts,
      inDoubt: row.in_doubt,
      lastError: row.last_error,
      createdAt: row.created_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? "",
    })),
    next: rows.length > A_PAGE ? (shown.at(-1)?.public_id ?? "") : "",
  };
}
