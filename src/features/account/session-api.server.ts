import { createRoute, z } from "@hono/zod-openapi";
import { AppError } from "#core/errors.ts";
import { body, CHANGE_PROBLEMS, createApi, json, messageSchema, problems, signedInContext } from "#server/api-app.ts";
import { needsToken } from "#server/request-guard.ts";
import { setBroadcasts } from "./broadcasts-write.server.ts";
import { readAccount, readSessions } from "./read.server.ts";
import { accountChangeSchema, accountSchema, sessionSchema } from "./schema.ts";
import { revokeOtherSessions, revokeSession } from "./session-write.server.ts";

const CHANGES = ["no-session", "not-yours", "cross-site", "not-json", "body-too-large"] as const;

const accountRoute = createRoute({
  method: "get",
  path: "/api/user/account",
  tags: ["Account"],
  summary: "How the caller's account stands",
  middleware: [needsToken] as const,
  responses: { 200: json(accountSchema, "The account"), ...problems("no-session", "not-yours") },
});

const switchRoute = createRoute({
  method: "patch",
  path: "/api/user/account",
  tags: ["Account"],
  summary: "Get mails to all members, or none of them",
  middleware: [needsToken] as const,
  request: body(accountChangeSchema),
  responses: { 200: json(messageSchema, "Changed"), ...problems("not-yours", ...CHANGE_PROBLEMS) },
});

const listRoute = createRoute({
  method: "get",
  path: "/api/user/sessions",
  tags: ["Account"],
  summary: "Where the caller is signed in",
  middleware: [needsToken] as const,
  responses: {
    200: json(z.array(sessionSchema), "Live sessions, the last used first"),
    ...problems("no-session", "not-yours"),
  },
});

const othersRoute = createRoute({
  method: "delete",
  path: "/api/user/sessions",
  tags: ["Account"],
  summary: "Sign out everywhere else",
  middleware: [needsToken] as const,
  responses: { 200: json(messageSchema, "Ended, in every process at once"), ...problems(...CHANGES) },
});

const oneRoute = createRoute({
  method: "delete",
  path: "/api/user/sessions/{id}",
  tags: ["Account"],
  summary: "End one session",
  middleware: [needsToken] as const,
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(messageSchema, "Ended, in every process at once"), ...problems("not-found", ...CHANGES) },
});

export const sessionApi = createApi()
  .openapi(accountRoute, async (c) => {
    const account = await readAccount(c.var.services.db, signedInContext(c).viewer.accountId);
    if (!account) throw new AppError("no-session");
    c.header("cache-control", "private, no-store");
    return c.json(account, 200);
  })
  .openapi(switchRoute, async (c) => {
    await setBroadcasts(signedInContext(c), c.req.valid("json").broadcasts);
    return c.json({ message: "success" }, 200);
  })
  .openapi(listRoute, async (c) => {
    const { viewer, tokenHash, now } = signedInContext(c);
    c.header("cache-control", "private, no-store");
    return c.json(await readSessions(c.var.services.db, { accountId: viewer.accountId, tokenHash, now }), 200);
  })
  .openapi(othersRoute, async (c) => {
    await revokeOtherSessions(signedInContext(c));
    return c.json({ message: "success" }, 200);
  })
  .openapi(oneRoute, async (c) => {
    await revokeSession(signedInContext(c), c.req.valid("param").id);
    return c.json({ message: "success" }, 200);
  });
