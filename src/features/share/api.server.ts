import { z } from "@hono/zod-openapi";
import { AppError } from "#core/errors.ts";
import { body, CHANGE_PROBLEMS, createApi, jsonCall, share, signedInContext, writeContext } from "#server/api-app.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { needsToken } from "#server/request-guard.ts";
import { takeLimits } from "#server/take-limits.ts";
import { readShared, readShareLinks } from "./read.server.ts";
import { sharedSchema, shareLinkInputSchema, shareLinksSchema } from "./schema.ts";
import { changeShareLink } from "./write.server.ts";

const common = { tags: ["Sharing"], middleware: [needsToken] };

const listRoute = jsonCall("get", "/api/user/links", {
  ...common,
  summary: "The caller's shared links",
  description: "One for each level at most. Their pages name neither the profile nor its id.",
  answer: [shareLinksSchema, "From the one that shows most"],
  errors: ["no-session", "not-yours"],
});

const changeRoute = jsonCall("post", "/api/user/links", {
  ...common,
  summary: "Make, renew or switch off a shared link",
  description: "Every change of the profile's visibility switches all of them off.",
  request: body(shareLinkInputSchema),
  answer: [shareLinksSchema, "All of the caller's"],
  errors: ["not-yours", ...CHANGE_PROBLEMS],
});

const sharedRoute = jsonCall("get", "/api/shared/{id}", {
  tags: ["Sharing"],
  summary: "A shared line, by the 24 digits of its link",
  description:
    "What the link's page shows. Ids in it are of this answer alone and lead nowhere; at `everything` it has months and ratings, at `only-line` companies and nothing else.",
  request: { params: z.object({ id: z.string().openapi({ description: "The digits behind `/s/`" }) }) },
  answer: [sharedSchema, "The line, as its owner chose to show it"],
  errors: ["not-found"],
});

export const shareApi = createApi()
  .openapi(sharedRoute, async (c) => {
    const { db, today } = writeContext(c);
    const shared = await readShared(db, { id: c.req.valid("param").id, today });
    if (!shared) throw new AppError("not-found");
    share(c, [shared.tag]);
    c.header("cache-control", "no-cache");
    c.header("x-robots-tag", "noindex");
    return c.json({ level: shared.level, profile: shared.profile }, 200);
  })
  .openapi(listRoute, async (c) => {
    const ctx = signedInContext(c);
    return c.json(await readShareLinks(ctx.db, ctx.viewer.profileKey), 200);
  })
  .openapi(changeRoute, async (c) => {
    const ctx = signedInContext(c);
    const change = c.req.valid("json");
    // New links are limited, because each leaves a row behind when it is switched off. Switching off is not.
    if (change.action !== "off") await takeLimits(c, { limit: LIMITS.shareLink, who: ctx.viewer.accountId });
    await changeShareLink(ctx, change);
    return c.json(await readShareLinks(ctx.db, ctx.viewer.profileKey), 200);
  });
