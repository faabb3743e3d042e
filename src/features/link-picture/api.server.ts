import { Hono } from "hono";
import { AppError } from "#core/errors.ts";
import { writeContext } from "#server/api-app.ts";
import type { AppEnv } from "#server/context.ts";
import { askForPage } from "#features/path/read.server.ts";
import { readRoutePicture } from "./route-read.server.ts";
import { readPreviewPicture, readSharedPicture } from "./shared-read.server.ts";
import { readLinkPicture, readTitlePicture } from "./read.server.ts";
import { renderPicture } from "./render.server.ts";
import { SITE_PICTURE } from "./rules.ts";

/**
 * PNG files for link previews. Caches must revalidate a person's picture each time, so that it disappears at once when
 * the person becomes anonymous; a company's too, because whoever leaves is out of its numbers at once.
 * @param clientFolder the folder of the built logos
 * @param paths answers the numbers of a title
 */
export function linkPictures(clientFolder: string, paths: Parameters<typeof askForPage>[0]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/link-pictures/site.png", async (c) => {
    c.header("cache-control", "public, max-age=86400");
    return png(await renderPicture(SITE_PICTURE, clientFolder), c.res.headers);
  });
  app.get("/link-pictures/:kind{company|school|user}/:file{[0-9a-f]{24}\\.png}", async (c) => {
    const { kind, file } = c.req.param();
    const { db, today } = writeContext(c);
    const picture = await readLinkPicture(db, { kind, id: file.slice(0, -4), today });
    if (!picture) throw new AppError("not-found");
    // A school's says nothing about people.
    c.header("cache-control", kind === "school" ? "public, max-age=3600" : "no-cache");
    return png(await renderPicture(picture, clientFolder), c.res.headers);
  });
  app.get("/link-pictures/title/:file{[a-z-]+\\.png}", async (c) => {
    const { db, today } = writeContext(c);
    const slug = c.req.param("file").slice(0, -4);
    const picture = await askForPage(paths, (ask) => readTitlePicture({ db, ask, today }, slug));
    if (picture === "not-ready") throw new AppError("paths-not-ready", { retryAfter: 2 });
    if (!picture) throw new AppError("not-found");
    c.header("cache-control", "no-cache");
    return png(await renderPicture(picture, clientFolder), c.res.headers);
  });
  app.get("/link-pictures/route.png", async (c) => {
    const { db, today } = writeContext(c);
    const picture = await readRoutePicture({ db, paths, today }, new URL(c.req.url).searchParams);
    if (picture === "not-ready") throw new AppError("paths-not-ready", { retryAfter: 2 });
    if (!picture) throw new AppError("not-found");
    c.header("cache-control", "no-cache");
    return png(await renderPicture(picture, clientFolder), c.res.headers);
  });
  app.get("/s/:file{[0-9a-f]{24}\\.png}", async (c) => {
    const { db, today } = writeContext(c);
    const picture = await readSharedPicture(db, { id: c.req.param("file").slice(0, -4), today });
    if (!picture) throw new AppError("not-found");
    c.header("cache-control", "no-cache");
    c.header("cross-origin-resource-policy", "cross-origin");
    return png(await renderPicture(picture, clientFolder), c.res.headers);
  });
  app.get("/share/preview.png", async (c) => {
    const { db, today, viewer } = writeContext(c);
    const picture =
      viewer && (await readPreviewPicture(db, { profileKey: viewer.profileKey, level: c.req.query("level"), today }));
    if (!picture) throw new AppError("not-found");
    c.header("cache-control", "private, no-store");
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
