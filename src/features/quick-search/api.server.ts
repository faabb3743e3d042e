import { z } from "@hono/zod-openapi";
import { createApi, jsonCall } from "#server/api-app.ts";
import { readQuickSearch, type Searched } from "./read.server.ts";
import { quickSearchSchema, MAX_HITS } from "./schema.ts";

const quickSearchRoute = jsonCall("get", "/api/jump/{text}", {
  tags: ["Search"],
  summary: "Companies, schools, public people and titles that a typed text may mean",
  description: `At most ${MAX_HITS} of each, the likeliest first. Case and accents do not matter, one typo is forgiven. People who are anonymous or private are not found by anything. Titles are those that \`/api/title\` lists; none while the server reads pipelines after its start.`,
  request: { params: z.object({ text: z.string() }) },
  answer: [quickSearchSchema, "What was found"],
});

/** @param paths undefined while the call is only described */
export function quickSearchApi(paths: Searched["paths"]) {
  return createApi().openapi(quickSearchRoute, async (c) => {
    const { lookups } = c.var.services;
    return c.json(await readQuickSearch({ lookups, paths }, c.req.valid("param").text), 200);
  });
}
