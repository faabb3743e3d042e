import { createRoute } from "@hono/zod-openapi";
import { body, CHANGE_PROBLEMS, createApi, json, problems, signedInContext } from "#server/api-app.ts";
import { needsToken } from "#server/request-guard.ts";
import { askForLetter, leaveLetter } from "./letter-write.server.ts";
import { readFollows, readWeeklyLetter } from "./read.server.ts";
import { MAX_FOLLOWS } from "./rules.ts";
import { followInputSchema, followsSchema, weeklyLetterChangeSchema, weeklyLetterSchema } from "./schema.ts";
import { follow } from "./write.server.ts";

const common = { tags: ["Following"], middleware: [needsToken] };

const listRoute = createRoute({
  ...common,
  method: "get",
  path: "/api/user/follows",
  summary: "What the caller follows",
  responses: { 200: json(followsSchema, "The latest first"), ...problems("no-session", "not-yours") },
});

const followRoute = createRoute({
  ...common,
  method: "post",
  path: "/api/user/follows",
  summary: "Follow a company, school, title or route, or end that",
  description: `At most ${MAX_FOLLOWS} things. Only their owner sees them; they are deleted with the account. A route is saved with it, and is no longer followed once it is forgotten.`,
  request: body(followInputSchema),
  responses: { 200: json(followsSchema, "All that the caller follows"), ...problems("not-yours", ...CHANGE_PROBLEMS) },
});

const letterRoute = createRoute({
  ...common,
  method: "get",
  path: "/api/user/weekly-letter",
  summary: "Whether the caller gets the weekly letter",
  responses: { 200: json(weeklyLetterSchema, "How it stands"), ...problems("no-session", "not-yours") },
});

const changeLetterRoute = createRoute({
  ...common,
  method: "patch",
  path: "/api/user/weekly-letter",
  summary: "Ask for the weekly letter, or leave it",
  description:
    "It tells what is new on what the caller follows, in numbers of public people from five on, and comes only where something is new. Needs a confirmed e-mail. Every letter has a link that ends it.",
  request: body(weeklyLetterChangeSchema),
  responses: { 200: json(weeklyLetterSchema, "How it stands now"), ...problems("not-yours", ...CHANGE_PROBLEMS) },
});

export const followApi = createApi()
  .openapi(listRoute, async (c) => {
    const ctx = signedInContext(c);
    c.header("cache-control", "private, no-store");
    return c.json(await readFollows(ctx.db, ctx.viewer.accountId), 200);
  })
  .openapi(followRoute, async (c) => {
    const ctx = signedInContext(c);
    await follow(ctx, c.req.valid("json"));
    return c.json(await readFollows(ctx.db, ctx.viewer.accountId), 200);
  })
  .openapi(letterRoute, async (c) => {
    const ctx = signedInContext(c);
    c.header("cache-control", "private, no-store");
    return c.json(await readWeeklyLetter(ctx.db, ctx.viewer.accountId), 200);
  })
  .openapi(changeLetterRoute, async (c) => {
    const ctx = signedInContext(c);
    if (c.req.valid("json").wanted) await askForLetter(ctx);
    else await leaveLetter(ctx, ctx.viewer.accountId);
    return c.json(await readWeeklyLetter(ctx.db, ctx.viewer.accountId), 200);
  });
