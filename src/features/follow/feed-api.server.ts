import { Hono, type Context } from "hono";
import { AppError } from "#core/errors.ts";
import { routeText } from "#features/path/pure/query/write.ts";
import { afterResponse } from "#server/after-response.ts";
import { share, writeContext } from "#server/api-app.ts";
import type { AppEnv } from "#server/context.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { findThing, readRoute } from "./names-read.server.ts";
import { atomFeed } from "./pure/atom.ts";
import { HOW_COUNTED, newsText } from "./pure/words.ts";
import { readFeedRoute, readNews, type FeedNews } from "./read.server.ts";
import { feedPath, FEEDS_TAG, MAX_THING, pathOfThing, weekOf, type Thing } from "./rules.ts";
import { noteFeedRoute } from "./write.server.ts";

const TYPE = "application/atom+xml; charset=utf-8";
/** Feed readers ask again after an hour, and get a new body only if a week was counted since. */
const CACHE = "public, max-age=3600";

function answer(c: Context<AppEnv>, thing: Thing, name: string, found: FeedNews): Response {
  const { services, now } = c.var;
  const { baseUrl } = services.config;
  const feed = atomFeed({
    title: `${name} – Pipelines`,
    self: `${baseUrl}${feedPath(thing)}`,
    page: `${baseUrl}${pathOfThing(thing)}`,
    subtitle: HOW_COUNTED,
    day: found.day ?? weekOf(now),
    entries: found.news.map(({ day, people }) => ({ day, title: newsText(thing.kind, name, people) })),
  });
  c.header("cache-control", CACHE);
  return c.body(feed, 200, { "content-type": TYPE });
}

/**
 * Beyond its limit an address gets the same answer, and the route is noted when the feed is read another day. So nobody
 * can take all of MAX_FEED_ROUTES.
 */
function noteAfterResponse(c: Context<AppEnv>, query: string): void {
  const { services, address, now } = c.var;
  const ctx = writeContext(c);
  afterResponse(services.log, "feed", async () => {
    const wait = await services.limiter.take(LIMITS.feedRoute, address, now.getTime());
    if (wait === 0) await noteFeedRoute(ctx, query);
  });
}

/**
 * Atom feeds with the numbers of public people at the last weekly count. They read the published numbers and the names
 * of companies, schools and titles, and no data of people.
 */
export const feeds = new Hono<AppEnv>()
  .get("/feeds/:kind{company|school|title}/:file{[0-9a-z-]+\\.atom}", async (c) => {
    const { db } = writeContext(c);
    const { kind: asked, file } = c.req.param();
    const kind = (["company", "school", "title"] as const).find((one) => one === asked) ?? "company";
    const found = await findThing(db, { kind, thing: file.slice(0, -".atom".length) });
    if (!found) throw new AppError("not-found");
    const { counted, name } = found;
    // A merged company's feed is the feed of the company that it was merged into.
    if (feedPath(counted) !== c.req.path) {
      c.header("cache-control", "no-cache");
      return c.redirect(feedPath(counted), 302);
    }
    share(c, [FEEDS_TAG, `${kind}:${counted.thing}`]);
    return answer(c, counted, name, await readNews(db, counted));
  })
  .get("/feeds/route.atom", async (c) => {
    const ctx = writeContext(c);
    const route = await readRoute(ctx.db, new URL(c.req.url).search.slice(1, MAX_THING));
    if (!route) throw new AppError("not-found");
    const thing = { kind: "route", thing: routeText(route) } as const;
    const [found, known] = await Promise.all([findThing(ctx.db, thing), readFeedRoute(ctx.db, thing.thing)]);
    if (!found) throw new AppError("not-found");
    // The route is counted from next week on. Noted after the response, so that its time does not reveal whether others
    // read this feed.
    if (known?.asked_on !== weekOf(c.var.now)) noteAfterResponse(c, thing.thing);
    share(c, [FEEDS_TAG, "people"]);
    const news = await readNews(ctx.db, thing, known?.since ?? c.var.now);
    return answer(c, thing, found.name, news);
  });
