import { createRoute, z } from "@hono/zod-openapi";
import { AppError } from "#core/errors.ts";
import { body, CHANGE_PROBLEMS, createApi, json, jsonCall, problems, signedInContext } from "#server/api-app.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { takeLimits } from "#server/take-limits.ts";
import { needsToken } from "#server/request-guard.ts";
import { createAccessToken, revokeAccessToken } from "./access-token-write.server.ts";
import { readAccessTokens } from "./read.server.ts";
import { accessTokenInputSchema, accessTokenSchema, newAccessTokenSchema } from "./schema.ts";

const common = { tags: ["Access tokens"], middleware: [needsToken] };

const listRoute = jsonCall("get", "/api/user/access-tokens", {
  ...common,
  summary: "The caller's personal access tokens",
  answer: [z.array(accessTokenSchema), "Live ones, the first made first"],
  errors: ["no-session", "not-yours"],
});

const makeRoute = createRoute({
  ...common,
  method: "post",
  path: "/api/user/access-tokens",
  summary: "Make a personal access token",
  description: "Needs a proof of the last ten minutes. The token is in this answer and never shown again.",
  request: body(accessTokenInputSchema),
  responses: {
    201: json(newAccessTokenSchema, "The token"),
    ...problems("not-yours", "not-proven", "too-many-access-tokens", ...CHANGE_PROBLEMS),
  },
});

const revokeRoute = jsonCall("delete", "/api/user/access-tokens/{id}", {
  ...common,
  summary: "Revoke one",
  request: { params: z.object({ id: z.string() }) },
  answer: [z.array(accessTokenSchema), "The caller's other tokens"],
  errors: ["not-found", "not-yours", ...CHANGE_PROBLEMS],
});

export const accessTokenApi = createApi()
  .openapi(listRoute, async (c) => {
    const { db, viewer, now } = signedInContext(c);
    return c.json(await readAccessTokens(db, { viewer, now }), 200);
  })
  .openapi(makeRoute, async (c) => {
    const { services } = c.var;
    const ctx = signedInContext(c);
    const { accountId } = ctx.viewer;
    await takeLimits(c, { limit: LIMITS.accessTokenMade, who: accountId });
    const { token, id } = await createAccessToken(ctx, services.config, c.req.valid("json"));
    const made = (await readAccessTokens(ctx.db, ctx)).find(({ _id }) => _id === id);
    // Ended with all of the account's sessions in the meantime.
    if (!made) throw new AppError("no-session");
    return c.json({ ...made, token }, 201);
  })
  .openapi(revokeRoute, async (c) => {
    const ctx = signedInContext(c);
    await revokeAccessToken(ctx, c.req.valid("param").id);
    return c.json(await readAccessTokens(ctx.db, ctx), 200);
  });
