import { body, CHANGE_PROBLEMS, createApi, jsonCall, signedInContext } from "#server/api-app.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { takeLimits } from "#server/take-limits.ts";
import { needsToken } from "#server/request-guard.ts";
import { readAnonymity } from "./read.server.ts";
import { anonymityFormSchema, anonymitySchema } from "./schema.ts";

const anonymityRoute = jsonCall("post", "/api/profile/meter", {
  tags: ["Profiles"],
  summary: "How many others an anonymous pipeline like this could be",
  description:
    "For somebody who knows two of the jobs and when each began, or one and the school: the fewest anonymous people who share any two of them, in three steps. Titles that others read as written count as further things, shared by who shows the same words. Counted over people whom everybody can see, by what they show, and over demo people only while fewer than 20 real ones are anonymous; nothing that is sent is kept. Sixty times a day.",
  middleware: [needsToken] as const,
  request: body(anonymityFormSchema),
  answer: [anonymitySchema, "The anonymity check"],
  errors: ["not-yours", ...CHANGE_PROBLEMS],
});

export const anonymityApi = createApi().openapi(anonymityRoute, async (c) => {
  const ctx = signedInContext(c);
  const { db } = c.var.services;
  await takeLimits(c, { limit: LIMITS.anonymityCheck, who: ctx.viewer.accountId });
  c.header("cache-control", "private, no-store");
  return c.json(await readAnonymity(db, { profileKey: ctx.viewer.profileKey, form: c.req.valid("json") }), 200);
});
