import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { transact } from "#db/transact.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { deleteCompany } from "#features/company-admin/write.server.ts";
import { queueMail, type Site } from "#features/mail/write.server.ts";
import { setSuspended } from "#features/profile/suspend-write.server.ts";
import { actsOf, type Act, type Reason } from "#features/report/rules.ts";
import { lockReport, recordAct, takeAnswer } from "#features/report/write.server.ts";
import type { AdminContext, WriteContext } from "#server/context.ts";
import { isNotified, moderationEmail } from "./emails.ts";
import { deletePerson, findAccount } from "./write.server.ts";

type About = { profileId: string; owner: Buffer | null } | undefined;

async function personOf(ctx: AdminContext, reportId: string): Promise<{ about: About; companyId: string | undefined }> {
  const row = await ctx.db
    .selectFrom("report")
    .leftJoin("profile", "profile.id", "report.profile_id")
    .leftJoin("company", "company.id", "report.company_id")
    .select(["profile.public_id as profileId", "profile.owner_key as owner", "company.public_id as companyId"])
    .where("report.public_id", "=", reportId)
    .executeTakeFirst();
  if (!row) throw new AppError("not-found");
  const { profileId, owner, companyId } = row;
  return { about: profileId === null ? undefined : { profileId, owner }, companyId: companyId ?? undefined };
}

async function informPerson(
  trx: Trx,
  ctx: AdminContext,
  accountId: string,
  done: { act: Act; reason: Reason; words: string; link: string | undefined },
): Promise<void> {
  if (!isNotified(done.act)) return;
  const account = await trx.selectFrom("account").select("email").where("id", "=", accountId).executeTakeFirst();
  if (!account) return;
  // The account is about to be deleted with its mails, so this mail must belong to nobody.
  const owner = done.act === "delete" ? {} : { accountId };
  const content = moderationEmail({ ...done, act: done.act });
  await queueMail(trx, ctx, { kind: "moderation-notice", recipient: account.email, content, ...owner });
}

/**
 * Acts on a report: stores and counts the act, writes the audit log and mails the person. The audit log names the
 * report and not the person. So it refers to nobody after the report is deleted.
 * @throws AppError not-found; bad-request if the act does not fit this kind of report
 */
export async function actOnReport(
  ctx: AdminContext,
  site: Site,
  input: { id: string; act: Act; words: string },
): Promise<void> {
  const { id, act, words } = input;
  const { about, companyId } = await personOf(ctx, id);
  // Find the account before the transaction, because comparing all keys takes about a second.
  const accountId = about?.owner ? await findAccount(ctx, about.owner) : undefined;
  const tags = await transact(ctx.db, async (trx) => {
    const report = await lockReport(trx, id);
    const isPossible = actsOf({ person: report.profileKey !== null, company: report.companyKey !== null });
    if (!isPossible.includes(act)) {
      const message = "This act does not fit this kind of report.";
      throw new AppError("bad-request", { message, issues: [{ path: "act", message }] });
    }
    const isAnswerable = accountId !== undefined && (act === "ask" || act === "hide" || act === "suspend");
    const token = await recordAct(trx, ctx, report, { act, words, isAnswerable });
    const actor = { kind: "admin", adminId: ctx.admin.adminId } as const;
    await recordAudit(trx, ctx, { actor, action: `report.${act}`, target: id, detail: { reason: report.reason } });
    const link = token === undefined ? undefined : `${site.baseUrl}/reply#${token}`;
    if (accountId !== undefined) await informPerson(trx, ctx, accountId, { act, reason: report.reason, words, link });
    if (report.profileKey === null || (act !== "hide" && act !== "suspend")) return [];
    return (await setSuspended(trx, ctx, report.profileKey, true)) ?? [];
  });
  ctx.purge(tags);
  if (act !== "delete") return;
  // A deletion runs in its own transaction and has its own line in the audit log. It also deletes the report.
  if (about) await deletePerson(ctx, about.profileId);
  else if (companyId !== undefined) await deleteCompany(ctx, companyId);
}

/**
 * Stores the person's answer to a report. If the pipeline was hidden until an answer, shows it again.
 * @throws AppError bad-link; fields-missing for an empty answer
 */
export async function answerReport(ctx: WriteContext, input: { token: string; text: string }): Promise<void> {
  const text = input.text.trim();
  if (text === "") throw new AppError("fields-missing");
  const tags = await transact(ctx.db, async (trx) => {
    const { reportId, hiddenKey } = await takeAnswer(trx, ctx, { token: input.token, text });
    // Record no network address and only the day: address and time would match a login of the account.
    const unseen = { ...ctx, address: "", now: new Date(`${ctx.today}T00:00:00Z`) };
    await recordAudit(trx, unseen, { actor: { kind: "system" }, action: "report.answer", target: reportId });
    return hiddenKey === undefined ? [] : ((await setSuspended(trx, ctx, hiddenKey, false)) ?? []);
  });
  ctx.purge(tags);
}
