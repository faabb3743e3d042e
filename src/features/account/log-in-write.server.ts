import { sql } from "kysely";
import { displacedEmail, emailKey } from "#core/email.ts";
import { AppError, ERRORS } from "#core/errors.ts";
import type { Reader } from "#db/connect.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { allowNewSession } from "#features/profile/sign-in-write.server.ts";
import { readViewer } from "#features/session/read.server.ts";
import { bindToken } from "#features/session/write.server.ts";
import type { Binding } from "#server/binding.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { isKnownDevice, ownerOfMarks } from "#server/known-device.ts";
import { beginTry, endTry, failureKey } from "#server/login-failures.ts";
import { takeUnknownDevicesTry } from "#server/login-work.ts";
import { hashPassword, needsRehash, verifyPassword } from "#server/password.ts";
import { giveBackShared, LIMITS, takeShared } from "#server/rate-limit.ts";
import { checkCredentials } from "./rules.ts";

/** Replaces an account for unknown e-mails, so that they take the same steps as known ones. */
const NOBODY = { id: "0".repeat(24), password_hash: null };

type SignIn = {
  binding: Binding;
  device: string;
  /** The mark of a device that was signed in before. */
  deviceMark: string | undefined;
};

/** An account that the e-mail may mean. */
type Candidate = { id: string; email: string; password_hash: string | null };

/**
 * Signs in by e-mail and password. An unknown e-mail, a wrong password, an account without a password and a suspended
 * one take the same time and give the same error. An e-mail without a password is refused here: the network sign-in
 * uses that form, and its proof is checked earlier.
 * @throws AppError invalid-credentials, not-yours without a password, too-many-requests
 */
export async function logIn(
  ctx: WriteContext,
  rateLimitFactor: number,
  input: { email: string; password: string | undefined; work: string | undefined },
  signIn: SignIn,
): Promise<Viewer> {
  const { email, password, work } = input;
  if (password === undefined) {
    // Takes as long as a wrong password.
    await verifyPassword(email, undefined);
    throw new AppError("not-yours", { message: ERRORS["invalid-credentials"].sentence });
  }
  const candidates = await findCandidates(ctx.db, email);
  const device = knownDevice(ctx, candidates, signIn.deviceMark);
  await takeTries(ctx, rateLimitFactor, { email, work, device });
  if (checkCredentials(email, password) !== undefined) throw new AppError("invalid-credentials");
  const key = failureKey(ctx.secret, email, device === undefined ? { address: ctx.address } : { device });
  await beginTry(ctx, key, rateLimitFactor);
  const account = await findByPassword(candidates, password);
  if (!account) return refuse(ctx, candidates[0]?.id);
  const viewer = await enter(ctx, account, password, signIn);
  if (!viewer) return refuse(ctx, account.id);
  await endTry(ctx, key);
  // Otherwise strangers, who count the tries that are left, would see that the owner logged in.
  if (device === undefined) await giveBackShared(ctx, { limit: LIMITS.loginEmailAll, who: emailKey(email) });
  return viewer;
}

/** First the account that has the e-mail, then those that had it earlier (see displace-write.server.ts). */
function findCandidates(db: Reader, email: string): Promise<Candidate[]> {
  return db
    .selectFrom("account")
    .select(["id", "email", "password_hash"])
    .where("email_key", "in", [emailKey(email), displacedEmail(emailKey(email))])
    .orderBy(sql`email_key = ${emailKey(email)}`, "desc")
    .execute();
}

/** Counts this try against the limits that all processes share. @throws AppError too-many-requests */
async function takeTries(
  ctx: WriteContext,
  rateLimitFactor: number,
  { email, work, device }: { email: string; work: string | undefined; device: string | undefined },
): Promise<void> {
  const limits = [
    { limit: LIMITS.loginEmail, who: `${device ?? ctx.address} ${emailKey(email)}` },
    // The daily limit does not apply to a known device. Otherwise strangers could use up the day's tries and lock it
    // out.
    ...(device === undefined ? [{ limit: LIMITS.loginEmailDay, who: emailKey(email) }] : []),
  ];
  await takeShared(ctx, limits, { rateLimitFactor });
  if (device === undefined) await takeUnknownDevicesTry(ctx, email, work, rateLimitFactor);
}

async function findByPassword(candidates: readonly Candidate[], password: string): Promise<Candidate | undefined> {
  // There may be a second account that had this e-mail earlier. Compare both passwords at once: a longer answer would
  // reveal that there is one.
  const hashes = candidates.length === 0 ? [undefined] : candidates.map((one) => one.password_hash ?? undefined);
  const areRight = await Promise.all(hashes.map((hash) => verifyPassword(password, hash)));
  return candidates[areRight.indexOf(true)];
}

/** Binds the token, and stores the password's hash anew if it was cheap. Undefined if the account has changed. */
async function enter(
  ctx: WriteContext,
  account: Candidate,
  password: string,
  signIn: SignIn,
): Promise<Viewer | undefined> {
  const { id, email } = account;
  const raised = needsRehash(account.password_hash ?? "") ? await hashPassword(password) : undefined;
  return ctx.db.transaction().execute(async (trx) => {
    // The password may have been changed, or the account deleted, while it was compared.
    const present = await trx
      .selectFrom("account")
      .select("password_hash")
      .where("id", "=", id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!present || present.password_hash !== account.password_hash) return undefined;
    const viewer = await readViewer(trx, ctx.secret, id, email);
    // A suspended profile.
    if (!viewer) return undefined;
    if (raised !== undefined) {
      await trx.updateTable("account").set({ password_hash: raised }).where("id", "=", id).execute();
    }
    await recordAudit(trx, ctx, { actor: { kind: "account", accountId: id }, action: "account.login" });
    await allowNewSession(trx, viewer, ctx.now);
    await bindToken(trx, id, signIn.binding, ctx.now, signIn.device);
    return viewer;
  });
}

/**
 * What proves that this device was signed in to one of these accounts before: its cookie, or a live session of the
 * account. Undefined for other devices.
 */
function knownDevice(
  ctx: WriteContext,
  candidates: readonly Candidate[],
  mark: string | undefined,
): string | undefined {
  for (const account of candidates.length === 0 ? [NOBODY] : candidates) {
    if (mark !== undefined && isKnownDevice(ctx.secret, mark, ownerOfMarks(account))) return `mark ${mark}`;
    if (ctx.viewer?.accountId === account.id && ctx.tokenHash) return `session ${ctx.tokenHash.toString("hex")}`;
  }
  return undefined;
}

async function refuse(ctx: WriteContext, accountId: string | undefined): Promise<never> {
  const actor = accountId === undefined ? ({ kind: "system" } as const) : ({ kind: "account", accountId } as const);
  await recordAudit(ctx.db, ctx, { actor, action: "account.login-failed" });
  throw new AppError("invalid-credentials");
}
