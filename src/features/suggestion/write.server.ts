import { AppError } from "#core/errors.ts";
import type { WriteContext } from "#server/context.ts";
import { checkSuggestion } from "./rules.ts";
import type { SuggestionInput } from "./schema.ts";

/**
 * Stores a suggestion without a word about who sent it, signed in or not.
 * With the trap field filled in it stores nothing and ends the same way.
 * @throws AppError fields-missing for an empty text, bad-request for one too long
 */
export async function saveSuggestion(ctx: Pick<WriteContext, "db" | "now">, input: SuggestionInput): Promise<void> {
  const text = input.text.trim();
  const fault = checkSuggestion(text);
  if (fault) {
    throw new AppError(fault.code, {
      message: fault.message,
      issues: [{ path: "text", message: fault.message }],
    });
  }
  if (input.website !== undefined && input.website !== "") return;
  await ctx.db.insertInto("suggestion").values({ type: input.type, text, created_at: ctx.now }).execute();
}
