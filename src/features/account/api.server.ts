import { createRoute, z } from "@hono/zod-openapi";
import { emailKey } from "#core/email.ts";
import { AppError } from "#core/errors.ts";
import { toUser } from "#features/session/read.server.ts";
import { userSchema } from "#features/session/schema.ts";
import {
  body,
  CHANGE_PROBLEMS,
  createApi,
  json,
  jsonCall,
  messageSchema,
  problems,
  problemSchema,
  signedInContext,
  writeContext,
} from "#server/api-app.ts";
import { bindingOf } from "#server/binding.ts";
import { presentId } from "#server/former-ids.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { takeLimits } from "#server/take-limits.ts";
import { needsToken } from "#server/request-guard.ts";
import { DEVICE_COOKIE, keepSignIn, TOKEN_COOKIE } from "#server/session-cookie.ts";
import { deleteOwnAccount } from "./delete-write.server.ts";
import { setBroadcasts } from "./flags-write.server.ts";
import { logIn } from "./log-in-write.server.ts";
import { readAccount } from "./read.server.ts";
import { accountChangeSchema, accountSchema, loginSchema, proofSchema, workSchema } from "./schema.ts";

const common = { tags: ["Account"], middleware: [needsToken] };

const loginRoute = createRoute({
  method: "post",
  path: "/api/user/login",
  tags: ["Session"],
  summary: "Log in by e-mail and password, or by e-mail and a proof from the network sign-in",
  middleware: [needsToken] as const,
  request: body(loginSchema),
  responses: {
    200: json(userSchema, "The user"),
    ...problems(
      "invalid-credentials",
      "not-yours",
      "network-known-email",
      "network-unproven-email",
      ...CHANGE_PROBLEMS,
    ),
    429: json(
      problemSchema.extend({ work: workSchema.optional() }),
      "Too many requests. Wait a moment and try again. With `work`, the e-mail was tried too often from anywhere: send the same call with `work` set to a text by which SHA-256 of `<challenge>.<work>` begins with that many zero bits. Each answer counts once, within the hour.",
    ),
  },
});

const accountRoute = jsonCall("get", "/api/user/account", {
  ...common,
  summary: "How the caller's account stands",
  answer: [accountSchema, "The account"],
  errors: ["no-session", "not-yours"],
});

const switchRoute = jsonCall("patch", "/api/user/account", {
  ...common,
  summary: "Get e-mails to all members, or none of them",
  request: body(accountChangeSchema),
  answer: [messageSchema, "Changed"],
  errors: ["not-yours", ...CHANGE_PROBLEMS],
});

const deleteRoute = jsonCall("delete", "/api/profile/{id}", {
  ...common,
  summary: "Delete the own account with everything that belongs to it",
  description: "At once and for good. Wants a fresh proof, or the password in the body.",
  request: {
    params: z.object({ id: z.string().openapi({ description: "The caller's own profile id" }) }),
    body: { content: { "application/json": { schema: proofSchema } }, required: false },
  },
  answer: [messageSchema, "Deleted"],
  errors: ["invalid-credentials", "not-yours", "not-proven", "profile-not-found", ...CHANGE_PROBLEMS],
});

export const accountApi = createApi()
  .openapi(loginRoute, async (c) => {
    const { services, address } = c.var;
    const { email, password, work } = c.req.valid("json");
    const factor = services.config.rateLimitFactor;
    await takeLimits(c, { limit: LIMITS.loginAddress, who: address });
    const held = c.var.viewer;
    // Already signed in to this account: keep the session as it is.
    if (password === undefined && held && emailKey(held.email) === emailKey(email)) return c.json(toUser(held), 200);
    const { cookie, ...bound } = bindingOf(c);
    const signIn = { ...bound, deviceMark: DEVICE_COOKIE.read(c) };
    const viewer = await logIn(writeContext(c), factor, { email, password, work }, signIn);
    await keepSignIn(c, cookie, viewer.accountId);
    return c.json(toUser(viewer), 200);
  })
  .openapi(accountRoute, async (c) => {
    const account = await readAccount(c.var.services.db, signedInContext(c).viewer.accountId);
    if (!account) throw new AppError("no-session");
    return c.json(account, 200);
  })
  .openapi(switchRoute, async (c) => {
    const ctx = signedInContext(c);
    await setBroadcasts(ctx, ctx.viewer.accountId, c.req.valid("json").broadcasts);
    return c.json({ message: "success" }, 200);
  })
  .openapi(deleteRoute, async (c) => {
    const { password } = c.req.valid("json");
    const ctx = signedInContext(c);
    const input = { profileId: presentId(ctx.secret, ctx.viewer, c.req.valid("param").id), password };
    await deleteOwnAccount(ctx, input, c.var.services.config.rateLimitFactor);
    TOKEN_COOKIE.clear(c);
    DEVICE_COOKIE.clear(c);
    return c.json({ message: "success" }, 200);
  });
