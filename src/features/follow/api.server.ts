import { body, CHANGE_PROBLEMS, createApi, jsonCall, signedInContext } from "#server/api-app.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { needsToken } from "#server/request-guard.ts";
import { takeLimits } from "#server/take-limits.ts";
import { askForWeeklyEmail, leaveWeeklyEmail } from "./weekly-email-write.server.ts";
import { readFollows, readWeeklyEmail } from "./read.server.ts";
import { MAX_FOLLOWS } from "./rules.ts";
import { followInputSchema, followsSchema, weeklyEmailChangeSchema, weeklyEmailSchema } from "./schema.ts";
import { follow } from "./write.server.ts";

const common = { tags: ["Following"], middleware: [needsToken] };

const listRoute = jsonCall("get", "/api/user/follows", {
  ...common,
  summary: "What the caller follows",
  answer: [followsSchema, "The latest first"],
  errors: ["no-session", "not-yours"],
});

const followRoute = jsonCall("post", "/api/user/follows", {
  ...common,
  summary: "Follow a company, school, title or route, or end that",
  description: `At most ${MAX_FOLLOWS} things. Only their owner sees them; they are deleted with the account. A route is saved with it, and is no longer followed once it is forgotten.`,
  request: body(followInputSchema),
  answer: [followsSchema, "All that the caller follows"],
  errors: ["not-yours", ...CHANGE_PROBLEMS],
});

const weeklyEmailRoute = jsonCall("get", "/api/user/weekly-letter", {
  ...common,
  summary: "Whether the caller gets the weekly e-mail",
  answer: [weeklyEmailSchema, "How it stands"],
  errors: ["no-session", "not-yours"],
});

const changeWeeklyEmailRoute = jsonCall("patch", "/api/user/weekly-letter", {
  ...common,
  summary: "Ask for the weekly e-mail, or leave it",
  description:
    "It tells what is new on what the caller follows, in numbers of public people from five on, and comes only where something is new. Needs a confirmed e-mail. Every e-mail has a link that ends it.",
  request: body(weeklyEmailChangeSchema),
  answer: [weeklyEmailSchema, "How it stands now"],
  errors: ["not-yours", ...CHANGE_PROBLEMS],
});

export const followApi = createApi()
  .openapi(listRoute, async (c) => {
    const ctx = signedInContext(c);
    return c.json(await readFollows(ctx.db, ctx.viewer.accountId), 200);
  })
  .openapi(followRoute, async (c) => {
    const ctx = signedInContext(c);
    await follow(ctx, c.req.valid("json"));
    return c.json(await readFollows(ctx.db, ctx.viewer.accountId), 200);
  })
  .openapi(weeklyEmailRoute, async (c) => {
    const ctx = signedInContext(c);
    return c.json(await readWeeklyEmail(ctx.db, ctx.viewer.accountId), 200);
  })
  .openapi(changeWeeklyEmailRoute, async (c) => {
    const ctx = signedInContext(c);
    if (c.req.valid("json").wanted) {
      // Each consent leaves a mark when it ends.
      await takeLimits(c, { limit: LIMITS.weeklyEmail, who: ctx.viewer.accountId });
      await askForWeeklyEmail(ctx);
    } else await leaveWeeklyEmail(ctx, ctx.viewer.accountId);
    return c.json(await readWeeklyEmail(ctx.db, ctx.viewer.accountId), 200);
  });
