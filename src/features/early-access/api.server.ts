import { AppError } from "#core/errors.ts";
import { readAccessCookie, setAccessCookie } from "#server/access-cookie.ts";
import { adminContext, body, CHANGE_PROBLEMS, createApi, jsonCall, writeContext } from "#server/api-app.ts";
import { giveBackShared, LIMITS } from "#server/rate-limit.ts";
import { takeLimits } from "#server/take-limits.ts";
import { needsToken } from "#server/request-guard.ts";
import { inviteAddresses } from "./invite-write.server.ts";
import { readAddressStates, readCodes } from "./read.server.ts";
import { ACCESS_LIFE_SECONDS, normaliseCode } from "./rules.ts";
import {
  addressesSchema,
  checkedSchema,
  checkSchema,
  codeIdSchema,
  codeSchema,
  codesQuerySchema,
  codesSchema,
  inviteSchema,
  madeCodeSchema,
  newCodeSchema,
} from "./schema.ts";
import { createCode, enterCode, revokeCode } from "./write.server.ts";

const common = { tags: ["Administration"], middleware: [needsToken] };

const checkRoute = jsonCall("post", "/api/earlyAccess/check", {
  tags: ["Early access"],
  summary: "Enter a secret code",
  description:
    "Lets the caller in while the site is closed: a browser by a signed cookie, an API client by the token of this call, an account for good. 10 wrong tries an hour from one address. Small letters and left-out hyphens are understood.",
  middleware: [needsToken] as const,
  request: body(checkSchema),
  answer: [checkedSchema, "The code as it was sent"],
  errors: ["no-code", "incorrect-code", ...CHANGE_PROBLEMS],
});

const createCodeRoute = jsonCall("post", "/api/admin/codes", {
  ...common,
  summary: "Make an early-access code",
  description: "`code` is shown in this answer alone; only an HMAC of it is stored.",
  request: body(newCodeSchema),
  answer: [madeCodeSchema, "The code"],
  errors: ["not-admin", ...CHANGE_PROBLEMS],
});

const listRoute = jsonCall("get", "/api/admin/codes", {
  ...common,
  summary: "Early-access codes with their uses, newest first",
  request: { query: codesQuerySchema },
  answer: [codesSchema, "A page of them"],
  errors: ["no-session", "not-admin"],
});

const revokeRoute = jsonCall("delete", "/api/admin/codes/{id}", {
  ...common,
  summary: "Revoke an early-access code and every access it gave",
  description: "It stays in the list. Accounts that came in by it keep their access.",
  request: { params: codeIdSchema },
  answer: [codeSchema, "The revoked code"],
  errors: ["not-admin", "not-found", ...CHANGE_PROBLEMS],
});

const inviteRoute = jsonCall("post", "/api/admin/invitations", {
  ...common,
  summary: "Make a code and e-mail it to a list of addresses",
  description:
    "One code for all, with as many uses as there are addresses: nothing tells which of them joined, or has an account already. The e-mails are sent in the background, or wait in the mail queue where no mail server is set. At most 30 lists an hour.",
  request: body(inviteSchema),
  answer: [madeCodeSchema, "The code"],
  errors: ["not-admin", ...CHANGE_PROBLEMS],
});

const addressesRoute = jsonCall("get", "/api/admin/codes/{id}/addresses", {
  ...common,
  summary: "The addresses a code was mailed to, and what became of each e-mail",
  description: "By the alphabet. They are deleted with their e-mails, after 30 days.",
  request: { params: codeIdSchema, query: codesQuerySchema },
  answer: [addressesSchema, "A page of them"],
  errors: ["no-session", "not-admin", "not-found"],
});

export const earlyAccessApi = createApi()
  .openapi(checkRoute, async (c) => {
    const { services, now, address, token, tokenFrom } = c.var;
    const code = c.req.valid("json").code ?? "";
    if (normaliseCode(code) === "") throw new AppError("no-code");
    if (!token) throw new AppError("no-session");
    const tries = { limit: LIMITS.earlyAccess, who: address };
    await takeLimits(c, tries);
    // Only a browser's cookie counts; an API client uses its token.
    const held = tokenFrom === "cookie" ? readAccessCookie(c) : undefined;
    const codeId = await enterCode(writeContext(c), code, { token, codeId: held });
    // Count wrong codes only: a whole school class may enter from one network address.
    await giveBackShared({ ...services, now }, tries);
    if (tokenFrom === "cookie") setAccessCookie(c, codeId, ACCESS_LIFE_SECONDS);
    c.header("cache-control", "private, no-store");
    return c.json({ code }, 200);
  })
  .openapi(createCodeRoute, async (c) => {
    c.header("cache-control", "private, no-store");
    return c.json(await createCode(adminContext(c), c.req.valid("json")), 200);
  })
  .openapi(listRoute, async (c) => {
    const { db, now } = adminContext(c);
    return c.json(await readCodes(db, { cursor: c.req.valid("query").cursor }, now), 200);
  })
  .openapi(inviteRoute, async (c) => {
    const ctx = adminContext(c);
    const { services } = c.var;
    const { baseUrl, rateLimitFactor } = services.config;
    await takeLimits(c, { limit: LIMITS.invitations, who: ctx.admin.adminId });
    c.header("cache-control", "private, no-store");
    return c.json(await inviteAddresses(ctx, { baseUrl, rateLimitFactor }, c.req.valid("json")), 200);
  })
  .openapi(addressesRoute, async (c) => {
    const { db } = adminContext(c);
    const codeId = c.req.valid("param").id;
    return c.json(await readAddressStates(db, { codeId, cursor: c.req.valid("query").cursor }), 200);
  })
  .openapi(revokeRoute, async (c) => c.json(await revokeCode(adminContext(c), c.req.valid("param").id), 200));
