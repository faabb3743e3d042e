import { createRoute, z } from "@hono/zod-openapi";
import { createApi, json, problems } from "#server/api-app.ts";
import { readQuickSearch } from "./read.server.ts";
import { quickSearchSchema, MAX_HITS } from "./schema.ts";

const quickSearchRoute = createRoute({
  method: "get",
  path: "/api/jump/{text}",
  tags: ["Search"],
  summary: "Companies, schools and public people that a typed text may mean",
  description: `At most ${MAX_HITS} of each, the likeliest first. Case and accents do not matter, one typo is forgiven. People who are anonymous or private are not found by anything.`,
  request: { params: z.object({ text: z.string() }) },
  responses: { 200: json(quickSearchSchema, "What was found"), ...problems() },
});

export const quickSearchApi = createApi().openapi(quickSearchRoute, async (c) => {
  const { lookups } = c.var.services;
  return c.json(await readQuickSearch(lookups, c.req.valid("param").text), 200);
});
