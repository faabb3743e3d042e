import { createRoute, z } from "@hono/zod-openapi";
import { createApi, json, problems, writeContext } from "#server/api-app.ts";
import { readJump } from "./read.server.ts";
import { jumpSchema, MAX_HITS } from "./schema.ts";

const jumpRoute = createRoute({
  method: "get",
  path: "/api/jump/{text}",
  tags: ["Search"],
  summary: "Companies, schools and public people that a typed text may mean",
  description: `At most ${MAX_HITS} of each, the likeliest first. Case and accents do not matter, one typo is forgiven. People who are anonymous or private are not found by anything.`,
  request: { params: z.object({ text: z.string() }) },
  responses: { 200: json(jumpSchema, "What was found"), ...problems() },
});

export const jumpApi = createApi().openapi(jumpRoute, async (c) => {
  const { db } = writeContext(c);
  return c.json(await readJump(db, c.req.valid("param").text), 200);
});
