import { adminContext, createApi, jsonCall } from "#server/api-app.ts";
import { needsToken } from "#server/request-guard.ts";
import { readCommunity } from "./read.server.ts";
import { communitySchema } from "./schema.ts";

const communityRoute = jsonCall("get", "/api/admin/community", {
  tags: ["Administration"],
  summary: "The community in numbers, and what waits for an administrator",
  description: "Of anonymous and private pipelines and of sign-ups a number is shown from 5 on.",
  middleware: [needsToken] as const,
  answer: [communitySchema, "The numbers"],
  errors: ["no-session", "not-admin"],
});

export const communityApi = createApi().openapi(communityRoute, async (c) => {
  const { db, today } = adminContext(c);
  return c.json(await readCommunity(db, today), 200);
});
