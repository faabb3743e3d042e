import { daysBefore } from "#core/days-before.ts";
import type { FollowKind } from "#core/follow-kind.ts";
import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { routeText } from "#features/path/pure/query/write.ts";
import { readSavedForms } from "#features/saved-route/read.server.ts";
import { saveRoute } from "#features/saved-route/write.server.ts";
import type { SignedInContext, WriteContext } from "#server/context.ts";
import { findThing, readRoute } from "./names-read.server.ts";
import { readFormerIds } from "./read.server.ts";
import { MAX_FEED_ROUTES, MAX_FOLLOWS, weekOf, type Thing } from "./rules.ts";

/** So that not each new route counts all and deletes one. */
const ROUTES_AT_ONCE = 50;

/**
 * Follows or unfollows a thing. Idempotent. Following a route also saves it.
 * @throws AppError bad-request for a thing without a page, and beyond MAX_FOLLOWS
 */
export async function follow(
  ctx: SignedInContext,
  input: { kind: FollowKind; id: string; following?: "yes" | "no" | undefined },
): Promise<void> {
  const { kind, id } = input;
  if (input.following === "no") return unfollow(ctx, { kind, thing: id });
  const found = await findThing(ctx.db, { kind, thing: id });
  if (!found) throw new AppError("bad-request", { message: "There is nothing here that you can follow." });
  if (kind === "route") await saveRoute(ctx, { query: id });
  const { thing } = kind === "route" ? { thing: await savedText(ctx, id) } : found.counted;
  await ctx.db.transaction().execute(async (trx) => {
    // Lock, so that two calls at the same time cannot both pass the limit.
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

/** Checks that the route is still saved, and locks it until the transaction ends. Another tab may have deleted it. */
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

/** The stored form of a route, with ids in place of names, also of companies that were merged since. */
async function savedText(ctx: SignedInContext, query: string): Promise<string> {
  const route = await readRoute(ctx.db, query);
  if (!route) throw new AppError("bad-request", { message: "There is nothing here that you can follow." });
  const text = routeText(route);
  return (await readSavedForms(ctx.db, ctx.viewer.accountId, text))[0] ?? text;
}

/** Unfollows a thing. For a company, also unfollows the companies that were merged into it. */
async function unfollow(ctx: SignedInContext, { kind, thing }: Thing): Promise<void> {
  const { db, viewer } = ctx;
  const found = kind === "company" ? await findThing(db, { kind, thing }) : undefined;
  const now = found?.counted.thing;
  const former = now === undefined ? [] : [now, ...(await readFormerIds(db, now))];
  const route = kind === "route" ? await readRoute(db, thing) : undefined;
  const saved = route ? await readSavedForms(db, viewer.accountId, routeText(route)) : [];
  await db
    .deleteFrom("follow")
    .where("account_id", "=", viewer.accountId)
    .where("kind", "=", kind)
    .where("thing", "in", [thing, ...former, ...saved])
    .execute();
}

/**
 * Deletes routes whose feeds nobody reads, beginning with the one that was requested longest ago.
 * @returns false if all were requested this week or last week, as feed readers do
 */
async function makeRoom(db: WriteContext["db"], week: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("feed_route")
    .where("query", "in", (unread) =>
      unread
        .selectFrom("feed_route")
        .select("query")
        .where("asked_on", "<", daysBefore(week, 7))
        .orderBy("asked_on")
        .orderBy("query")
        .limit(ROUTES_AT_ONCE),
    )
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/**
 * Notes that a route's feed was requested, so that the next batch counts it. Does not store who requested it. Feeds
 * without requests expire.
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
  if (rows.length >= MAX_FEED_ROUTES && !(await makeRoom(ctx.db, week))) return;
  await ctx.db
    .insertInto("feed_route")
    .values({ query, since: ctx.now, asked_on: week })
    .onConflict((conflict) => conflict.column("query").doNothing())
    .execute();
}
