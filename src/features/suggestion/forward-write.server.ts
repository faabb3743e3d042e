import { z } from "zod";
import type { Database } from "#db/connect.ts";
import { sendForm } from "#external/form-service.ts";
import { jobWorker, type JobWorker } from "#server/jobs.ts";
import { FORWARD_JOB } from "./rules.ts";

/**
 * Sends one suggestion on to the form service, without a word about who sent
 * it. The row is locked while it is on its way, so that of two processes one
 * sends; what was sent is never sent again. Only when the answer gets lost
 * may the service see a suggestion twice: under the same Idempotency-Key.
 * @throws Error when the service cannot be reached or refuses: then nothing is noted and the queue comes again
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
