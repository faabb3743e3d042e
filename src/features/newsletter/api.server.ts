import {
  adminContext,
  body,
  CHANGE_PROBLEMS,
  createApi,
  jsonCall,
  messageSchema,
  writeContext,
} from "#server/api-app.ts";
import { afterResponse } from "#server/after-response.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { takeLimits } from "#server/take-limits.ts";
import { needsToken } from "#server/request-guard.ts";
import { readSubscribers } from "./read.server.ts";
import { askedSchema, linkSchema, newsletterSchema, subscribersQuerySchema, subscribersSchema } from "./schema.ts";
import { askForNewsletter, confirmNewsletter, refuseNoAddress, unsubscribeNewsletter } from "./write.server.ts";

const common = { tags: ["Newsletter"], middleware: [needsToken] };

const askRoute = jsonCall("post", "/api/email/newsletter", {
  ...common,
  summary: "Ask to be told when the site opens",
  description:
    "One answer for every address, known or not. An e-mail with a link goes there; only whoever uses it is on the list. 3 e-mails a day for one address, 30 calls an hour from one sender.",
  request: body(newsletterSchema),
  answer: [askedSchema, "Taken"],
  errors: CHANGE_PROBLEMS,
});

const confirmRoute = jsonCall("post", "/api/email/newsletter/confirm", {
  ...common,
  summary: "Consent to the newsletter by what the mailed link carries",
  description: "The link holds for seven days. Used again it changes nothing.",
  request: body(linkSchema),
  answer: [messageSchema, "Done"],
  errors: ["bad-link", ...CHANGE_PROBLEMS],
});

const unsubscribeRoute = jsonCall("post", "/api/email/newsletter/unsubscribe", {
  ...common,
  summary: "Leave the newsletter by the link in any of its e-mails",
  description: "The address is deleted. The link never expires; used again it changes nothing.",
  request: body(linkSchema),
  answer: [messageSchema, "Done"],
  errors: ["bad-link", ...CHANGE_PROBLEMS],
});

const listRoute = jsonCall("get", "/api/admin/newsletter", {
  tags: ["Administration"],
  summary: "Who asked for the newsletter, newest first",
  middleware: [needsToken] as const,
  request: { query: subscribersQuerySchema },
  answer: [subscribersSchema, "A page of the list"],
  errors: ["no-session", "not-admin"],
});

export const newsletterApi = createApi()
  .openapi(askRoute, async (c) => {
    const { services, address } = c.var;
    const { config, log } = services;
    const { email } = c.req.valid("json");
    refuseNoAddress(email);
    await takeLimits(c, { limit: LIMITS.newsletterSender, who: address });
    const ctx = writeContext(c);
    afterResponse(log, "newsletter", () =>
      askForNewsletter(ctx, { email, baseUrl: config.baseUrl, rateLimitFactor: config.rateLimitFactor }),
    );
    return c.json({ data: { email } }, 200);
  })
  .openapi(confirmRoute, async (c) => {
    await confirmNewsletter(writeContext(c), c.req.valid("json").token);
    return c.json({ message: "success" }, 200);
  })
  .openapi(unsubscribeRoute, async (c) => {
    await unsubscribeNewsletter(writeContext(c), c.req.valid("json").token);
    return c.json({ message: "success" }, 200);
  })
  .openapi(listRoute, async (c) => {
    const { db } = adminContext(c);
    return c.json(await readSubscribers(db, { cursor: c.req.valid("query").cursor }), 200);
  });
