import { safeReturnPath } from "#core/return-path.ts";
import { body, CHANGE_PROBLEMS, createApi, jsonCall, messageSchema, signedInContext } from "#server/api-app.ts";
import { needsToken } from "#server/request-guard.ts";
import { startFlow, returnAddress } from "./flow-api.server.ts";
import { beginLink, unlinkIdentities } from "./link-write.server.ts";
import { networkOf } from "./provider.server.ts";
import { readIdentities } from "./read.server.ts";
import { linkSchema, networkStateSchema, proofSchema, startSchema } from "./schema.ts";

const common = { tags: ["Network"], middleware: [needsToken] };

const stateRoute = jsonCall("get", "/api/user/network", {
  ...common,
  summary: "The network of this site, and whether it leads into the caller's account",
  answer: [networkStateSchema, "The state"],
  errors: ["no-session", "not-yours", "network-off"],
});

const linkRoute = jsonCall("post", "/api/user/network/link", {
  ...common,
  summary: "Begin to connect the network with the caller's account",
  description: "Wants a fresh proof or the password. Ends at POST /api/user/network/return.",
  request: body(linkSchema),
  answer: [startSchema, "Where to go"],
  errors: ["network-off", "network-away", "invalid-credentials", "not-proven", "not-yours", ...CHANGE_PROBLEMS],
});

const unlinkRoute = jsonCall("delete", "/api/user/network", {
  ...common,
  summary: "Disconnect the network from the caller's account",
  description: "Wants a fresh proof or the password, and another way in. Works where the network is switched off too.",
  request: { body: { content: { "application/json": { schema: proofSchema } }, required: false } },
  answer: [messageSchema, "Done, also where nothing was connected"],
  errors: ["invalid-credentials", "not-proven", "not-yours", "last-way-in", ...CHANGE_PROBLEMS],
});

export const networkLinkApi = createApi()
  .openapi(stateRoute, async (c) => {
    const { name } = networkOf(c.var.services.config);
    const { viewer } = signedInContext(c);
    c.header("cache-control", "private, no-store");
    const identities = await readIdentities(c.var.services.db, viewer.accountId);
    return c.json({ name, linked: identities.length > 0 }, 200);
  })
  .openapi(linkRoute, async (c) => {
    const network = networkOf(c.var.services.config);
    const ctx = signedInContext(c);
    const { password, next } = c.req.valid("json");
    await beginLink(ctx, { password }, c.var.services.config.rateLimitFactor);
    const redirectUri = returnAddress(c, undefined);
    const { accountId } = ctx.viewer;
    const input = { purpose: "link", redirectUri, next: safeReturnPath(next), accountId } as const;
    return c.json(await startFlow(c, network, input), 200);
  })
  .openapi(unlinkRoute, async (c) => {
    const { password } = c.req.valid("json");
    await unlinkIdentities(signedInContext(c), { password }, c.var.services.config.rateLimitFactor);
    return c.json({ message: "success" }, 200);
  });
