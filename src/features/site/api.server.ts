import { Hono } from "hono";
import { AppError } from "#core/errors.ts";
import { share, writeContext } from "#server/api-app.ts";
import type { AppEnv } from "#server/context.ts";
import { readSitemapPart, SITEMAP_PARTS } from "./read.server.ts";

const XML = "application/xml; charset=utf-8";
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const HOUR = "public, max-age=3600";

/** Paths that search engines should leave out. */
const DISALLOWED_PATHS = [
  "/api/",
  "/admin",
  "/edit",
  "/settings",
  "/share",
  "/follow",
  "/feeds/route.atom",
  "/search?stop=",
  "/search?*add=",
  "/search?q=",
  "/search/choices",
  "/paths?from=",
  "/paths?*pick=",
  "/like-me?",
  "/compare?",
  "/ask",
];
/** They look at a link that somebody has just sent, to show its picture, and list nothing. */
const PREVIEWERS = [
  "Discordbot",
  "facebookexternalhit",
  "LinkedInBot",
  "Slackbot",
  "TelegramBot",
  "Twitterbot",
  "WhatsApp",
];

function groupOf(agents: readonly string[], paths: readonly string[]): string {
  const lines = [...agents.map((agent) => `User-agent: ${agent}`), ...paths.map((path) => `Disallow: ${path}`)];
  return `${[...lines, "Allow: /api/docs"].join("\n")}\n`;
}

/** Files for search engines: robots.txt and the sitemap. Ids are hex digits, so nothing needs escaping. */
export const siteFiles = (paths: Parameters<typeof readSitemapPart>[2]): Hono<AppEnv> =>
  new Hono<AppEnv>()
    // public/shared-files.js takes shared files on the device. Until it is installed, a browser sends them here: they
    // are not read, and the editor asks for the file again.
    .post("/shared-files", (c) => c.redirect("/edit", 303))
    .get("/robots.txt", (c) => {
      const { earlyAccess, baseUrl } = c.var.services.config;
      c.header("cache-control", HOUR);
      share(c, []);
      return c.text(
        earlyAccess
          ? "User-agent: *\nDisallow: /\n"
          : `${groupOf(["*"], [...DISALLOWED_PATHS, "/s/"])}\n${groupOf(PREVIEWERS, DISALLOWED_PATHS)}\nSitemap: ${baseUrl}/sitemap.xml\n`,
      );
    })
    .get("/sitemap.xml", (c) => {
      const { baseUrl } = c.var.services.config;
      const parts = SITEMAP_PARTS.map((part) => `<sitemap><loc>${baseUrl}/sitemaps/${part}.xml</loc></sitemap>`);
      c.header("cache-control", HOUR);
      share(c, []);
      return c.body(`${HEAD}<sitemapindex ${SPACE}>${parts.join("")}</sitemapindex>\n`, 200, { "content-type": XML });
    })
    .get("/sitemaps/:file{[a-z0-9-]+\\.xml}", async (c) => {
      const { services } = c.var;
      const entered = await readSitemapPart(writeContext(c).db, c.req.param("file").slice(0, -4), paths);
      if (entered === "not-ready") throw new AppError("paths-not-ready", { retryAfter: 2 });
      if (!entered) throw new AppError("not-found");
      const entries = entered.map((path) => `<url><loc>${services.config.baseUrl}${path}</loc></url>`);
      // Not cached by proxies: people who become anonymous leave it at once.
      c.header("cache-control", "no-cache");
      share(c, []);
      return c.body(`${HEAD}<urlset ${SPACE}>${entries.join("")}</urlset>\n`, 200, { "content-type": XML });
    });
