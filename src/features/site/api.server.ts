import { Hono } from "hono";
import { AppError } from "#core/errors.ts";
import { writeContext } from "#server/api-app.ts";
import type { AppEnv } from "#server/context.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { readSitemapPart, SITEMAP_PARTS } from "./read.server.ts";

const XML = "application/xml; charset=utf-8";
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const HOUR = "public, max-age=3600";

/** What search engines ask for: robots.txt and the sitemap. Ids are hex digits, so nothing needs escaping. */
export const siteFiles = new Hono<AppEnv>()
  .get("/robots.txt", (c) => {
    const { earlyAccess, baseUrl } = c.var.services.config;
    c.header("cache-control", HOUR);
    return c.text(
      earlyAccess
        ? "User-agent: *\nDisallow: /\n"
        : `User-agent: *\nDisallow: /api/\nAllow: /api/docs\nDisallow: /admin\nDisallow: /edit\nDisallow: /settings\n\nSitemap: ${baseUrl}/sitemap.xml\n`,
    );
  })
  .get("/sitemap.xml", (c) => {
    const { baseUrl } = c.var.services.config;
    const parts = SITEMAP_PARTS.map((part) => `<sitemap><loc>${baseUrl}/sitemaps/${part}.xml</loc></sitemap>`);
    c.header("cache-control", HOUR);
    return c.body(`${HEAD}<sitemapindex ${SPACE}>${parts.join("")}</sitemapindex>\n`, 200, { "content-type": XML });
  })
  .get("/sitemaps/:file{[a-z0-9-]+\\.xml}", async (c) => {
    const { services, address, now } = c.var;
    const wait = await services.limiter.take(LIMITS.pages, address, now.getTime());
    if (wait > 0) throw new AppError("too-many-requests", { retryAfter: wait });
    const paths = await readSitemapPart(writeContext(c).db, c.req.param("file").slice(0, -4));
    if (!paths) throw new AppError("not-found");
    const entries = paths.map((path) => `<url><loc>${services.config.baseUrl}${path}</loc></url>`);
    // People leave it the moment they become anonymous: nobody between us and the reader keeps it.
    c.header("cache-control", "no-cache");
    return c.body(`${HEAD}<urlset ${SPACE}>${entries.join("")}</urlset>\n`, 200, { "content-type": XML });
  });
