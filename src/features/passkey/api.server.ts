import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
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
import { LIMITS } from "#server/rate-limit.ts";
import { takeLimits, takeMail } from "#server/take-limits.ts";
import { needsToken } from "#server/request-guard.ts";
import { keepSignIn } from "#server/session-cookie.ts";
import { askForPasskey, confirmByPasskey, logInByPasskey } from "./login-write.server.ts";
import { readPasskeys } from "./read.server.ts";
import {
  creationSchema,
  passkeyAddSchema,
  passkeyAnswerSchema,
  passkeyBeginSchema,
  passkeyNameSchema,
  passkeySchema,
  requestSchema,
} from "./schema.ts";
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from "./write.server.ts";
import { toUser } from "#features/session/read.server.ts";
import { userSchema } from "#features/session/schema.ts";

const common = { tags: ["Passkeys"], middleware: [needsToken] };
const params = z.object({ id: z.string() });

const beginRoute = jsonCall("post", "/api/user/passkeys/begin", {
  ...common,
  summary: "Options for navigator.credentials.create()",
  description:
    "Needs a proof of the last ten minutes, or the password here. Good for five minutes, one answer, the same token.",
  request: body(passkeyBeginSchema),
  answer: [creationSchema, "As PublicKeyCredential.parseCreationOptionsFromJSON() takes them"],
  errors: ["invalid-credentials", "not-yours", "not-proven", "too-many-passkeys", ...CHANGE_PROBLEMS],
});

const addRoute = jsonCall("post", "/api/user/passkeys", {
  ...common,
  summary: "Add the passkey that the authenticator made",
  request: body(passkeyAddSchema),
  answer: [z.array(passkeySchema), "All of the caller's passkeys"],
  errors: ["passkey-failed", "not-yours", "too-many-passkeys", ...CHANGE_PROBLEMS],
});

const listRoute = jsonCall("get", "/api/user/passkeys", {
  ...common,
  summary: "The caller's passkeys",
  answer: [z.array(passkeySchema), "The first added first"],
  errors: ["no-session", "not-yours"],
});

const renameRoute = jsonCall("patch", "/api/user/passkeys/{id}", {
  ...common,
  summary: "Name one",
  request: { params, ...body(passkeyNameSchema) },
  answer: [z.array(passkeySchema), "All of the caller's passkeys"],
  errors: ["not-found", "not-yours", ...CHANGE_PROBLEMS],
});

const removeRoute = jsonCall("delete", "/api/user/passkeys/{id}", {
  ...common,
  summary: "Remove one",
  description: "Needs a proof of the last ten minutes.",
  request: { params },
  answer: [z.array(passkeySchema), "The caller's other passkeys"],
  errors: ["not-found", "not-yours", "not-proven", "last-way-in", ...CHANGE_PROBLEMS],
});

const askRoute = jsonCall("post", "/api/user/passkey-login/begin", {
  ...common,
  summary: "Options for navigator.credentials.get()",
  description: "The same for everybody: no account is named. Good for five minutes, one answer, the same token.",
  request: {},
  answer: [requestSchema, "As PublicKeyCredential.parseRequestOptionsFromJSON() takes them"],
  errors: [...CHANGE_PROBLEMS],
});

const loginRoute = jsonCall("post", "/api/user/passkey-login", {
  ...common,
  summary: "Log in by a passkey",
  request: body(passkeyAnswerSchema),
  answer: [userSchema, "The user"],
  errors: ["passkey-failed", ...CHANGE_PROBLEMS],
});

const confirmRoute = jsonCall("post", "/api/user/passkeys/confirm", {
  ...common,
  summary: "Prove to be there by one of the own passkeys",
  description: "Takes an answer to POST /api/user/passkey-login/begin; otherwise as POST /api/user/confirm.",
  request: body(passkeyAnswerSchema),
  answer: [messageSchema, "Proven"],
  errors: ["passkey-failed", "not-yours", ...CHANGE_PROBLEMS],
});

async function limit(c: Context<AppEnv>): Promise<void> {
  await takeLimits(c, { limit: LIMITS.passkeyAddress, who: c.var.address });
}

export const passkeyApi = createApi()
  .openapi(beginRoute, async (c) =>
    c.json(await beginPasskey(signedInContext(c), c.var.services.config, c.req.valid("json")), 200),
  )
  .openapi(addRoute, async (c) => {
    const ctx = signedInContext(c);
    await takeMail(c);
    await addPasskey(ctx, c.var.services.config, c.req.valid("json"));
    return c.json(await readPasskeys(ctx.db, ctx.viewer.accountId), 200);
  })
  .openapi(listRoute, async (c) => {
    const ctx = signedInContext(c);
    return c.json(await readPasskeys(ctx.db, ctx.viewer.accountId), 200);
  })
  .openapi(renameRoute, async (c) => {
    const ctx = signedInContext(c);
    await renamePasskey(ctx, c.req.valid("param").id, c.req.valid("json").name);
    return c.json(await readPasskeys(ctx.db, ctx.viewer.accountId), 200);
  })
  .openapi(removeRoute, async (c) => {
    const ctx = signedInContext(c);
    await removePasskey(ctx, c.var.services.config, c.req.valid("param").id);
    return c.json(await readPasskeys(ctx.db, ctx.viewer.accountId), 200);
  })
  .openapi(askRoute, async (c) => {
    await limit(c);
    return c.json(await askForPasskey(writeContext(c), c.var.services.config), 200);
  })
  .openapi(loginRoute, async (c) => {
    await limit(c);
    const { cookie, ...signIn } = bindingOf(c);
    const viewer = await logInByPasskey(writeContext(c), c.var.services.config, c.req.valid("json").response, signIn);
    await keepSignIn(c, cookie, viewer.accountId);
    return c.json(toUser(viewer), 200);
  })
  .openapi(confirmRoute, async (c) => {
    await limit(c);
    await confirmByPasskey(signedInContext(c), c.var.services.config, c.req.valid("json").response);
    return c.json({ message: "success" }, 200);
  });
