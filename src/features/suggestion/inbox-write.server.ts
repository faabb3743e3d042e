import { AppError } from "#core/errors.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import type { AdminContext } from "#server/context.ts";
import { readSuggestion } from "./read.server.ts";
import type { StoredSuggestion } from "./schema.ts";

const actorOf = (ctx: AdminContext) => ({ kind: "admin", adminId: ctx.admin.adminId }) as const;

/** Marks a suggestion as done or as open. @throws AppError not-found */
export async function markSuggestion(ctx: AdminContext, id: string, done: boolean): Promise<StoredSuggestion> {
  return ctx.db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable("suggestion")
      .set({ done_at: done ? ctx.now : null })
      .where("public_id", "=", id)
      .where("done_at", done ? "is" : "is not", null)
      .executeTakeFirst();
    if (changed.numUpdatedRows > 0n) {
      await recordAudit(trx, ctx, {
        actor: actorOf(ctx),
        action: done ? "suggestion.done" : "suggestion.reopen",
        target: id,
      });
    }
    const after = await readSuggestion(trx, id);
    if (!after) throw new AppError("not-found");
    return after;
  });
}

/** @throws AppError not-found */
export async function deleteSuggestion(ctx: AdminContext, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const gone = await trx.deleteFrom("suggestion").where("public_id", "=", id).executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw new AppError("not-found");
    await recordAudit(trx, ctx, { actor: actorOf(ctx), action: "suggestion.delete", target: id });
  });
}
