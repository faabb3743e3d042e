import { sql } from "kysely";
import { randomBytes } from "node:crypto";
import { calendarDay } from "#core/calendar.ts";
import { daysBefore } from "#core/days-before.ts";
import { AppError } from "#core/errors.ts";
import type { Database, Trx } from "#db/connect.ts";
import { deleteInBatches } from "#db/in-batches.ts";
import type { WriteContext } from "#server/context.ts";
import { keyedHash, newPublicId } from "#server/ids.ts";
import { DONE_DAYS, OPEN_DAYS, quarterOf, type Act, type Reason } from "./rules.ts";
import type { ReportInput } from "./schema.ts";

/**
 * Stores a report without anything about its sender. It is always one statement and one row, whether or not something
 * visible has this id. So answer and time reveal nothing about a hidden person. If the trap field is filled in, it
 * stores nothing.
 */
export async function saveReport(ctx: Pick<WriteContext, "db" | "today">, input: ReportInput): Promise<void> {
  if (input.website !== undefined && input.website !== "") return;
  await sql`
    insert into report (public_id, subject, profile_id, company_id, reason, words, quote, on_day)
    values (${newPublicId()}, ${input.subject},
      (select id from profile where public_id = ${input.id} and listed and ${input.subject} <> 'company'),
      (select id from company where public_id = ${input.id} and ${input.subject} <> 'pipeline'),
      ${input.reason}, ${(input.words ?? "").trim()}, ${(input.quote ?? "").trim()}, ${ctx.today})`.execute(ctx.db);
}

function hashOf(secret: Buffer, token: string): Buffer {
  return keyedHash(secret, "report-reply", token);
}

type Locked = { id: number; state: "open" | "waiting" | "done"; reason: Reason; last_act: number };

export async function lockReport(
  trx: Trx,
  publicId: string,
): Promise<Locked & { profileKey: number | null; companyKey: number | null }> {
  const row = await trx
    .selectFrom("report")
    .select(["id", "state", "reason", "last_act", "profile_id as profileKey", "company_id as companyKey"])
    .where("public_id", "=", publicId)
    .where((eb) =>
      eb.or([eb("profile_id", "is not", null), eb("company_id", "is not", null), eb("subject", "=", "site")]),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("not-found");
  return row;
}

/**
 * Records an administrator's act, and counts it for the public numbers.
 * @returns the token of the link for one answer; undefined if there is nothing to answer
 */
export async function recordAct(
  trx: Trx,
  ctx: Pick<WriteContext, "secret" | "today">,
  report: Locked,
  done: { act: Act; words: string; isAnswerable: boolean },
): Promise<string | undefined> {
  const { act, words } = done;
  const token = done.isAnswerable ? randomBytes(32).toString("base64url") : undefined;
  const isWaiting = act === "ask" || act === "hide";
  await addAct(trx, ctx.today, report, act, words);
  await trx
    .updateTable("report")
    .set({
      state: isWaiting ? "waiting" : "done",
      hides: act === "hide",
      reply_hash: token === undefined ? null : hashOf(ctx.secret, token),
    })
    .where("id", "=", report.id)
    .execute();
  await trx
    .insertInto("moderation_quarter")
    .values({ quarter: quarterOf(ctx.today), reason: report.reason, acts: 1 })
    .onConflict((conflict) =>
      conflict.columns(["quarter", "reason"]).doUpdateSet({ acts: sql`moderation_quarter.acts + 1` }),
    )
    .execute();
  return token;
}

async function addAct(trx: Trx, today: string, report: Locked, act: Act | "answer", words: string): Promise<void> {
  const n = report.last_act + 1;
  await trx.insertInto("report_act").values({ report_id: report.id, n, on_day: today, act, words }).execute();
  await trx.updateTable("report").set({ last_act: n }).where("id", "=", report.id).execute();
}

/**
 * Stores a person's answer to a report, by the mailed link, once. The report is open again.
 * @returns the person whose pipeline was hidden until this answer; undefined if none was
 * @throws AppError bad-link
 */
export async function takeAnswer(
  trx: Trx,
  ctx: Pick<WriteContext, "secret" | "today">,
  input: { token: string; text: string },
): Promise<{ reportId: string; hiddenKey: number | undefined }> {
  const row = await trx
    .selectFrom("report")
    .select(["id", "public_id", "state", "reason", "last_act", "profile_id", "hides"])
    .where("reply_hash", "=", hashOf(ctx.secret, input.token))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("bad-link");
  await addAct(trx, ctx.today, row, "answer", input.text);
  await trx
    .updateTable("report")
    .set({ state: "open", hides: false, reply_hash: null })
    .where("id", "=", row.id)
    .execute();
  // Another report may also hide this pipeline, and has its own answer.
  const others =
    row.profile_id === null
      ? []
      : await trx
          .selectFrom("report")
          .select("id")
          .where("profile_id", "=", row.profile_id)
          .where("hides", "=", true)
          .execute();
  const isShown = row.hides && row.profile_id !== null && others.length === 0;
  return { reportId: row.public_id, hiddenKey: isShown ? (row.profile_id ?? undefined) : undefined };
}

/** Call it after a suspension without end: an answer must not make the person visible again. */
export async function endHiding(trx: Trx, profileKey: number): Promise<void> {
  await trx
    .updateTable("report")
    .set({ hides: false })
    .where("profile_id", "=", profileKey)
    .where("hides", "=", true)
    .execute();
}

/**
 * Call it after a change of visibility, when a person gets new ids. Texts of earlier reports would show moderators who
 * the person is, so they are removed. Waiting reports stay without text, and their mailed links still work.
 */
export async function renewReports(trx: Trx, profileKey: number): Promise<void> {
  await trx.deleteFrom("report").where("profile_id", "=", profileKey).where("state", "=", "done").execute();
  const waiting = trx.selectFrom("report").select("id").where("profile_id", "=", profileKey);
  await trx.deleteFrom("report_act").where("report_id", "in", waiting).execute();
  await trx
    .updateTable("report")
    .set({
      id: sql<number>`random_key()`,
      public_id: sql<string>`random_public_id()`,
      words: "",
      quote: "",
      last_act: 0,
    })
    .where("profile_id", "=", profileKey)
    .execute();
}

/** Deletes old reports, and reports whose subject no longer exists. */
export async function deleteOldReports({ db, now }: { db: Database; now: Date }): Promise<void> {
  const today = calendarDay(now);
  const isNothing = sql`profile_id is null and company_id is null and subject <> 'site'`;
  const isOver = sql`state = 'done' and on_day < ${daysBefore(today, DONE_DAYS)}`;
  // Keep reports that hide somebody: after the deletion the person could no longer answer and be shown.
  const isOld = sql`not hides and on_day < ${daysBefore(today, OPEN_DAYS)}`;
  await deleteInBatches(db, { table: "report", where: sql`(${isNothing}) or (${isOver}) or (${isOld})` });
}
