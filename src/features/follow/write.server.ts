import type { FollowKind } from "#core/follow-kind.ts";
import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { routeText } from "#features/path/pure/query/write.ts";
import { saveRoute } from "#features/saved-route/write.server.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { findThing, readRoute } from "./names-read.server.ts";
import { readFormerIds } from "./read.server.ts";
import { FEED_ROUTE_DAYS, MAX_FEED_ROUTES, MAX_FOLLOWS, daysBefore, weekOf, type Thing } from "./rules.ts";

type Context = WriteContext & { viewer: Viewer };

/**
 * Follows a thing, or ends that. Twice is as once. A route is saved with it.
 * @throws AppError bad-request for what has no page, and for more than one account follows
 */
export async function follow(
  ctx: Context,
  input: { kind: FollowKind; id: string; following?: "yes" | "no" | undefined },
): Promise<void> {
  const { kind, id } = input;
  if (input.following === "no") return unfollow(ctx, { kind, thing: id });
  const found = await findThing(ctx.db, { kind, thing: id });
  if (!found) throw new AppError("bad-request", { message: "There is nothing here that you can follow." });
  if (kind === "route") await saveRoute(ctx, { query: id });
  const { thing } = kind === "route" ? { thing: await savedText(ctx, id) } : found.counted;
  await ctx.db.transaction().execute(async (trx) => {
    // One at a time, so that two of them cannot pass the limit together.
    await trx.selectFrom("account").select("id").where("id", "=", ctx.viewer.accountId).forUpdate().execute();
    const kept = await trx
      .selectFrom("follow")
      .select(["kind", "thing"])
      .where("account_id", "=", ctx.viewer.accountId)
      .limit(MAX_FOLLOWS)
      .execute();
    if (kept.some((row) => row.kind === kind && row.thing === thing)) return;
    if (kept.length >= MAX_FOLLOWS)
      throw new AppError("bad-request", { message: `You can follow up to ${MAX_FOLLOWS} things.` });
    if (kind === "route" && !(await isSaved(trx, ctx.viewer.accountId, thing))) return;
    await trx
      .insertInto("follow")
      .values({ account_id: ctx.viewer.accountId, kind, thing, created_at: ctx.now })
      .execute();
  });
}

/** Still, and until the caller's transaction ends: another tab may have forgotten the route meanwhile. */
async function isSaved(trx: Trx, accountId: string, query: string): Promise<boolean> {
  const row = await trx
    .selectFrom("saved_route")
    .select("query")
    .where("account_id", "=", accountId)
    .where("query", "=", query)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** A route as it is saved: by ids. */
async function savedText(ctx: Context, query: string): Promise<string> {
  const route = await readRoute(ctx.db, query);
  if (!route) throw new AppError("bad-request", { message: "There is nothing here that you can follow." });
  return routeText(route);
}

/** Ends it for the thing as it was followed, and for a company also under the ids it had before a merge. */
async function unfollow(ctx: Context, { kind, thing }: Thing): Promise<void> {
  const { db, viewer } = ctx;
  const found = kind === "company" ? await findThing(db, { kind, thing }) : undefined;
  const now = found?.counted.thing;
  const former = now === undefined ? [] : [now, ...(await readFormerIds(db, now))];
  const asSaved = kind === "route" ? await readRoute(db, thing) : undefined;
  await db
    .deleteFrom("follow")
    .where("account_id", "=", viewer.accountId)
    .where("kind", "=", kind)
    .where("thing", "in", [thing, ...former, ...(asSaved ? [routeText(asSaved)] : [])])
    .execute();
}

/**
 * Notes that somebody reads the feed of a route, so that the next batch counts it. Nobody is noted with it; a route
 * that nobody asks for any more makes room.
 */
export async function noteFeedRoute(ctx: Pick<WriteContext, "db" | "now">, query: string): Promise<void> {
  const week = weekOf(ctx.now);
  const known = await ctx.db
    .updateTable("feed_route")
    .set({ asked_on: week })
    .where("query", "=", query)
    .returning("query")
    .executeTakeFirst();
  if (known) return;
  const rows = await ctx.db.selectFrom("feed_route").select("query").limit(MAX_FEED_ROUTES).execute();
  if (rows.length >= MAX_FEED_ROUTES) {
    await ctx.db.deleteFrom("feed_route").where("asked_on", "<", daysBefore(week, FEED_ROUTE_DAYS)).execute();
    return;
  }
  await ctx.db
    .insertInto("feed_route")
    .values({ query, since: ctx.now, asked_on: week })
    .onConflict((conflict) => conflict.column("query").doNothing())
    .execute();
}
