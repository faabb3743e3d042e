import { emailKey } from "#core/email.ts";
import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import type { LinkPurpose } from "#features/account/rules.ts";
import { actorName, recordAudit, type AuditAction } from "#features/audit/write.server.ts";
import type { MailKind } from "#features/mail/rules.ts";
import { readBytesOf } from "#features/picture/read.server.ts";
import { readOwnProfile } from "#features/profile/read.server.ts";
import { readShareLinks } from "#features/share/read.server.ts";
import { readCountedOf } from "#features/stats/read.server.ts";
import { buildArchive } from "./pure/build-archive.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { sealedOwner } from "#server/seal.ts";
import type { AccountExport } from "./schema.ts";
import { requireProof } from "#features/session/proof-write.server.ts";

type Context = WriteContext & { viewer: Viewer };

type Account = { id: string; email: string; email_verified_at: Date | null };

/**
 * What anybody can cause who knows only the account's e-mail: usually its owner. An account whose e-mail is not
 * confirmed may belong to somebody else, who must not see in the export what the owner of the e-mail did.
 */
const BY_OTHERS = {
  links: ["reset-password"] satisfies LinkPurpose[],
  mails: ["reset-password"] satisfies MailKind[],
  log: ["account.login-failed", "account.reset-asked"] satisfies AuditAction[],
};

function isProven(account: Account): boolean {
  return account.email_verified_at !== null;
}

/** The same as an archive, with the pipeline in formats for other programs. @throws AppError not-proven */
export async function archiveAccount(ctx: Context, site: string): Promise<Uint8Array<ArrayBuffer>> {
  const content = await exportAccount(ctx, "account.archive");
  const picture = content.picture === "" ? undefined : Buffer.from(content.picture, "base64");
  return buildArchive({ content, profile: content.profile, picture, site, now: ctx.now });
}

/** Everything stored about the caller at one moment; noted in the audit log. @throws AppError not-proven */
export async function exportAccount(
  ctx: Context,
  action: "account.export" | "account.archive",
): Promise<AccountExport> {
  await requireProof(ctx, {});
  const picture = await readBytesOf(ctx, ctx.viewer.profileKey);
  return ctx.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => {
      await recordAudit(trx, ctx, { actor: { kind: "account", accountId: ctx.viewer.accountId }, action });
      return { ...(await collect(trx, ctx)), picture: picture?.toString("base64") ?? "" };
    });
}

async function collect(trx: Trx, ctx: Context): Promise<Omit<AccountExport, "picture">> {
  const { accountId, profileKey } = ctx.viewer;
  const account = await trx.selectFrom("account").selectAll().where("id", "=", accountId).executeTakeFirst();
  const profile = await readOwnProfile(trx, { viewer: ctx.viewer, today: ctx.today });
  if (!account || !profile) throw new AppError("not-yours");
  const usernames = await trx
    .selectFrom("username_reserved")
    .select("key")
    .where("profile_id", "=", profileKey)
    .execute();
  return {
    exportedAt: ctx.now.toISOString(),
    account: {
      email: account.email,
      emailVerifiedAt: instantOf(account.email_verified_at),
      createdOn: account.created_on,
      hasPassword: account.password_hash !== null,
      earlyAccess: account.early_access,
      broadcasts: account.broadcasts,
    },
    ...(await collectSignIns(trx, ctx.viewer, account)),
    ...(await collectFollows(trx, accountId)),
    shareLinks: await readShareLinks(trx, profileKey),
    profile,
    counted: (await readCountedOf(trx, profileKey)).map((row) => ({ ...row, waitingSince: "", leftAt: "" })),
    usernamesKept: usernames.length,
    ...(await collectMail(trx, ctx, account)),
    log: await collectLog(trx, ctx, account, profile._id),
  };
}

function instantOf(date: Date | null): string {
  return date?.toISOString() ?? "";
}

async function collectSignIns(
  trx: Trx,
  { accountId, sessionsFrom }: Viewer,
  account: Account,
): Promise<Pick<AccountExport, "sessions" | "links" | "passkeys" | "savedRoutes" | "networks">> {
  const sessions = await trx
    .selectFrom("session")
    .select(["public_id", "kind", "device", "scope", "created_at", "used_at", "proven_at", "expires_at", "ended_at"])
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .execute();
  const links = await trx
    .selectFrom("account_link")
    .select(["purpose", "email", "created_at", "expires_at"])
    .where("account_id", "=", accountId)
    // See collectMail.
    .where("purpose", "not in", ["change-email", ...(isProven(account) ? [] : BY_OTHERS.links)])
    .orderBy("created_at")
    .execute();
  const passkeys = await trx
    .selectFrom("passkey")
    .select(["id", "name", "transports", "public_key", "counter", "created_at", "used_at"])
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .execute();
  const savedRoutes = await trx
    .selectFrom("saved_route")
    .select(["query", "created_at"])
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .execute();
  const networks = await trx
    .selectFrom("network_identity")
    .select(["issuer", "subject", "created_at"])
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .execute();
  return {
    sessions: sessions.map((row) => ({
      _id: row.public_id,
      kind: row.kind,
      device: row.device,
      scope: row.scope ?? "",
      createdAt: row.created_at.toISOString(),
      // An access token that was never used.
      usedAt: row.used_at.getTime() === 0 ? "" : row.used_at.toISOString(),
      provenAt: instantOf(row.proven_at),
      expiresAt: row.expires_at.toISOString(),
      endedAt: instantOf(row.ended_at ?? (row.created_at <= sessionsFrom ? sessionsFrom : null)),
    })),
    links: links.map((row) => ({
      purpose: row.purpose,
      email: row.email,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    })),
    passkeys: passkeys.map((row) => ({
      id: row.id,
      name: row.name,
      transports: row.transports,
      publicKey: row.public_key.toString("base64"),
      counter: row.counter,
      createdAt: row.created_at.toISOString(),
      usedAt: instantOf(row.used_at),
    })),
    savedRoutes: savedRoutes.map((row) => ({ query: row.query, createdAt: row.created_at.toISOString() })),
    networks: networks.map((row) => ({
      issuer: row.issuer,
      subject: row.subject,
      createdAt: row.created_at.toISOString(),
    })),
  };
}

async function collectFollows(trx: Trx, accountId: string): Promise<Pick<AccountExport, "follows" | "weeklyLetter">> {
  const rows = await trx
    .selectFrom("follow")
    .select(["kind", "thing", "created_at"])
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("kind")
    .orderBy("thing")
    .execute();
  const weekly = await trx
    .selectFrom("weekly_letter")
    .select("asked_at")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return {
    follows: rows.map((row) => ({ kind: row.kind, id: row.thing, createdAt: row.created_at.toISOString() })),
    weeklyLetter: { askedAt: instantOf(weekly?.asked_at ?? null) },
  };
}

/**
 * Leaves out what could reveal another person. What an address got, and whether it has the newsletter, is only for
 * somebody who has confirmed it. An e-mail to a new address that was asked for is left out until that address is
 * confirmed, because an address that has an account gets another e-mail. So is its link, which is not made if others
 * had too many e-mails sent to it that day.
 */
async function collectMail(
  trx: Trx,
  ctx: Context,
  account: Account,
): Promise<Pick<AccountExport, "mails" | "newsletter">> {
  const { id, email } = account;
  const sealed = sealedOwner(ctx.secret, id);
  const proven = isProven(account) ? email : "";
  const untold: MailKind[] = ["change-email", ...(isProven(account) ? [] : BY_OTHERS.mails)];
  const mails = await trx
    .selectFrom("mail")
    .select(["kind", "recipient", "state", "created_at", "sent_at"])
    .where((eb) =>
      eb.or([eb("account_id", "=", id).and("kind", "not in", untold), eb("recipient", "in", [proven, sealed])]),
    )
    .orderBy("created_at")
    .orderBy("public_id")
    .execute();
  const subscribers = await trx
    .selectFrom("newsletter_subscriber")
    .select(["email", "asked_at", "confirmed_at"])
    .where("email_key", "=", emailKey(proven))
    .execute();
  return {
    mails: mails.map((row) => ({
      kind: row.kind,
      recipient: row.recipient === sealed ? email : row.recipient,
      state: row.state,
      createdAt: row.created_at.toISOString(),
      sentAt: instantOf(row.sent_at),
    })),
    newsletter: subscribers.map((row) => ({
      email: row.email,
      askedAt: row.asked_at.toISOString(),
      confirmedAt: instantOf(row.confirmed_at),
    })),
  };
}

/** What the person did, and what was done to their profile, without the administrator who did it. */
async function collectLog(trx: Trx, ctx: Context, account: Account, profileId: string): Promise<AccountExport["log"]> {
  const self = actorName(ctx.secret, { kind: "account", accountId: ctx.viewer.accountId });
  const rows = await trx
    .selectFrom("audit_log")
    .select(["at", "action", "actor", "actor_kind", "origin"])
    .where((eb) =>
      eb.or([eb.and([eb("actor_kind", "=", "account"), eb("actor", "=", self)]), eb("target", "=", profileId)]),
    )
    .$if(!isProven(account), (query) => query.where("action", "not in", BY_OTHERS.log))
    .orderBy("id")
    .execute();
  return rows.map((row) => {
    const isSelf = row.actor_kind === "account" && row.actor === self;
    return {
      at: row.at.toISOString(),
      action: row.action,
      by: isSelf ? "you" : row.actor_kind === "admin" ? "administrator" : "site",
      origin: isSelf ? row.origin : "",
    };
  });
}
