import { Hono } from "hono";
import { AppError } from "#core/errors.ts";
import { writeContext } from "#server/api-app.ts";
import type { AppEnv } from "#server/context.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { readLinkPicture } from "./read.server.ts";
import { renderPicture } from "./render.server.ts";
import { SITE_PICTURE } from "./rules.ts";

/**
 * PNG files for link previews. Copies of a person's picture are asked for
 * again every time, so that somebody who becomes anonymous is gone from here at once.
 * @param clientFolder where the built logos lie
 */
export function linkPictures(clientFolder: string): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/link-pictures/*", async (c, next) => {
    const wait = await c.var.services.limiter.take(LIMITS.pages, c.var.address, c.var.now.getTime());
    if (wait > 0) throw new AppError("too-many-requests", { retryAfter: wait });
    await next();
  });
  app.get("/link-pictures/site.png", async (c) => {
    c.header("cache-control", "public, max-age=86400");
    return png(await renderPicture(SITE_PICTURE, clientFolder), c.res.headers);
  });
  app.get("/link-pictures/:kind{company|school|user}/:file{[0-9a-f]{24}\\.png}", async (c) => {
    const { kind, file } = c.req.param();
    const { db, today } = writeContext(c);
    const picture = await readLinkPicture(db, { kind, id: file.slice(0, -4), today });
    if (!picture) throw new AppError("not-found");
    c.header("cache-control", kind === "user" ? "no-cache" : "public, max-age=3600");
    return png(await renderPicture(picture, clientFolder), c.res.headers);
  });
  return app;
}

function png(bytes: Uint8Array, given: Headers): Response {
  const headers = new Headers(given);
  headers.set("content-type", "image/png");
  headers.set("x-robots-tag", "noindex");
  return new Response(new Uint8Array(bytes), { headers });
}
