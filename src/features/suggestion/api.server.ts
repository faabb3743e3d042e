import { createRoute } from "@hono/zod-openapi";
import { body, createApi, json, messageSchema, problems, writeContext } from "#server/api-app.ts";
import { LIMITS, takeShared } from "#server/rate-limit.ts";
import { needsToken } from "#server/request-guard.ts";
import { MAX_SUGGESTION } from "./rules.ts";
import { suggestionSchema } from "./schema.ts";
import { saveSuggestion } from "./write.server.ts";

const suggestRoute = createRoute({
  method: "post",
  path: "/api/suggestions",
  tags: ["Suggestions"],
  summary: "Suggest something to whoever runs the site",
  description: `\`text\` has 1 to ${MAX_SUGGESTION} characters. It is stored without its sender, with any token. Leave \`website\` out: it is there to catch programs that fill in every field.`,
  middleware: [needsToken] as const,
  request: body(suggestionSchema),
  responses: {
    200: json(messageSchema, "Done"),
    ...problems("fields-missing", "no-session", "bad-request", "cross-site", "not-json", "body-too-large"),
  },
});

export const suggestionApi = createApi().openapi(suggestRoute, async (c) => {
  const { services, now, address } = c.var;
  await takeShared(services.db, services.secret, services.config.rateLimitFactor, now, [
    { limit: LIMITS.suggestion, who: address },
  ]);
  await saveSuggestion(writeContext(c), c.req.valid("json"));
  return c.json({ message: "success" }, 200);
});
