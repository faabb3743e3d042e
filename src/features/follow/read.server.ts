import type { Reader } from "#db/connect.ts";
import type { Viewer } from "#server/context.ts";
import { readSavedForms } from "#features/saved-route/read.server.ts";
import { findThing, nameThings } from "./names-read.server.ts";
import { feedPath, FEED_ENTRIES, keyOfThing, MAX_FOLLOWS, pathOfThing, type FollowState, type Thing } from "./rules.ts";
import type { Follow, WeeklyEmail } from "./schema.ts";

/** The things that an account follows, latest first. Merged companies appear once, as the company they are now. */
export async function readFollows(db: Reader, accountId: string): Promise<Follow[]> {
  const rows = await db
    .selectFrom("follow")
    .select(["kind", "thing"])
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("kind")
    .orderBy("thing")
    .limit(MAX_FOLLOWS)
    .execute();
  const names = await nameThings(db, rows);
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const known = names.get(keyOfThing(row));
    const { kind, thing: id } = row;
    if (!known) return [{ kind, id, name: "", path: "", feed: "" }];
    const key = keyOfThing(known.counted);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ kind, id, name: known.name, path: pathOfThing(known.counted), feed: feedPath(known.counted) }];
  });
}

/** Ids of companies that were merged into this one. */
const formerIds = (db: Reader, companyId: string) =>
  db
    .selectFrom("company_merge as m")
    .innerJoin("company as c", "c.id", "m.into_company")
    .select("m.from_public_id")
    .where("c.public_id", "=", companyId)
    .where("m.undone_at", "is", null)
    .where("m.name_was_public", "=", true)
    .limit(MAX_FOLLOWS);

async function isFollowed(db: Reader, accountId: string, { kind, thing }: Thing): Promise<boolean> {
  const saved = kind === "route" ? await readSavedForms(db, accountId, thing) : [];
  const row = await db
    .selectFrom("follow")
    .select("kind")
    .where("account_id", "=", accountId)
    .where("kind", "=", kind)
    .where(({ eb, or }) =>
      or([
        eb("thing", "in", [thing, ...saved]),
        ...(kind === "company" ? [eb("thing", "in", formerIds(db, thing))] : []),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

export async function readFormerIds(db: Reader, companyId: string): Promise<string[]> {
  return (await formerIds(db, companyId).execute()).map((row) => row.from_public_id);
}

/**
 * The state of a page's follow button. A page that only its owner can see has none.
 * @param isForAll the caller knows already that everybody can see the page
 */
export async function readFollowState(
  db: Reader,
  viewer: Viewer | undefined,
  thing: Thing,
  isForAll = false,
): Promise<FollowState> {
  if (!viewer) return "visitor";
  if (await isFollowed(db, viewer.accountId, thing)) return "following";
  return isForAll || (await findThing(db, thing)) !== undefined ? "open" : undefined;
}

/** Whether an account gets the weekly e-mail, and whether it may. */
export async function readWeeklyEmail(db: Reader, accountId: string): Promise<WeeklyEmail> {
  const row = await db
    .selectFrom("account as a")
    .leftJoin("weekly_letter as w", "w.account_id", "a.id")
    .select(["a.email_verified_at", "w.public_id"])
    .where("a.id", "=", accountId)
    .executeTakeFirst();
  return { wanted: (row?.public_id ?? null) !== null, confirmed: (row?.email_verified_at ?? null) !== null };
}

/** The published numbers of a thing, latest first, and the last counted week. */
export type FeedNews = { day: string | undefined; news: { day: string; people: number }[] };

/**
 * The entries of a thing's feed. A route's feed begins with the first count after the feed was first requested, even if
 * older numbers exist: they would reveal that somebody follows the route.
 * @param since for routes: when the feed was first requested
 */
export async function readNews(db: Reader, { kind, thing }: Thing, since?: Date): Promise<FeedNews> {
  const latest = await db.selectFrom("weekly_batch").select("day").orderBy("day", "desc").limit(1).executeTakeFirst();
  const rows = await db
    .selectFrom("weekly_news")
    .select(["day", "people"])
    .where("kind", "=", kind)
    .where("thing", "=", thing)
    .orderBy("day", "desc")
    .execute();
  const day = latest?.day;
  if (since === undefined) return { day, news: rows.slice(0, FEED_ENTRIES) };
  const first = await db
    .selectFrom("weekly_batch")
    .select("day")
    .where("counted_at", ">", since)
    .orderBy("day")
    .limit(1)
    .executeTakeFirst();
  if (!first) return { day, news: [] };
  const later = rows.filter((row) => row.day > first.day);
  const standing = rows.find((row) => row.day <= first.day);
  const news = standing ? [...later, { day: first.day, people: standing.people }] : later;
  return { day, news: news.slice(0, FEED_ENTRIES) };
}

/** When a route's feed was first requested, and the week of the last request. */
export async function readFeedRoute(db: Reader, query: string): Promise<{ since: Date; asked_on: string } | undefined> {
  return db.selectFrom("feed_route").select(["since", "asked_on"]).where("query", "=", query).executeTakeFirst();
}
