import { timingSafeEqual } from "node:crypto";
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { AppError } from "#core/errors.ts";
import { isPublicId } from "#core/ids.ts";
import { body, createApi, json, messageSchema, problems, writeContext } from "#server/api-app.ts";
import { bindingOf } from "#server/binding.ts";
import type { AppEnv, Viewer } from "#server/context.ts";
import { isSameOrigin, needsToken } from "#server/request-guard.ts";
import { LIMITS, takeShared } from "#server/rate-limit.ts";
import {
  clearTokenCookie,
  keepDeviceCookie,
  readDeviceCookie,
  readTokenCookie,
  setTokenCookie,
} from "#server/session-cookie.ts";
import { browserHandle, issueToken, readToken } from "#server/token.ts";
import { toUser } from "./read.server.ts";
import { emailKey } from "./rules.ts";
import { credentialsSchema, loginSchema, userSchema, verifySchema } from "./schema.ts";
import { logIn, logOut, signUp } from "./write.server.ts";

/** True when the text is the very token of this call, or the handle that stands for its cookie. */
function isOwnToken(c: Context<AppEnv>, text: string): boolean {
  const { services, now, token } = c.var;
  const held = readTokenCookie(c);
  if (c.var.tokenFrom === "cookie" && held !== undefined) return text === browserHandle(services.secret, held);
  const sent = readToken(services.secret, text, now);
  return token !== undefined && sent !== undefined && timingSafeEqual(sent.hash, token.hash);
}

/** A browser's sign-in has succeeded: its session, and the mark by which the account knows the device again. */
function keepSignIn(c: Context<AppEnv>, cookie: string, viewer: Viewer): void {
  setTokenCookie(c, cookie);
  keepDeviceCookie(c, viewer.accountId);
}

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

const signupRoute = createRoute({
  method: "post",
  path: "/api/user/signup",
  tags: ["Session"],
  summary: "Create an account",
  middleware: [needsToken] as const,
  request: body(credentialsSchema),
  responses: {
    200: json(userSchema, "The new user"),
    ...problems(
      "invalid-credentials",
      "weak-password",
      "email-in-use",
      "no-session",
      "bad-request",
      "cross-site",
      "not-json",
      "body-too-large",
    ),
  },
});

const loginRoute = createRoute({
  method: "post",
  path: "/api/user/login",
  tags: ["Session"],
  summary: "Sign in by e-mail and password, or by e-mail and a proof from the network sign-in",
  middleware: [needsToken] as const,
  request: body(loginSchema),
  responses: {
    200: json(userSchema, "The user"),
    ...problems(
      "invalid-credentials",
      "no-session",
      "not-yours",
      "network-known-email",
      "network-unproven-email",
      "bad-request",
      "cross-site",
      "not-json",
      "body-too-large",
    ),
  },
});

const verifyRoute = createRoute({
  method: "post",
  path: "/api/user/verify",
  tags: ["Session"],
  summary: "Ask whether the caller's own token speaks for this e-mail",
  middleware: [needsToken] as const,
  request: body(verifySchema),
  responses: {
    200: json(z.object({ isVerified: z.boolean() }), "The answer"),
    ...problems("no-session", "bad-request", "cross-site", "not-json", "body-too-large"),
  },
});

const logoutRoute = createRoute({
  method: "post",
  path: "/api/user/logout",
  tags: ["Session"],
  summary: "End this session at once",
  middleware: [needsToken] as const,
  request: {},
  responses: { 200: json(messageSchema, "Done"), ...problems("no-session", "cross-site", "not-json") },
});

const meRoute = createRoute({
  method: "get",
  path: "/api/user/me",
  tags: ["Session"],
  summary: "The user of this session",
  middleware: [needsToken] as const,
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

export const accountApi = createApi()
  .openapi(tokenRoute, (c) => {
    const { services, now } = c.var;
    c.header("cache-control", "no-store");
    if (!isSameOrigin(c.req.raw)) {
      // What the query proves is added by the doors that know of it.
      const issued = issueToken(services.secret, now);
      c.set("issued", issued);
      return c.json(issued, 200);
    }
    const held = readTokenCookie(c);
    const cookie = held !== undefined && c.var.tokenFrom === "cookie" ? held : issueToken(services.secret, now);
    if (cookie !== held) setTokenCookie(c, cookie);
    return c.json(browserHandle(services.secret, cookie), 200);
  })
  .openapi(signupRoute, async (c) => {
    const { services, now, address } = c.var;
    await takeShared(services.db, services.secret, services.config.rateLimitFactor, now, [
      { limit: LIMITS.signup, who: address },
    ]);
    const { cookie, ...signIn } = { ...bindingOf(c), deviceMark: undefined };
    const viewer = await signUp(writeContext(c), services.config, c.req.valid("json"), signIn);
    if (cookie !== undefined) keepSignIn(c, cookie, viewer);
    return c.json(toUser(viewer), 200);
  })
  .openapi(loginRoute, async (c) => {
    const { services, now, address } = c.var;
    const input = c.req.valid("json");
    await takeShared(services.db, services.secret, services.config.rateLimitFactor, now, [
      { limit: LIMITS.loginAddress, who: address },
    ]);
    const { cookie, ...signIn } = { ...bindingOf(c), deviceMark: readDeviceCookie(c) };
    const { email, password } = input;
    const viewer = await logIn(writeContext(c), services.config, { email, password }, signIn);
    const held = c.var.viewer;
    const isSame = password === undefined && held !== undefined && emailKey(held.email) === emailKey(email);
    if (cookie !== undefined && !isSame) keepSignIn(c, cookie, viewer);
    return c.json(toUser(viewer), 200);
  })
  .openapi(verifyRoute, async (c) => {
    const { viewer } = c.var;
    const input = c.req.valid("json");
    const isVerified =
      viewer !== undefined &&
      emailKey(viewer.email) === emailKey(input.email ?? "") &&
      isOwnToken(c, input.token ?? "");
    return c.json({ isVerified }, 200);
  })
  .openapi(logoutRoute, async (c) => {
    if (c.var.token) await logOut(writeContext(c), c.var.token.hash);
    clearTokenCookie(c);
    return c.json({ message: "success" }, 200);
  })
  .openapi(meRoute, (c) => {
    // The token itself is fine, so no 401: that would cost the client its token and change nothing.
    if (!c.var.viewer) throw new AppError("not-yours", { message: "Log in first." });
    c.header("cache-control", "private, no-store");
    return c.json(toUser(c.var.viewer), 200);
  })
  .openapi(idRoute, (c) => c.json({ response: isPublicId(c.req.valid("param").id) }, 200));
