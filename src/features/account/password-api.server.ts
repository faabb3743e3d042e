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
import { afterResponse } from "#server/after-response.ts";
import { takeMail } from "#server/take-limits.ts";
import { needsToken } from "#server/request-guard.ts";
import { keepAccountDevice, keepSignIn } from "#server/session-cookie.ts";
import { askReset, changePassword, resetPassword } from "./password-write.server.ts";
import { passwordChangeSchema, resetAskSchema, resetSchema } from "./schema.ts";

const common = { tags: ["Account"], middleware: [needsToken] };

const changeRoute = jsonCall("post", "/api/user/password", {
  ...common,
  summary: "Change the password, or set a first one",
  description: "All other sessions and all mailed links end with the old one. A browser gets a new cookie.",
  request: body(passwordChangeSchema),
  answer: [messageSchema, "Changed"],
  errors: ["invalid-credentials", "weak-password", "not-yours", "not-proven", ...CHANGE_PROBLEMS],
});

const askRoute = jsonCall("post", "/api/user/reset/ask", {
  ...common,
  summary: "Ask for a link to choose a new password",
  description: "The same answer for every address. An e-mail goes out if there is an account, at most three a day.",
  request: body(resetAskSchema),
  answer: [messageSchema, "The answer to everybody"],
  errors: CHANGE_PROBLEMS,
});

const resetRoute = jsonCall("post", "/api/user/reset", {
  ...common,
  summary: "Choose a new password by a mailed link",
  description: "All sessions end; log in with the new one.",
  request: body(resetSchema),
  answer: [messageSchema, "Changed"],
  errors: ["bad-link", "weak-password", ...CHANGE_PROBLEMS],
});

export const passwordApi = createApi()
  .openapi(changeRoute, async (c) => {
    const ctx = signedInContext(c);
    await takeMail(c);
    const { binding, cookie } = bindingOf(c);
    await changePassword(ctx, c.var.services.config, c.req.valid("json"), binding);
    await keepSignIn(c, cookie, ctx.viewer.accountId);
    return c.json({ message: "success" }, 200);
  })
  .openapi(askRoute, async (c) => {
    const { services } = c.var;
    await takeMail(c);
    const ctx = writeContext(c);
    const { email } = c.req.valid("json");
    afterResponse(services.log, "a password reset e-mail", () => askReset(ctx, services.config, email));
    return c.json({ message: "If this address has an account, an e-mail is on its way." }, 200);
  })
  .openapi(resetRoute, async (c) => {
    const accountId = await resetPassword(writeContext(c), c.var.services.config, c.req.valid("json"));
    // The mailed link proves the owner. Mark the device as known, so that strangers' guesses do not lock it out.
    if (c.var.tokenFrom === "cookie") await keepAccountDevice(c, accountId);
    return c.json({ message: "success" }, 200);
  });
