import { createRoute, z } from "@hono/zod-openapi";
import { AppError, ERRORS } from "#core/errors.ts";
import { PUBLIC_ID } from "#core/ids.ts";
import {
  adminContext,
  body,
  CHANGE_PROBLEMS,
  createApi,
  json,
  jsonCall,
  problems,
  problemSchema,
} from "#server/api-app.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { takeLimits } from "#server/take-limits.ts";
import { needsToken } from "#server/request-guard.ts";
import { cleanBroadcast } from "./broadcast-html.server.ts";
import { cancelBroadcast, sendBroadcast } from "./broadcast-write.server.ts";
import { openQueuedEmail } from "./mail-queue-write.server.ts";
import { countAudience, readBroadcast, readBroadcasts, readMailQueue } from "./read.server.ts";
import {
  audienceQuerySchema,
  audienceSchema,
  broadcastInputSchema,
  broadcastSchema,
  jobSchema,
  mailItemSchema,
  queuedEmailSchema,
  previewInputSchema,
  previewSchema,
  sendQuerySchema,
} from "./schema.ts";

const ADMIN = ["no-session", "not-admin"] as const;
const CHANGE = ["not-admin", ...CHANGE_PROBLEMS] as const;
const page = { query: z.object({ cursor: z.string().regex(PUBLIC_ID).optional() }) };
const one = { params: z.object({ id: z.string().max(100) }) };
const KEY = "idempotency-key";

const common = { tags: ["Mail"], middleware: [needsToken] };

const sendRoute = createRoute({
  method: "post",
  path: "/api/email/send",
  ...common,
  summary: "Send a broadcast, or a test of one",
  description:
    "To everybody with a verified e-mail who takes such e-mails, and everybody of the newsletter; with `earlyAccess=true` to those of the newsletter who have no access yet; with `test=true` to `testEmail` alone. It is sent in the background: `jobId` leads to its progress. The same message within ten minutes, with whatever key, or with the same `Idempotency-Key` within a day, is the same job; the answer repeats the key. At most 30 an hour. `recipients-changed` tells the number as it is in `recipients`.",
  request: {
    query: sendQuerySchema,
    headers: z.object({
      [KEY]: z
        .string()
        .regex(/^[\x21-\x7e]{1,200}$/)
        .optional(),
    }),
    ...body(broadcastInputSchema),
  },
  responses: {
    200: json(jobSchema, "Taken"),
    ...problems(...CHANGE),
    409: json(
      problemSchema.extend({ recipients: z.int().optional() }),
      `${ERRORS["idempotency-key-reused"].sentence} / ${ERRORS["recipients-changed"].sentence} With the number as it is.`,
    ),
  },
});

const previewRoute = jsonCall("post", "/api/email/preview", {
  ...common,
  summary: "How a broadcast would look, as HTML and as text",
  description:
    "Headings, paragraphs, lists, tables, quotes, code and links stay; whatever runs, styles or submits is left out. Pictures and other things that load are refused, since they tell their host who reads an e-mail.",
  request: body(previewInputSchema),
  answer: [previewSchema, "Both parts of the e-mail"],
  errors: [...CHANGE],
});

const audienceRoute = jsonCall("get", "/api/email/audience", {
  ...common,
  summary: "How many people a broadcast would go to now",
  request: { query: audienceQuerySchema },
  answer: [audienceSchema, "The number"],
  errors: ADMIN,
});

const listRoute = jsonCall("get", "/api/email/broadcasts", {
  ...common,
  summary: "Broadcasts, newest first, and how far each is",
  request: page,
  answer: [z.object({ broadcasts: z.array(broadcastSchema), next: z.string() }), "A page of them"],
  errors: ADMIN,
});

const progressRoute = jsonCall("get", "/api/email/broadcasts/{id}", {
  ...common,
  summary: "How far a broadcast is",
  request: one,
  answer: [broadcastSchema, "The broadcast"],
  errors: [...ADMIN, "not-found"],
});

const cancelRoute = jsonCall("post", "/api/email/broadcasts/{id}/cancel", {
  ...common,
  summary: "Stop a broadcast: its e-mails that are still queued are not sent",
  request: one,
  answer: [broadcastSchema, "The broadcast"],
  errors: [...CHANGE, "not-found"],
});

const mailQueueRoute = jsonCall("get", "/api/admin/outbox", {
  ...common,
  summary: "E-mails of the last 30 days and what became of them",
  description: "Without a mail server set they wait here and can be opened. With one, nobody sees whom or what.",
  request: page,
  answer: [z.object({ mails: z.array(mailItemSchema), next: z.string() }), "A page of them, newest first"],
  errors: ADMIN,
});

const openRoute = jsonCall("get", "/api/admin/outbox/{id}", {
  ...common,
  summary: "Open an e-mail of the mail queue",
  description: "Only where no mail server is set. It leaves a line in the audit log.",
  request: one,
  answer: [queuedEmailSchema, "The e-mail"],
  errors: [...ADMIN, "not-found"],
});

export const mailApi = createApi()
  .openapi(sendRoute, async (c) => {
    const ctx = adminContext(c);
    const { services } = c.var;
    await takeLimits(c, { limit: LIMITS.emailSend, who: ctx.admin.adminId });
    const { test, earlyAccess } = c.req.valid("query");
    const key = c.req.valid("header")[KEY];
    if (key !== undefined) c.header(KEY, key);
    const jobId = await sendBroadcast(ctx, {
      ...c.req.valid("json"),
      audience: test === "true" ? "test" : earlyAccess === "true" ? "early-access" : "all",
      key,
      baseUrl: services.config.baseUrl,
    });
    return c.json({ message: "success", jobId }, 200);
  })
  .openapi(previewRoute, async (c) => {
    adminContext(c);
    const { baseUrl } = c.var.services.config;
    const { subject, body: raw } = c.req.valid("json");
    const clean = await cleanBroadcast(raw, baseUrl);
    if (clean.fault !== undefined) {
      throw new AppError("bad-request", { message: clean.fault, issues: [{ path: "body", message: clean.fault }] });
    }
    const { renderBroadcast } = await import("./email-html.ts");
    const leave = { reason: "This is a preview.", href: `${baseUrl}/unsubscribe` };
    return c.json(renderBroadcast({ subject, ...clean }, baseUrl, leave), 200);
  })
  .openapi(audienceRoute, async (c) => {
    const { db } = adminContext(c);
    const audience = c.req.valid("query").earlyAccess === "true" ? "early-access" : "all";
    return c.json({ recipients: await countAudience(db, audience) }, 200);
  })
  .openapi(listRoute, async (c) => {
    const { db } = adminContext(c);
    return c.json(await readBroadcasts(db, c.req.valid("query").cursor), 200);
  })
  .openapi(progressRoute, async (c) => {
    const { db } = adminContext(c);
    const found = await readBroadcast(db, c.req.valid("param").id);
    if (!found) throw new AppError("not-found");
    return c.json(found, 200);
  })
  .openapi(cancelRoute, async (c) => {
    const ctx = adminContext(c);
    const { id } = c.req.valid("param");
    await cancelBroadcast(ctx, id);
    const found = await readBroadcast(ctx.db, id);
    if (!found) throw new AppError("not-found");
    return c.json(found, 200);
  })
  .openapi(mailQueueRoute, async (c) => {
    const { db } = adminContext(c);
    const { config, secret } = c.var.services;
    const isOpen = config.mail.smtpUrl === undefined;
    return c.json(await readMailQueue(db, { cursor: c.req.valid("query").cursor, isOpen, secret }), 200);
  })
  .openapi(openRoute, async (c) => {
    const ctx = adminContext(c);
    const { config } = c.var.services;
    const isOpen = config.mail.smtpUrl === undefined;
    return c.json(await openQueuedEmail(ctx, { id: c.req.valid("param").id, isOpen, baseUrl: config.baseUrl }), 200);
  });
