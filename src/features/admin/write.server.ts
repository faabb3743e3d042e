import { AppError } from "#core/errors.ts";
import type { Database } from "#db/connect.ts";
import { emailKey, isEmail } from "#core/email.ts";
import { hashNewPassword } from "#features/account/new-password-write.server.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { newPublicId } from "#server/ids.ts";
import { endAdminSessions } from "./session-write.server.ts";

/**
 * Creates an administrator, or gives an existing one a new password and ends all of their sessions. Only a command on
 * the server does this; administrators cannot sign up.
 * @param input.removeTotp also removes an existing second factor, for a lost phone
 * @throws AppError bad-request for an invalid e-mail, weak-password
 */
export async function createAdmin(
  db: Database,
  input: { email: string; password: string; removeTotp?: boolean },
  now: Date = new Date(),
): Promise<"created" | "password changed"> {
  if (!isEmail(input.email))
    throw new AppError("bad-request", { message: `"${input.email}" is not an e-mail address.` });
  const passwordHash = await hashNewPassword(input.password, input.email);
  const key = emailKey(input.email);
  // A command has no network address. The audit log shows only that a command did it.
  const ctx = { secret: Buffer.alloc(0), now, address: "" };
  const noTotp = input.removeTotp === true ? { totp_secret: null, totp_enabled: false } : {};
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable("admin")
      .set({ password_hash: passwordHash, ...noTotp })
      .where("email_key", "=", key)
      .returning("id")
      .executeTakeFirst();
    if (changed) {
      await endAdminSessions(trx, now, changed.id);
      const detail = { totpRemoved: input.removeTotp === true };
      await recordAudit(trx, ctx, {
        actor: { kind: "command" },
        action: "admin.password-changed",
        target: changed.id,
        detail,
      });
      return "password changed";
    }
    const id = newPublicId();
    await trx
      .insertInto("admin")
      .values({ id, email: input.email, email_key: key, password_hash: passwordHash, created_at: now })
      .execute();
    await recordAudit(trx, ctx, { actor: { kind: "command" }, action: "admin.created", target: id });
    return "created";
  });
}
