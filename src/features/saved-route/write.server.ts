import { AppError } from "#core/errors.ts";
import { parseRoute } from "#features/path/pure/query/parse.ts";
import { routeText } from "#features/path/pure/query/write.ts";
import { mistakeText } from "#features/path/pure/search-view.ts";
import { readNames } from "#features/path/read.server.ts";
import type { SignedInContext } from "#server/context.ts";
import { findSpare, readSavedForms } from "./read.server.ts";
import { MAX_SAVED_ROUTES } from "./rules.ts";

/** Saves or removes a route. Idempotent. @throws AppError bad-request for no route, and above the limit */
export async function saveRoute(
  ctx: SignedInContext,
  input: { query: string; saved?: "yes" | "no" | undefined },
): Promise<void> {
  const { db, viewer, now } = ctx;
  const params = new URLSearchParams(input.query);
  const parsed = parseRoute(params, await readNames(db, params));
  if (input.saved === "no") {
    // Also as it was sent: a saved route may name a company that is gone since.
    const saved = "route" in parsed ? await readSavedForms(db, viewer.accountId, routeText(parsed.route)) : [];
    const forms = [input.query, ...saved];
    await db.deleteFrom("saved_route").where("account_id", "=", viewer.accountId).where("query", "in", forms).execute();
    return;
  }
  if ("mistakes" in parsed) {
    const [first] = parsed.mistakes;
    throw new AppError("bad-request", first === undefined ? {} : { message: mistakeText(first) });
  }
  if (parsed.route.steps.length === 0) throw new AppError("bad-request", { message: "A route has at least one stop." });
  // By ids, so that a company that is renamed stays the same route.
  const query = routeText(parsed.route);
  await db.transaction().execute(async (trx) => {
    // Lock the account, so that two saves cannot pass the limit together.
    await trx.selectFrom("account").select("id").where("id", "=", viewer.accountId).forUpdate().execute();
    const kept = await trx
      .selectFrom("saved_route")
      .select("query")
      .where("account_id", "=", viewer.accountId)
      .limit(MAX_SAVED_ROUTES)
      .execute();
    if ((await readSavedForms(trx, viewer.accountId, query)).length > 0) return;
    if (kept.length >= MAX_SAVED_ROUTES) {
      // Routes that the list does not show must not use up the limit: nobody could remove them.
      const spare = await findSpare(trx, viewer.accountId);
      if (spare.length === 0)
        throw new AppError("bad-request", { message: `You can save up to ${MAX_SAVED_ROUTES} routes.` });
      await trx
        .deleteFrom("saved_route")
        .where("account_id", "=", viewer.accountId)
        .where("query", "in", spare)
        .execute();
    }
    await trx.insertInto("saved_route").values({ account_id: viewer.accountId, query, created_at: now }).execute();
  });
}
