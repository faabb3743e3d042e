import { body, CHANGE_PROBLEMS, createApi, jsonCall, signedInContext } from "#server/api-app.ts";
import { needsToken } from "#server/request-guard.ts";
import { readSavedRoutes } from "./read.server.ts";
import { MAX_SAVED_ROUTES } from "./rules.ts";
import { savedRouteInputSchema, savedRoutesSchema } from "./schema.ts";
import { saveRoute } from "./write.server.ts";

const common = { tags: ["Paths"], middleware: [needsToken] };

const listRoute = jsonCall("get", "/api/user/routes", {
  ...common,
  summary: "The caller's saved routes",
  answer: [savedRoutesSchema, "The latest first"],
  errors: ["no-session", "not-yours"],
});

const saveRouteRoute = jsonCall("post", "/api/user/routes", {
  ...common,
  summary: "Save a route, or forget it",
  description: `At most ${MAX_SAVED_ROUTES} are kept. Only their owner sees them; they are deleted with the account.`,
  request: body(savedRouteInputSchema),
  answer: [savedRoutesSchema, "All of the caller's"],
  errors: ["not-yours", ...CHANGE_PROBLEMS],
});

export const savedRouteApi = createApi()
  .openapi(listRoute, async (c) => {
    const ctx = signedInContext(c);
    return c.json(await readSavedRoutes(ctx.db, ctx.viewer.accountId), 200);
  })
  .openapi(saveRouteRoute, async (c) => {
    const ctx = signedInContext(c);
    await saveRoute(ctx, c.req.valid("json"));
    return c.json(await readSavedRoutes(ctx.db, ctx.viewer.accountId), 200);
  });
