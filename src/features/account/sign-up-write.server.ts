import { isEmail } from "#core/email.ts";
import { AppError } from "#core/errors.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { mayMail, queueMail, type Site } from "#features/mail/write.server.ts";
import { noteSignUp } from "#features/report/rules-write.server.ts";
import { readViewer } from "#features/session/read.server.ts";
import { bindToken } from "#features/session/write.server.ts";
import type { Binding } from "#server/binding.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { createAccount } from "./create-write.server.ts";
import { verificationEmail } from "./emails.ts";
import { issueLink } from "./link-write.server.ts";
import { hashNewPassword } from "./new-password-write.server.ts";
import { checkCredentials } from "./rules.ts";

/**
 * Makes an account, binds the token and mails the address, in one transaction.
 * @throws AppError invalid-credentials, weak-password, email-in-use
 */
export async function signUp(
  ctx: WriteContext,
  site: Site,
  input: { email: string; password: string },
  signIn: { binding: Binding; device: string },
): Promise<Viewer> {
  const { email, password } = input;
  if (checkCredentials(email, password) !== undefined || !isEmail(email)) throw new AppError("invalid-credentials");
  const passwordHash = await hashNewPassword(password, email);
  const isMailed = await mayMail(ctx, site, email);
  const made = await ctx.db.transaction().execute(async (trx) => {
    const accountId = await createAccount(trx, ctx, { email, passwordHash, emailVerifiedAt: null });
    if (isMailed) {
      const token = await issueLink(trx, ctx.now, { accountId, purpose: "verify-email", email });
      const content = verificationEmail(site.baseUrl, token);
      await queueMail(trx, ctx, { kind: "verify-email", recipient: email, content, accountId });
    }
    await recordAudit(trx, ctx, { actor: { kind: "account", accountId }, action: "account.sign-up" });
    await bindToken(trx, accountId, signIn.binding, ctx.now, signIn.device);
    const viewer = await readViewer(trx, ctx.secret, accountId, email);
    if (!viewer) throw new AppError("server-error");
    return viewer;
  });
  await noteSignUp(ctx);
  return made;
}
