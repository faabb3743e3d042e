import { createRoute } from "@hono/zod-openapi";
import { body, CHANGE_PROBLEMS, createApi, json, problems, signedInContext } from "#server/api-app.ts";
import { needsToken } from "#server/request-guard.ts";
import { readShareLinks } from "./read.server.ts";
import { shareLinkInputSchema, shareLinksSchema } from "./schema.ts";
import { changeShareLink } from "./write.server.ts";

const common = { tags: ["Sharing"], middleware: [needsToken] };

const listRoute = createRoute({
  ...common,
  method: "get",
  path: "/api/user/links",
  summary: "The caller's shared links",
  description: "One for each level at most. Their pages name neither the profile nor its id.",
  responses: { 200: json(shareLinksSchema, "From the one that shows most"), ...problems("no-session", "not-yours") },
});

const changeRoute = createRoute({
  ...common,
  method: "post",
  path: "/api/user/links",
  summary: "Make, renew or switch off a shared link",
  description: "Every change of the profile's visibility switches all of them off.",
  request: body(shareLinkInputSchema),
  responses: { 200: json(shareLinksSchema, "All of the caller's"), ...problems("not-yours", ...CHANGE_PROBLEMS) },
});

export const shareApi = createApi()
  .openapi(listRoute, async (c) => {
    const ctx = signedInContext(c);
    c.header("cache-control", "private, no-store");
    return c.json(await readShareLinks(ctx.db, ctx.viewer.profileKey), 200);
  })
  .openapi(changeRoute, async (c) => {
    const ctx = signedInContext(c);
    await changeShareLink(ctx, c.req.valid("json"));
    return c.json(await readShareLinks(ctx.db, ctx.viewer.profileKey), 200);
  });
