import {
  body,
  CHANGE_PROBLEMS,
  createApi,
  jsonCall,
  messageSchema,
  signedInContext,
  writeContext,
} from "#server/api-app.ts";
import { takeMail } from "#server/take-limits.ts";
import { needsToken } from "#server/request-guard.ts";
import { askEmailChange, confirmEmailChange, sendVerification, verifyEmail } from "./email-write.server.ts";
import { emailChangeSchema, linkSchema } from "./schema.ts";

const common = { tags: ["Account"], middleware: [needsToken] };

const sendRoute = jsonCall("post", "/api/user/verify-email/send", {
  ...common,
  summary: "Send the link that confirms the account's address again",
  description: "Older links end. At most three e-mails a day go to an address; an address that is confirmed gets none.",
  request: {},
  answer: [messageSchema, "Asked"],
  errors: ["not-yours", "no-session", "cross-site", "not-json"],
});

const verifyRoute = jsonCall("post", "/api/user/verify-email", {
  ...common,
  summary: "Confirm the account's address by the mailed link",
  request: body(linkSchema),
  answer: [messageSchema, "Confirmed"],
  errors: ["bad-link", ...CHANGE_PROBLEMS],
});

const changeRoute = jsonCall("post", "/api/user/email", {
  ...common,
  summary: "Ask to use another address",
  description:
    "A link goes to the new address and a notice to the old one; nothing is changed before the link is used. The same answer whether the address is free or not.",
  request: body(emailChangeSchema),
  answer: [messageSchema, "The answer for every address"],
  errors: ["invalid-credentials", "not-yours", "not-proven", ...CHANGE_PROBLEMS],
});

const confirmRoute = jsonCall("post", "/api/user/email/confirm", {
  ...common,
  summary: "Take the new address by the mailed link",
  request: body(linkSchema),
  answer: [messageSchema, "Changed"],
  errors: ["bad-link", "email-in-use", ...CHANGE_PROBLEMS],
});

export const emailApi = createApi()
  .openapi(sendRoute, async (c) => {
    const ctx = signedInContext(c);
    await takeMail(c);
    await sendVerification(ctx, c.var.services.config);
    return c.json({ message: "success" }, 200);
  })
  .openapi(verifyRoute, async (c) => {
    await verifyEmail(writeContext(c), c.req.valid("json").token);
    return c.json({ message: "success" }, 200);
  })
  .openapi(changeRoute, async (c) => {
    const ctx = signedInContext(c);
    await takeMail(c);
    await askEmailChange(ctx, c.var.services.config, c.req.valid("json"));
    return c.json({ message: "An e-mail is on its way to the new address." }, 200);
  })
  .openapi(confirmRoute, async (c) => {
    await confirmEmailChange(writeContext(c), c.var.services.config, c.req.valid("json").token);
    return c.json({ message: "success" }, 200);
  });
