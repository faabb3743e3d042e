import { timingSafeEqual } from "node:crypto";
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { emailKey } from "#core/email.ts";
import { AppError } from "#core/errors.ts";
import { isPublicId } from "#core/ids.ts";
import {
  body,
  CHANGE_PROBLEMS,
  createApi,
  json,
  messageSchema,
  problems,
  signedInContext,
  writeContext,
} from "#server/api-app.ts";
import type { AppEnv } from "#server/context.ts";
import { isSameOrigin, needsToken } from "#server/request-guard.ts";
import { clearTokenCookie, readTokenCookie, setTokenCookie } from "#server/session-cookie.ts";
import { browserHandle, issueToken, readToken } from "#server/token.ts";
import { requireProof } from "./proof-write.server.ts";
import { readSessions, toUser } from "./read.server.ts";
import { confirmSchema, sessionSchema, userSchema, verifySchema } from "./schema.ts";
import { logOut, revokeOtherSessions, revokeSession } from "./write.server.ts";

const common = { tags: ["Session"], middleware: [needsToken] };

const tokenRoute = createRoute({
  method: "get",
  path: "/api/token",
  tags: ["Session"],
  summary: "A token to send with every further call",
  description:
    "For API clients: a fresh bearer token without rights, which sign-up or login bind to a person. For a browser on our own pages: keeps the cookie session or begins one, and answers a handle that is useless alone.",
  request: { query: z.object({ linkedinToken: z.string().optional(), adminToken: z.string().optional() }) },
  responses: { 200: json(z.string(), "The token, as a JSON string"), ...problems("bad-request") },
});

const verifyRoute = createRoute({
  ...common,
  method: "post",
  path: "/api/user/verify",
  summary: "Ask whether the caller's own token belongs to this e-mail",
  request: body(verifySchema),
  responses: {
    200: json(z.object({ isVerified: z.boolean() }), "The answer"),
    ...problems("bad-request", ...CHANGE_PROBLEMS),
  },
});

const logoutRoute = createRoute({
  ...common,
  method: "post",
  path: "/api/user/logout",
  summary: "End this session at once",
  request: {},
  responses: { 200: json(messageSchema, "Done"), ...problems("no-session", "cross-site", "not-json") },
});

const meRoute = createRoute({
  ...common,
  method: "get",
  path: "/api/user/me",
  summary: "The user of this session",
  responses: { 200: json(userSchema, "The user"), ...problems("no-session", "not-yours") },
});

const idRoute = createRoute({
  method: "get",
  path: "/api/mongodbId/{id}",
  tags: ["Session"],
  summary: "Whether a text has the form of an id; looks nothing up",
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(z.object({ response: z.boolean() }), "The answer"), ...problems() },
});

const listRoute = createRoute({
  ...common,
  method: "get",
  path: "/api/user/sessions",
  tags: ["Account"],
  summary: "Where the caller is signed in",
  responses: {
    200: json(z.array(sessionSchema), "Live sessions, last used first"),
    ...problems("no-session", "not-yours"),
  },
});

const othersRoute = createRoute({
  ...common,
  method: "delete",
  path: "/api/user/sessions",
  tags: ["Account"],
  summary: "Sign out everywhere else",
  responses: {
    200: json(messageSchema, "Ended, in every process at once"),
    ...problems("not-yours", ...CHANGE_PROBLEMS),
  },
});

const oneRoute = createRoute({
  ...common,
  method: "delete",
  path: "/api/user/sessions/{id}",
  tags: ["Account"],
  summary: "End one session",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(messageSchema, "Ended, in every process at once"),
    ...problems("not-found", "not-yours", ...CHANGE_PROBLEMS),
  },
});

const confirmRoute = createRoute({
  ...common,
  method: "post",
  path: "/api/user/confirm",
  tags: ["Account"],
  summary: "Prove to be there by the password",
  description: "Allows this session, for ten minutes, the changes that need a fresh proof.",
  request: body(confirmSchema),
  responses: {
    200: json(messageSchema, "Proven"),
    ...problems("invalid-credentials", "not-yours", "bad-request", ...CHANGE_PROBLEMS),
  },
});

/** True if the text is this call's bearer token, or the handle that represents its cookie. */
function isOwnToken(c: Context<AppEnv>, text: string): boolean {
  const { services, now, token } = c.var;
  const held = readTokenCookie(c);
  if (c.var.tokenFrom === "cookie" && held !== undefined) return text === browserHandle(services.secret, held);
  const sent = readToken(services.secret, text, now);
  return token !== undefined && sent !== undefined && timingSafeEqual(sent.hash, token.hash);
}

const done = { message: "success" } as const;

export const sessionApi = createApi()
  .openapi(tokenRoute, async (c) => {
    const { services, now } = c.var;
    c.header("cache-control", "no-store");
    if (!isSameOrigin(c)) {
      // Slices whose query contains tokens bind their proof to this token.
      const issued = issueToken(services.secret, now);
      c.set("issued", issued);
      return c.json(issued, 200);
    }
    const held = readTokenCookie(c);
    const cookie = held !== undefined && c.var.tokenFrom === "cookie" ? held : issueToken(services.secret, now);
    if (cookie !== held) setTokenCookie(c, cookie);
    return c.json(browserHandle(services.secret, cookie), 200);
  })
  .openapi(verifyRoute, async (c) => {
    const { viewer } = c.var;
    const { email, token } = c.req.valid("json");
    const isVerified =
      viewer !== undefined && emailKey(viewer.email) === emailKey(email ?? "") && isOwnToken(c, token ?? "");
    return c.json({ isVerified }, 200);
  })
  .openapi(logoutRoute, async (c) => {
    if (c.var.token) await logOut(writeContext(c), c.var.token.hash);
    clearTokenCookie(c);
    return c.json(done, 200);
  })
  .openapi(meRoute, (c) => {
    // Not 401: the token is valid, and a 401 would make clients fetch a new one in vain.
    if (!c.var.viewer) throw new AppError("not-yours", { message: "Log in first." });
    c.header("cache-control", "private, no-store");
    return c.json(toUser(c.var.viewer), 200);
  })
  .openapi(idRoute, (c) => c.json({ response: isPublicId(c.req.valid("param").id) }, 200))
  .openapi(confirmRoute, async (c) => {
    await requireProof(signedInContext(c), c.req.valid("json"), c.var.services.config.rateLimitFactor);
    return c.json(done, 200);
  })
  .openapi(listRoute, async (c) => {
    const { db, viewer, tokenHash, now } = signedInContext(c);
    c.header("cache-control", "private, no-store");
    return c.json(await readSessions(db, { viewer, tokenHash, now }), 200);
  })
  .openapi(othersRoute, async (c) => {
    await revokeOtherSessions(signedInContext(c));
    return c.json(done, 200);
  })
  .openapi(oneRoute, async (c) => {
    await revokeSession(signedInContext(c), c.req.valid("param").id);
    return c.json(done, 200);
  });
