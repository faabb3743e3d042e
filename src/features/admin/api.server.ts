import { timingSafeEqual } from "node:crypto";
import { z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { emailKey } from "#core/email.ts";
import { AppError } from "#core/errors.ts";
import { ADMIN_COOKIE, ADMIN_DEVICE_COOKIE, adminBrowserHandle } from "#server/admin-cookie.ts";
import {
  adminContext,
  body,
  CHANGE_PROBLEMS,
  createApi,
  jsonCall,
  messageSchema,
  writeContext,
} from "#server/api-app.ts";
import { bindingOf } from "#server/binding.ts";
import type { AppEnv } from "#server/context.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { takeLimits } from "#server/take-limits.ts";
import { isSameOrigin, needsToken } from "#server/request-guard.ts";
import { keepDevice } from "#server/session-cookie.ts";
import { readToken } from "#server/token.ts";
import { readAdmin, readAdminSessions } from "./read.server.ts";
import { ADMIN_LIFE_MS } from "./rules.ts";
import {
  adminHandleSchema,
  adminLoginSchema,
  adminSchema,
  adminSessionsSchema,
  adminVerifySchema,
  isAdminSchema,
  totpBeginSchema,
  totpConfirmSchema,
  totpRemoveSchema,
} from "./schema.ts";
import {
  hashHandle,
  isKnownAdminDevice,
  logInAdmin,
  logOutAdmin,
  redeemHandle,
  revokeAdminSession,
  revokeOtherAdminSessions,
} from "./session-write.server.ts";
import { beginTotp, confirmTotp, removeTotp } from "./totp-write.server.ts";

const common = { tags: ["Administrators"], middleware: [needsToken] };

const loginRoute = jsonCall("post", "/api/admin/login", {
  ...common,
  summary: "Log in as an administrator",
  description:
    "Gives the rights to the bearer token that carried the call. `token` is a handle: GET /api/token?adminToken=… gives a further bearer token with the same rights while the session lives, 12 hours and 30 minutes unused. In a browser the session is an HttpOnly cookie, and `token` is worth nothing without it.",
  request: body(adminLoginSchema),
  answer: [adminHandleSchema, "The handle"],
  errors: ["invalid-credentials", "totp-needed", ...CHANGE_PROBLEMS],
});

const verifyRoute = jsonCall("post", "/api/admin/verify", {
  ...common,
  summary: "Ask whether a handle is that of the caller's own live administrator session",
  request: body(adminVerifySchema),
  answer: [isAdminSchema, "The answer"],
  errors: CHANGE_PROBLEMS,
});

const logoutRoute = jsonCall("post", "/api/admin/logout", {
  ...common,
  summary: "End this administrator session at once, with its handle and all its tokens",
  request: {},
  answer: [messageSchema, "Done, also where there was none"],
  errors: CHANGE_PROBLEMS,
});

const meRoute = jsonCall("get", "/api/admin/me", {
  ...common,
  summary: "The administrator of this session",
  answer: [adminSchema, "The administrator"],
  errors: ["no-session", "not-admin"],
});

const sessionsRoute = jsonCall("get", "/api/admin/sessions", {
  ...common,
  summary: "The administrator's own live sessions",
  answer: [adminSessionsSchema, "The latest first"],
  errors: ["no-session", "not-admin"],
});

const revokeOthersRoute = jsonCall("delete", "/api/admin/sessions", {
  ...common,
  summary: "End all own sessions but this one",
  answer: [messageSchema, "Done"],
  errors: ["not-admin", ...CHANGE_PROBLEMS],
});

const revokeRoute = jsonCall("delete", "/api/admin/sessions/{id}", {
  ...common,
  summary: "End one of the own sessions",
  request: { params: z.object({ id: z.string() }) },
  answer: [messageSchema, "Done"],
  errors: ["not-admin", "not-found", ...CHANGE_PROBLEMS],
});

const totpBeginRoute = jsonCall("post", "/api/admin/totp/begin", {
  ...common,
  summary: "A secret for an authenticator app; it counts once a code has confirmed it",
  request: {},
  description: "At most ten minutes after the login.",
  answer: [totpBeginSchema, "Shown this once"],
  errors: ["not-admin", "not-proven", ...CHANGE_PROBLEMS],
});

const totpConfirmRoute = jsonCall("post", "/api/admin/totp/confirm", {
  ...common,
  summary: "Ask for a code at every login from now on; ends the other own sessions",
  request: body(totpConfirmSchema),
  answer: [messageSchema, "Done"],
  errors: ["incorrect-code", "not-admin", ...CHANGE_PROBLEMS],
});

const totpRemoveRoute = jsonCall("post", "/api/admin/totp/remove", {
  ...common,
  summary: "Ask for no code any more",
  request: body(totpRemoveSchema),
  answer: [messageSchema, "Done"],
  errors: ["invalid-credentials", "not-admin", ...CHANGE_PROBLEMS],
});

const done = { message: "success" } as const;

/**
 * After GET /api/token: gives the returned token the rights that the handle in the query proves. In a browser the
 * cookie is the session, and the query changes nothing.
 */
const redeemQuery: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const handle = c.req.query("adminToken");
  const { services, now, issued } = c.var;
  if (handle === undefined || issued === undefined || handle.length > 200 || isSameOrigin(c)) return;
  const token = readToken(services.secret, issued, now);
  if (token) await redeemHandle(writeContext(c), handle, token.hash);
};

/** True for the handle of the session that calls, or the very token of an API client. */
function isOwnHandle(c: Context<AppEnv>, text: string): boolean {
  const { services, now, adminSession, token, tokenFrom } = c.var;
  if (!adminSession) return false;
  if (tokenFrom !== "bearer") {
    const cookie = ADMIN_COOKIE.read(c);
    return cookie !== undefined && isSame(Buffer.from(text), Buffer.from(adminBrowserHandle(services.secret, cookie)));
  }
  const sent = readToken(services.secret, text, now);
  if (token && sent && isSame(sent.hash, token.hash)) return true;
  return adminSession.handleHash !== null && isSame(hashHandle(text), adminSession.handleHash);
}

function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function ownSession(c: Context<AppEnv>): string {
  if (!c.var.adminSession) throw new AppError("not-admin");
  return c.var.adminSession.id;
}

/** Codes have few digits. Limit the tries, so that somebody at another person's session cannot try all of them. */
async function limitCodes(c: Context<AppEnv>, adminId: string): Promise<void> {
  await takeLimits(c, { limit: LIMITS.adminCode, who: adminId });
}

const api = createApi();
// Completes a call of another slice, so this API comes before that one in src/api.server.ts.
api.use("/api/token", redeemQuery);

export const adminApi = api
  .openapi(loginRoute, async (c) => {
    const { services, address, adminSession } = c.var;
    const { email, password, code } = c.req.valid("json");
    const ctx = writeContext(c);
    const mark = ADMIN_DEVICE_COOKIE.read(c);
    const knownDevice = (await isKnownAdminDevice(ctx, email, mark)) ? mark : undefined;
    await takeLimits(
      c,
      { limit: LIMITS.adminAddress, who: address },
      { limit: LIMITS.adminEmail, who: `${knownDevice ?? address} ${emailKey(email)}` },
      ...(knownDevice === undefined ? [{ limit: LIMITS.adminEmailDay, who: emailKey(email) }] : []),
    );
    const { binding, cookie, device } = bindingOf(c);
    const { adminId, handle } = await logInAdmin(
      ctx,
      { email, password, code: code || undefined, factor: services.config.rateLimitFactor },
      { token: binding.token, kind: binding.kind, replaces: adminSession?.id, device },
      knownDevice,
    );
    if (cookie === undefined) return c.json({ token: handle ?? "" }, 200);
    ADMIN_COOKIE.set(c, cookie, ADMIN_LIFE_MS / 1_000);
    keepDevice(c, adminId, ADMIN_DEVICE_COOKIE);
    return c.json({ token: adminBrowserHandle(services.secret, cookie) }, 200);
  })
  .openapi(verifyRoute, (c) => c.json({ isAdmin: isOwnHandle(c, c.req.valid("json").token ?? "") }, 200))
  .openapi(logoutRoute, async (c) => {
    if (c.var.admin) await logOutAdmin(adminContext(c), ownSession(c));
    ADMIN_COOKIE.clear(c);
    return c.json(done, 200);
  })
  .openapi(meRoute, async (c) => {
    const { db, admin } = adminContext(c);
    return c.json(await readAdmin(db, admin.adminId), 200);
  })
  .openapi(sessionsRoute, async (c) => {
    const { db, admin, now } = adminContext(c);
    return c.json(await readAdminSessions(db, admin.adminId, ownSession(c), now), 200);
  })
  .openapi(revokeOthersRoute, async (c) => {
    await revokeOtherAdminSessions(adminContext(c), ownSession(c));
    return c.json(done, 200);
  })
  .openapi(revokeRoute, async (c) => {
    await revokeAdminSession(adminContext(c), c.req.valid("param").id);
    return c.json(done, 200);
  })
  .openapi(totpBeginRoute, async (c) => c.json(await beginTotp(adminContext(c), ownSession(c)), 200))
  .openapi(totpConfirmRoute, async (c) => {
    const ctx = adminContext(c);
    await limitCodes(c, ctx.admin.adminId);
    await confirmTotp(ctx, ownSession(c), c.req.valid("json").code);
    return c.json(done, 200);
  })
  .openapi(totpRemoveRoute, async (c) => {
    const ctx = adminContext(c);
    await limitCodes(c, ctx.admin.adminId);
    await removeTotp(ctx, c.req.valid("json"));
    return c.json(done, 200);
  });
