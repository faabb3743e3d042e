import { createRoute, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { ERRORS } from "#core/errors.ts";
import { returnPathOfNewPerson, safeReturnPath } from "#core/return-path.ts";
import { loginSchema } from "#features/account/schema.ts";
import { profilePatchSchema } from "#features/profile/schema.ts";
import { toUser } from "#features/session/read.server.ts";
import { userSchema } from "#features/session/schema.ts";
import type { NetworkIdentity } from "#external/network-claims.ts";
import { afterResponse } from "#server/after-response.ts";
import {
  body,
  CHANGE_PROBLEMS,
  createApi,
  json,
  jsonCall,
  problems,
  problemSchema,
  signedInContext,
  writeContext,
} from "#server/api-app.ts";
import { bindingOf } from "#server/binding.ts";
import type { AppEnv, Viewer, WriteContext } from "#server/context.ts";
import { isSameOrigin, needsToken } from "#server/request-guard.ts";
import { keepSignIn } from "#server/session-cookie.ts";
import { readToken } from "#server/token.ts";
import { startFlow, finishFlow, returnAddress } from "./flow-api.server.ts";
import { linkIdentity } from "./link-write.server.ts";
import { importNamedPicture, isSignInPatch, saveSignIn } from "./fill-write.server.ts";
import { importPicture } from "./picture-write.server.ts";
import { networkOf } from "./provider.server.ts";
import { SENTENCES, toUserInfo } from "./rules.ts";
import { claimSchema, returnQuerySchema, startQuerySchema, startSchema, userinfoSchema } from "./schema.ts";
import { claimAccount } from "./claim-write.server.ts";
import { signInByNetwork, signInByTicket, fillNewProfile, type SignIn } from "./sign-in-write.server.ts";
import { bindTicket, issueTicket } from "./ticket-write.server.ts";

const common = { tags: ["Network"], middleware: [needsToken] };
const RETURN = ["network-off", "network-failed", "network-away"] as const;

const signedInSchema = userSchema.extend({
  next: z.string().openapi({ description: "The path on this site for which the sign-in began" }),
  message: z.string().openapi({ description: "What has happened, '' after a plain sign-in" }),
});

const unproven = json(
  problemSchema.extend({
    ticket: z
      .string()
      .optional()
      .openapi({ description: "With network-unproven-email, for POST /api/user/network/claim; five minutes" }),
  }),
  `${ERRORS["network-known-email"].sentence} / ${ERRORS["network-unproven-email"].sentence} / ${ERRORS["network-taken"].sentence}`,
);

const startRoute = jsonCall("get", "/api/user/linkedin/start", {
  ...common,
  summary: "Begin a sign-in through the network",
  description:
    "Send the person to `url`. In a browser the flow is kept in an HttpOnly cookie for ten minutes; of an API client it is sealed in `state` and bound to its bearer token. `redirect` is a return address on one of the origins in CORS_ORIGINS, registered at the network; without it people return to /login/network.",
  request: { query: startQuerySchema },
  answer: [startSchema, "Where to go"],
  errors: ["no-session", "network-off", "network-away"],
});

const userinfoRoute = jsonCall("get", "/api/user/linkedin/userinfo", {
  ...common,
  summary: "Exchange the code that the network returned",
  description:
    "`code` and `state` (and `iss`, where the network sends it) as they came back, once, by the browser or the bearer token that began the flow. `token` is our own handle, for GET /api/token?linkedinToken= within five minutes; the token answered there may log in with `{email}` alone.",
  request: { query: returnQuerySchema },
  answer: [userinfoSchema, "Who the network says it is"],
  errors: ["no-session", ...RETURN],
});

const returnRoute = createRoute({
  ...common,
  method: "post",
  path: "/api/user/network/return",
  summary: "Finish a sign-in or a connection in one call",
  description:
    "As GET /api/user/linkedin/userinfo, with the network's answer in the body, and signs in at once: into the account of this identity, or into a new one where nobody has the e-mail.",
  request: body(returnQuerySchema),
  responses: {
    200: json(signedInSchema, "The user"),
    ...problems(...RETURN, "email-in-use", "not-yours", ...CHANGE_PROBLEMS),
    409: unproven,
  },
});

const claimRoute = jsonCall("post", "/api/user/network/claim", {
  ...common,
  summary: "Take over the unconfirmed account that has the proven e-mail, or start an empty one in its place",
  description:
    "With its `password`: everything recorded in it stays; its password, passkeys and all its sessions end. Without: the caller gets an empty account with the e-mail, and the other one keeps its content and its password.",
  request: body(claimSchema),
  answer: [signedInSchema, "The user"],
  errors: ["network-off", "network-failed", "invalid-credentials", ...CHANGE_PROBLEMS],
});

function bindSignIn(c: Context<AppEnv>, name: string): { signIn: SignIn; keep: (viewer: Viewer) => Promise<void> } {
  const { cookie, ...bound } = bindingOf(c);
  return {
    signIn: { ...bound, name },
    keep: (viewer) => keepSignIn(c, cookie, viewer.accountId),
  };
}

/** Fills a new person's profile with what the network knows. The picture follows after the response. */
async function startNewPerson(
  c: Context<AppEnv>,
  ctx: WriteContext,
  made: { viewer: Viewer; identity: NetworkIdentity },
): Promise<Viewer> {
  const { viewer, identity } = made;
  afterResponse(c.var.services.log, "picture import", () => importPicture(ctx, viewer.profileKey, identity.picture));
  return fillNewProfile({ ...ctx, viewer }, identity);
}

/** After GET /api/token: the handle in the query is tied to the token answered, or to the session of the cookie. */
const redeemQuery: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const handle = c.req.query("linkedinToken");
  if (handle === undefined) return;
  const { services, now, issued, token, tokenFrom } = c.var;
  const isOurs = isSameOrigin(c);
  const bound = isOurs && tokenFrom === "cookie" ? token : undefined;
  const given = isOurs || issued === undefined ? bound : readToken(services.secret, issued, now);
  if (given) await bindTicket(writeContext(c), handle, given.hash);
};

/** Before POST /api/user/login: an e-mail without a password signs in by the ticket that the calling token holds. */
const logInByTicket: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!c.var.token) return next();
  const input = loginSchema.safeParse(await c.req.json());
  if (!input.success || input.data.password !== undefined) return next();
  const { cookie, ...signIn } = bindingOf(c);
  const viewer = await signInByTicket(writeContext(c), input.data.email, signIn);
  if (!viewer) return next();
  await keepSignIn(c, cookie, viewer.accountId);
  return c.json(toUser(viewer), 200);
};

/** Before PATCH /api/profile/get/{id}: the save that clients send after a network sign-in only fills empty fields. */
const fillAfterSignIn: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!c.var.viewer) return next();
  const patch = profilePatchSchema.safeParse(await c.req.json());
  if (!patch.success || !isSignInPatch(patch.data)) return next();
  const ctx = signedInContext(c);
  const saved = await saveSignIn(ctx, c.req.param("id") ?? "", patch.data);
  afterResponse(c.var.services.log, "picture import", () => importNamedPicture(ctx, patch.data.pfp));
  return c.json(saved, 200);
};

const api = createApi();
// These complete calls of other slices, so this API comes before theirs in the list of src/api.server.ts.
api.use("/api/token", redeemQuery);
api.post("/api/user/login", logInByTicket);
api.patch("/api/profile/get/:id", fillAfterSignIn);

export const networkApi = api
  .openapi(startRoute, async (c) => {
    const network = networkOf(c.var.services.config);
    const { next, redirect } = c.req.valid("query");
    const redirectUri = returnAddress(c, redirect);
    const input = { purpose: "sign-in", redirectUri, next: safeReturnPath(next), accountId: "" } as const;
    return c.json(await startFlow(c, network, input), 200);
  })
  .openapi(userinfoRoute, async (c) => {
    const network = networkOf(c.var.services.config);
    const { identity } = await finishFlow(c, network, c.req.valid("query"), "sign-in");
    const { tokenFrom, token } = c.var;
    const handle = await issueTicket(writeContext(c), identity, tokenFrom === "bearer" ? undefined : token?.hash);
    c.header("cache-control", "no-store");
    return c.json(toUserInfo(identity, handle), 200);
  })
  .openapi(returnRoute, async (c) => {
    const network = networkOf(c.var.services.config);
    const { flow, identity } = await finishFlow(c, network, c.req.valid("json"));
    c.header("cache-control", "no-store");
    if (flow.purpose === "link") {
      const ctx = signedInContext(c);
      const message = await linkIdentity(ctx, identity, flow, network.name);
      return c.json({ ...toUser(ctx.viewer), next: flow.next, message }, 200);
    }
    const { signIn, keep } = bindSignIn(c, network.name);
    const ctx = writeContext(c);
    const { viewer, isNew } = await signInByNetwork(ctx, identity, signIn);
    await keep(viewer);
    const known = isNew ? await startNewPerson(c, ctx, { viewer, identity }) : viewer;
    return c.json({ ...toUser(known), next: isNew ? returnPathOfNewPerson(flow.next) : flow.next, message: "" }, 200);
  })
  .openapi(claimRoute, async (c) => {
    const { name } = networkOf(c.var.services.config);
    const { signIn, keep } = bindSignIn(c, name);
    const { ticket, password } = c.req.valid("json");
    const { rateLimitFactor } = c.var.services.config;
    const ctx = writeContext(c);
    const claimed = await claimAccount(ctx, { ticket, password, rateLimitFactor }, signIn);
    await keep(claimed.viewer);
    if (!claimed.isNew) {
      return c.json({ ...toUser(claimed.viewer), next: "/", message: SENTENCES.reclaimed(name) }, 200);
    }
    const viewer = await startNewPerson(c, ctx, claimed);
    return c.json({ ...toUser(viewer), next: returnPathOfNewPerson("/"), message: SENTENCES.startedEmpty() }, 200);
  });
