import { randomInt } from "node:crypto";
import { queueMails, stopWaiting, type Site } from "#features/mail/write.server.ts";
import type { Trx } from "#db/connect.ts";
import { emailKey } from "#core/email.ts";
import type { AdminContext } from "#server/context.ts";
import { checkCodeEnd, insertCode } from "./code-write.server.ts";
import { invitationEmail } from "./pure/invite-words.ts";
import { toCode } from "./read.server.ts";
import { makeCode } from "./rules.ts";
import type { Invite, MadeCode } from "./schema.ts";

/**
 * Makes a code for a list of addresses, with one use for each, and mails it to all. All get the same code, so that
 * nobody can see who joined. Addresses with an account get the mail too, so that nobody can see who has one.
 * @throws AppError bad-request for an end in the past, or an address that cannot be mailed
 */
export async function inviteAddresses(ctx: AdminContext, site: Site, input: Invite): Promise<MadeCode> {
  const expiresAt = checkCodeEnd(ctx, input.expiresAt);
  const recipients = [...new Map(input.emails.toReversed().map((email) => [emailKey(email), email])).values()];
  const code = makeCode(randomInt);
  const row = await ctx.db.transaction().execute(async (trx) => {
    const made = await insertCode(trx, ctx, code, {
      label: input.label,
      maxUses: recipients.length,
      expiresAt,
      addresses: recipients.length,
    });
    const content = invitationEmail(site.baseUrl, { code, inviter: input.inviter ?? "", expiresAt });
    const keys = await queueMails(
      trx,
      ctx,
      recipients.map((recipient) => ({ kind: "invitation", recipient, content })),
    );
    await trx
      .insertInto("invitation")
      .values(keys.map((key) => ({ mail_id: key, code_id: made.id })))
      .execute();
    return made;
  });
  return { ...toCode(row, ctx.now), code };
}

/** Cancels the unsent mails of a revoked code. */
export async function stopInvitations(trx: Trx, codeKey: number): Promise<void> {
  const rows = await trx.selectFrom("invitation").select("mail_id").where("code_id", "=", codeKey).execute();
  await stopWaiting(
    trx,
    rows.map((row) => row.mail_id),
  );
}
