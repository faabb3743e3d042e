import { createHash } from "node:crypto";
import { Hono, type Context } from "hono";
import { AppError } from "#core/errors.ts";
import { escapeXml } from "#core/text.ts";
import { readLogos } from "./logos-read.server.ts";
import { share, writeContext } from "#server/api-app.ts";
import type { AppEnv } from "#server/context.ts";
import { EMBED_SIZE, EMBED_THEMES, embedSvg, type EmbedTheme } from "#features/share/pure/embed.ts";
import { embedCode } from "#features/share/pure/embed-code.ts";
import { altText, sharedTitle } from "#features/share/pure/shared-words.ts";
import { readPreview, readShared, type Shared } from "#features/share/read.server.ts";
import { isShareLevel, sharedPath } from "#features/share/rules.ts";

/** A file that is opened by itself may use its own style and the logos inside it, nothing else. */
function svgPolicy(svg: string): string {
  const style = svg.slice(svg.indexOf("<style>") + "<style>".length, svg.indexOf("</style>"));
  const hash = createHash("sha256").update(style).digest("base64");
  return `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
}

async function svgAnswer(c: Context<AppEnv>, shared: Shared, clientFolder: string): Promise<Response> {
  const { today } = writeContext(c);
  const asked = c.req.query("theme");
  const theme: EmbedTheme = EMBED_THEMES.find((one) => one === asked) ?? "auto";
  const logos = await readLogos(
    shared.profile.pipeline.map(({ logo }) => logo),
    clientFolder,
  );
  const svg = embedSvg(shared, { theme, today, logos });
  c.header("content-security-policy", svgPolicy(svg));
  c.header("x-robots-tag", "noindex");
  c.header("content-type", "image/svg+xml; charset=utf-8");
  return c.body(svg);
}

/** Width that a consumer of oEmbed has for it, at most our own. */
function widthOf(asked: string | undefined): number {
  const most = asked !== undefined && /^\d{1,5}$/.test(asked) ? Number(asked) : EMBED_SIZE.width;
  return Math.max(1, Math.min(EMBED_SIZE.width, most));
}

/**
 * Shared pipelines as files for other sites, and their oEmbed answers. Caches elsewhere must revalidate them each time,
 * so that a link that is switched off disappears there too. Our own cache keeps them until the person changes
 * something.
 * @param clientFolder the folder of the built logos
 */
export function embeds(clientFolder: string): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get("/s/:file{[0-9a-f]{24}\\.svg}", async (c) => {
      const { db, today } = writeContext(c);
      const shared = await readShared(db, { id: c.req.param("file").slice(0, -4), today });
      if (!shared) throw new AppError("not-found");
      share(c, [shared.tag]);
      c.header("cache-control", "no-cache");
      c.header("cross-origin-resource-policy", "cross-origin");
      return svgAnswer(c, shared, clientFolder);
    })
    .get("/share/preview.svg", async (c) => {
      const { db, today, viewer } = writeContext(c);
      const level = c.req.query("level");
      const shared =
        viewer && isShareLevel(level) && (await readPreview(db, { profileKey: viewer.profileKey, level, today }));
      if (!shared) throw new AppError("not-found");
      c.header("cache-control", "private, no-store");
      return svgAnswer(c, shared, clientFolder);
    })
    .get("/oembed", async (c) => {
      const { db, today } = writeContext(c);
      const { baseUrl } = c.var.services.config;
      const { url = "", format = "json", maxwidth } = c.req.query();
      if (format !== "json") throw new AppError("not-found");
      const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length).replace(/[?#].*$/s, "") : "";
      const id = /^\/s\/([0-9a-f]{24})$/.exec(path)?.[1];
      const shared = id === undefined ? undefined : await readShared(db, { id, today });
      if (id === undefined || !shared) throw new AppError("not-found");
      const width = widthOf(maxwidth);
      const height = Math.round((EMBED_SIZE.height * width) / EMBED_SIZE.width);
      share(c, [shared.tag]);
      c.header("cache-control", "no-cache");
      c.header("x-robots-tag", "noindex");
      return c.json({
        version: "1.0",
        type: "rich",
        provider_name: "Pipelines",
        provider_url: baseUrl,
        title: sharedTitle(shared.profile, shared.level),
        width,
        height,
        html: `<a href="${escapeXml(`${baseUrl}${sharedPath(id)}`)}">${embedCode(baseUrl, {
          id,
          alt: altText(shared.profile, shared.level),
          width,
        })}</a>`,
        thumbnail_url: `${baseUrl}${sharedPath(id, ".png")}`,
        thumbnail_width: 1200,
        thumbnail_height: 630,
      });
    });
}
