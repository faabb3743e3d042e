import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Reader } from "#db/connect.ts";
import { ownerKey } from "#server/token.ts";
import { broadcastState, type Audience, type MailCounts } from "./rules.ts";
import { openEmail } from "./seal.server.ts";
import { emailSchema, type BroadcastView, type MailItem } from "./schema.ts";

const PAGE_SIZE = 50;

/** An account, or a subscriber of the newsletter. */
type Recipient = { email_key: string; email: string; account_id: string | null; subscriber_id: number | null };

/** A verified account with the same e-mail as `n`. An unverified one may be a stranger's, so it does not count. */
function accountOf(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql`exists (select 1 from account a
    where a.email_key = n.email_key and a.email_verified_at is not null and (${condition}))`;
}

/** A condition on the rows of an audience: all of them, or one page by e-mail. */
type Piece = (rows: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * Selects an audience; each e-mail occurs once. `piece` is applied to accounts and to subscribers. `all`: verified
 * accounts that accept broadcasts, and confirmed subscribers of the newsletter. If somebody is both, the account's
 * setting decides, so that one "no" is enough. `early-access`: confirmed subscribers without early access.
 */
function everybodyOf(audience: Exclude<Audience, "test">, piece: Piece): RawBuilder<Recipient> {
  const subscribers = sql`select n.email_key, n.email, null::text as account_id, n.id as subscriber_id
    from newsletter_subscriber n where n.confirmed_at is not null`;
  if (audience === "early-access") {
    return sql`${piece(sql`${subscribers} and not ${accountOf(sql`a.early_access or not a.broadcasts`)}`)}`;
  }
  const accounts = sql`select email_key, email, id as account_id, null::bigint as subscriber_id
    from account where email_verified_at is not null and broadcasts`;
  return sql`(${piece(accounts)}) union all (${piece(sql`${subscribers} and not ${accountOf(sql`true`)}`)})`;
}

export async function countAudience(db: Reader, audience: Exclude<Audience, "test">): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) from (${everybodyOf(audience, (found) => found)}) r`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The next people after `cursor`, in the order of their e-mails. Its cost does not grow with the audience. */
export async function readAudience(
  db: Reader,
  audience: Exclude<Audience, "test">,
  cursor: string,
  limit: number,
): Promise<Recipient[]> {
  const piece: Piece = (found) => sql`${found}
    and email_key collate "C" > ${cursor} order by email_key collate "C" limit ${limit}`;
  const { rows } = await sql<Recipient>`select * from (${everybodyOf(audience, piece)}) r
    order by email_key collate "C" limit ${limit}`.execute(db);
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

/**
 * Numbers of a broadcast's mails by state. The queued mails of a cancelled broadcast count as cancelled: none of them
 * leaves any more, although changing them takes a while.
 */
export async function countMails(db: Reader, ids: readonly number[]): Promise<Map<number, MailCounts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("mail")
    .innerJoin("broadcast", "broadcast.id", "mail.broadcast_id")
    .where("broadcast_id", "in", [...ids])
    .groupBy("broadcast_id")
    .select((eb) => [
      "broadcast_id",
      sql<number>`count(*) filter (where state = 'sending' or (state = 'queued' and cancelled_at is null))`.as(
        "queued",
      ),
      sql<number>`count(*) filter (where state = 'cancelled' or (state = 'queued' and cancelled_at is not null))`.as(
        "cancelled",
      ),
      ...(["sent", "failed", "outbox"] as const).map((state) =>
        eb.fn.countAll<number>().filterWhere("state", "=", state).as(state),
      ),
      eb.fn.countAll<number>().filterWhere("in_doubt", ">", 0).as("inDoubt"),
    ])
    .execute();
  return new Map(rows.map(({ broadcast_id, ...counts }) => [broadcast_id ?? 0, counts]));
}

function toView(row: BroadcastRow, counted: MailCounts | undefined): BroadcastView {
  // With an outcome, the mails are being deleted, and no count of them is right any more.
  const counts = { ...NONE, ...(row.outcome ?? counted) };
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
    .limit(PAGE_SIZE + 1);
  if (cursor !== undefined) {
    query = query.where("id", "<", (eb) => eb.selectFrom("broadcast").select("id").where("public_id", "=", cursor));
  }
  const rows = await query.execute();
  const shown = rows.slice(0, PAGE_SIZE);
  const counts = await countMails(
    db,
    shown.map(({ id }) => id),
  );
  return {
    broadcasts: shown.map((row) => toView(row, counts.get(row.id))),
    next: rows.length > PAGE_SIZE ? (shown.at(-1)?.public_id ?? "") : "",
  };
}

/** Mails of any kind, newest first. If a mail server is configured, recipients and subjects are left out. */
export async function readMailQueue(
  db: Reader,
  input: { cursor: string | undefined; isOpen: boolean; secret: Buffer },
): Promise<{ mails: MailItem[]; next: string }> {
  const { cursor, isOpen, secret } = input;
  let query = db
    .selectFrom("mail as m")
    .leftJoin("broadcast as b", "b.id", "m.broadcast_id")
    .select(["m.public_id", "m.kind", "m.recipient", "m.letter", "m.state", "m.attempts", "m.in_doubt"])
    .select(["m.last_error", "m.created_at", "m.sent_at", "b.subject"])
    .orderBy("m.created_at", "desc")
    .orderBy("m.public_id", "desc")
    .limit(PAGE_SIZE + 1);
  if (cursor !== undefined) {
    query = query.where(
      sql<boolean>`(m.created_at, m.public_id) < (select created_at, public_id from mail where public_id = ${cursor})`,
    );
  }
  const rows = await query.execute();
  const shown = rows.slice(0, PAGE_SIZE).map((row) => (isOpen ? openEmail(secret, row) : row));
  return {
    mails: shown.map((row) => ({
      id: row.public_id,
      kind: row.kind,
      recipient: isOpen ? row.recipient : "",
      subject: isOpen ? (row.subject ?? emailSchema.safeParse(row.letter).data?.subject ?? "") : "",
      state: row.state,
      attempts: row.attempts,
      inDoubt: row.in_doubt,
      lastError: row.last_error,
      createdAt: row.created_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? "",
    })),
    next: rows.length > PAGE_SIZE ? (shown.at(-1)?.public_id ?? "") : "",
  };
}

/**
 * Returns those of these e-mail keys whose person is suspended. The suspension is stored with the profile, and linking
 * accounts with profiles needs the installation's secret, so this cannot be a join.
 */
export async function readSuspendedAmong(
  db: Reader,
  secret: Buffer,
  emailKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emailKeys.length === 0) return new Set();
  const accounts = await db
    .selectFrom("account")
    .select(["id", "email_key"])
    .where("email_key", "in", [...emailKeys])
    .where("email_verified_at", "is not", null)
    .execute();
  const emailOf = new Map(accounts.map(({ id, email_key }) => [ownerKey(secret, id).toString("hex"), email_key]));
  if (emailOf.size === 0) return new Set();
  const suspended = await db
    .selectFrom("profile")
    .select("owner_key")
    .where(
      "owner_key",
      "in",
      [...emailOf.keys()].map((owner) => Buffer.from(owner, "hex")),
    )
    .where("suspended", "=", true)
    .execute();
  return new Set(suspended.map(({ owner_key }) => emailOf.get(owner_key?.toString("hex") ?? "") ?? ""));
}
