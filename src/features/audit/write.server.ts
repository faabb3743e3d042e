import { isIPv4, isIPv6 } from "node:net";
import { sql } from "kysely";
import { DAY_MS } from "#core/calendar.ts";
import type { Database, Trx } from "#db/connect.ts";
import { deleteInBatches, updateInBatches } from "#db/in-batches.ts";
import type { WriteContext } from "#server/context.ts";
import { keyedHash, newPublicId } from "#server/ids.ts";

/** The name of an act. Its first half is the slice. */
export type AuditAction = `${string}.${string}`;

/** Who acted. An account is stored as an HMAC, so that the log alone links no e-mail to a profile. */
type AuditActor =
  | { kind: "admin"; adminId: string }
  | { kind: "account"; accountId: string }
  | { kind: "command" }
  | { kind: "system" };

/**
 * The network an address is in: /24 of IPv4, /48 of IPv6.
 * @param address as `clientAddress` returns it
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return `${address.split(".").slice(0, 3).join(".")}.0/24`;
  const prefix = address.replace(/\/64$/, "");
  if (!isIPv6(prefix)) return "";
  const [head = ""] = prefix.split("::");
  const groups = head.split(":").filter(Boolean).slice(0, 3);
  return `${groups.join(":")}::/48`;
}

/** One printable line: an entry of the log can never look like two. */
function clean(value: string): string {
  return value.replace(/\p{Cc}/gu, " ").slice(0, 200);
}

export function actorName(secret: Buffer, actor: AuditActor): string {
  if (actor.kind === "admin") return actor.adminId;
  if (actor.kind === "account") return keyedHash(secret, "audit", actor.accountId).toString("hex").slice(0, 24);
  return "";
}

type AuditEntry = {
  actor: AuditActor;
  action: AuditAction;
  /** The id of what was changed, if it is a single thing. */
  target?: string;
  /** Short facts, but never a secret, a person's name or an e-mail. */
  detail?: Readonly<Record<string, string | number | boolean>>;
};

/** Adds a line to the append-only log, in the transaction of the act. */
export async function recordAudit(
  db: Database | Trx,
  ctx: Pick<WriteContext, "secret" | "now" | "address">,
  { actor, action, target = "", detail = {} }: AuditEntry,
): Promise<void> {
  const facts = Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [name, typeof value === "string" ? clean(value) : value]),
  );
  await db
    .insertInto("audit_log")
    .values({
      public_id: newPublicId(),
      at: ctx.now,
      actor_kind: actor.kind,
      actor: actorName(ctx.secret, actor),
      action,
      target: clean(target),
      detail: JSON.stringify(facts),
      origin: networkOf(ctx.address),
    })
    .execute();
}

const ORIGIN_LIFE_DAYS = 30;
/** The database's trigger lets younger rows go in no case: a change of this needs a migration. */
export const AUDIT_LIFE_DAYS = 365;

export async function emptyOldOrigins(ctx: Pick<WriteContext, "db" | "now">): Promise<void> {
  const youngest = new Date(ctx.now.getTime() - ORIGIN_LIFE_DAYS * DAY_MS);
  // By the database's own clock too, which is the trigger's.
  const where = sql`origin <> '' and at < ${youngest} and at < now() - make_interval(days => ${ORIGIN_LIFE_DAYS})`;
  await updateInBatches(ctx.db, { table: "audit_log", where, set: sql`origin = ''` });
}

/** Deletes entries that are older than the log keeps; the rest stays append-only. */
export async function deleteOldEntries(ctx: Pick<WriteContext, "db" | "now">): Promise<void> {
  const youngest = new Date(ctx.now.getTime() - AUDIT_LIFE_DAYS * DAY_MS);
  const where = sql`at < ${youngest} and at < now() - make_interval(days => ${AUDIT_LIFE_DAYS})`;
  await deleteInBatches(ctx.db, { table: "audit_log", where });
}
