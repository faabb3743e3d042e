import { AppError } from "#core/errors.ts";
import type { WriteContext } from "#server/context.ts";
import { newPublicId } from "#server/ids.ts";
import { sendJob } from "#server/jobs.ts";
import { checkSuggestion, FORWARD_JOB } from "./rules.ts";
import type { SuggestionInput } from "./schema.ts";

/**
 * Stores a suggestion without its sender, signed in or not. If the trap field is filled in, it stores nothing but
 * answers the same.
 * @param isForwarded true if a form service is configured; the job queue then forwards the suggestion
 * @throws AppError fields-missing for an empty text, bad-request for one that is too long
 */
export async function saveSuggestion(
  ctx: Pick<WriteContext, "db" | "now">,
  input: SuggestionInput,
  isForwarded: boolean,
): Promise<void> {
  const text = input.text.trim();
  const fault = checkSuggestion(text);
  if (fault) {
    throw new AppError(fault.code, {
      message: fault.message,
      issues: [{ path: "text", message: fault.message }],
    });
  }
  if (input.website !== undefined && input.website !== "") return;
  const id = newPublicId();
  await ctx.db.transaction().execute(async (trx) => {
    await trx.insertInto("suggestion").values({ public_id: id, type: input.type, text, created_at: ctx.now }).execute();
    if (isForwarded) await sendJob(trx, FORWARD_JOB, { id });
  });
}
