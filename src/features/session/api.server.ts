import { timingSafeEqual } from "node:crypto";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { emailKey } from "#core/email.ts";
import { AppError } from "#core/errors.ts";
import { isPublicId } from "#core/ids.ts";
import {
  body,
  CHANGE_PROBLEMS,
  createApi,
  jsonCall,
  messageSchema,
  signedInContext,
  writeContext,
} from "#server/api-app.ts";
import { bindingOf } from "#server/binding.ts";
import type { AppEnv } from "#server/context.ts";
import { isSameOrigin, needsToken } from "#server/request-guard.ts";
import { setTokenCookie, TOKEN_COOKIE } from "#server/session-cookie.ts";
import { browserHandle, issueToken, readToken } from "#server/token.ts";
import { requireProof } from "./proof-write.server.ts";
import { readSessions, toUser } from "./read.server.ts";
import { confirmSchema, sessionSchema, userSchema, verifySchema } from "./schema.ts";
import { logOut, revokeOtherSessions, revokeSession } from "./write.server.ts";

const common = { tags: ["Session"], middleware: [needsToken] };

const tokenRoute = jsonCall("get", "/api/token", {
  tags: ["Session"],
  summary: "A token to send with every further call",
  description:
    "For API clients: a fresh bearer token without rights, which sign-up or login bind to a person. For a browser on our own pages: keeps the cookie session or begins one, and answers a handle that is useless alone.",
  request: { query: z.object({ linkedinToken: z.string().optional(), adminToken: z.string().optional() }) },
  answer: [z.string(), "The token, as a JSON string"],
});

const verifyRoute = jsonCall("post", "/api/user/verify", {
  ...common,
  summary: "Ask whether the caller's own token belongs to this e-mail",
  request: body(verifySchema),
  answer: [z.object({ isVerified: z.boolean() }), "The answer"],
  errors: CHANGE_PROBLEMS,
});

const logoutRoute = jsonCall("post", "/api/user/logout", {
  ...common,
  summary: "End this session at once",
  request: {},
  answer: [messageSchema, "Done"],
  errors: ["no-session", "cross-site", "not-json"],
});

const meRoute = jsonCall("get", "/api/user/me", {
  ...common,
  summary: "The user of this session",
  answer: [userSchema, "The user"],
  errors: ["no-session", "not-yours"],
});

const idRoute = jsonCall("get", "/api/mongodbId/{id}", {
  tags: ["Session"],
  summary: "Whether a text has the form of an id; looks nothing up",
  request: { params: z.object({ id: z.string() }) },
  answer: [z.object({ response: z.boolean() }), "The answer"],
});

const listRoute = jsonCall("get", "/api/user/sessions", {
  ...common,
  tags: ["Account"],
  summary: "Where the caller is signed in",
  answer: [z.array(sessionSchema), "Live sessions, last used first"],
  errors: ["no-session", "not-yours"],
});

const othersRoute = jsonCall("delete", "/api/user/sessions", {
  ...common,
  tags: ["Account"],
  summary: "Sign out everywhere else",
  description: "A browser gets a new cookie, so that a copy of its old one ends too.",
  answer: [messageSchema, "Ended, in every process at once"],
  errors: ["not-yours", ...CHANGE_PROBLEMS],
});

const oneRoute = jsonCall("delete", "/api/user/sessions/{id}", {
  ...common,
  tags: ["Account"],
  summary: "End one session",
  request: { params: z.object({ id: z.string() }) },
  answer: [messageSchema, "Ended, in every process at once"],
  errors: ["not-found", "not-yours", ...CHANGE_PROBLEMS],
});

const confirmRoute = jsonCall("post", "/api/user/confirm", {
  ...common,
  tags: ["Account"],
  summary: "Prove to be there by the password",
  description: "Allows this session, for ten minutes, the changes that need a fresh proof.",
  request: body(confirmSchema),
  answer: [messageSchema, "Proven"],
  errors: ["invalid-credentials", "not-yours", ...CHANGE_PROBLEMS],
});

/** True if the text is this call's bearer token, or the handle that represents its cookie. */
function isOwnToken(c: Context<AppEnv>, text: string): boolean {
  const { services, now, token } = c.var;
  const held = TOKEN_COOKIE.read(c);
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
    const held = TOKEN_COOKIE.read(c);
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
    TOKEN_COOKIE.clear(c);
    return c.json(done, 200);
  })
  .openapi(meRoute, (c) => {
    // Not 401: the token is valid, and a 401 would make clients fetch a new one in vain.
    if (!c.var.viewer) throw new AppError("not-yours", { message: "Log in first." });
    return c.json(toUser(c.var.viewer), 200);
  })
  .openapi(idRoute, (c) => c.json({ response: isPublicId(c.req.valid("param").id) }, 200))
  .openapi(confirmRoute, async (c) => {
    await requireProof(signedInContext(c), c.req.valid("json"), c.var.services.config.rateLimitFactor);
    return c.json(done, 200);
  })
  .openapi(listRoute, async (c) => {
    const { db, viewer, tokenHash, now } = signedInContext(c);
    return c.json(await readSessions(db, { viewer, tokenHash, now }), 200);
  })
  .openapi(othersRoute, async (c) => {
    const ctx = signedInContext(c);
    const { binding, cookie } = bindingOf(c);
    await revokeOtherSessions(ctx, binding);
    if (cookie !== undefined) setTokenCookie(c, cookie);
    return c.json(done, 200);
  })
  .openapi(oneRoute, async (c) => {
    await revokeSession(signedInContext(c), c.req.valid("param").id);
    return c.json(done, 200);
  });
