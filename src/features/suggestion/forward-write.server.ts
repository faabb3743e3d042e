import { z } from "zod";
import type { Database } from "#db/connect.ts";
import { sendForm } from "#external/form-service.ts";
import { jobWorker, type JobWorker } from "#server/jobs.ts";
import { FORWARD_JOB } from "./rules.ts";

/**
 * Forwards a suggestion to the form service, without its sender. The row is locked meanwhile, so that only one process
 * sends it, and only once. If the service's answer is lost, the service may get the suggestion twice, with the same
 * Idempotency-Key.
 * @throws Error if the service cannot be reached or refuses; nothing is recorded then, and the queue tries again
 */
export async function forwardSuggestion(
  ctx: { db: Database; now: Date },
  id: string,
  service: { url: string; production: boolean; signal?: AbortSignal },
): Promise<"sent" | "nothing-to-do"> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("suggestion")
      .select(["id", "type", "text"])
      .where("public_id", "=", id)
      .where("forwarded_at", "is", null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row) return "nothing-to-do";
    await sendForm({ ...service, key: id, fields: { type: row.type, text: row.text } });
    await trx.updateTable("suggestion").set({ forwarded_at: ctx.now }).where("id", "=", row.id).execute();
    return "sent";
  });
}

export function forwardWorker(): JobWorker {
  return jobWorker({
    name: FORWARD_JOB,
    data: z.object({ id: z.string() }),
    retry: { limit: 150, most: 600 },
    run: async ({ db, clock, config }, { id }, { signal }) => {
      // The setting was removed meanwhile: the suggestion stays in the inbox.
      if (config.formServiceUrl === undefined) return;
      await forwardSuggestion({ db, now: clock() }, id, {
        url: config.formServiceUrl,
        production: config.production,
        signal,
      });
    },
  });
}
