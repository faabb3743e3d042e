import { answerSchema } from "#features/report/schema.ts";
import {
  adminContext,
  body,
  CHANGE_PROBLEMS,
  createApi,
  jsonCall,
  messageSchema,
  writeContext,
} from "#server/api-app.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { takeLimits } from "#server/take-limits.ts";
import { needsToken } from "#server/request-guard.ts";
import { readReports } from "./report-read.server.ts";
import { actOnReport, answerReport } from "./report-write.server.ts";
import { actSchema, reportIdSchema, reportsQuerySchema, reportsSchema } from "./schema.ts";

const listRoute = jsonCall("get", "/api/admin/reports", {
  tags: ["Administration"],
  summary: "Reports, the latest day first",
  description: "What a person or a rule reported, as everybody sees it now, and what was done so far.",
  middleware: [needsToken] as const,
  request: { query: reportsQuerySchema },
  answer: [reportsSchema, "A page of them"],
  errors: ["no-session", "not-admin"],
});

const actRoute = jsonCall("post", "/api/admin/reports/{id}", {
  tags: ["Administration"],
  summary: "Do something about a report",
  description:
    "`dismiss` and `settle` end it. `ask` e-mails the person, `hide` also suspends them until they answer, `suspend` until further notice, `delete` removes person or company for good. Each is in the audit log and counted by reason and quarter.",
  middleware: [needsToken] as const,
  request: { params: reportIdSchema, ...body(actSchema) },
  answer: [messageSchema, "Done"],
  errors: ["not-admin", "not-found", ...CHANGE_PROBLEMS],
});

const answerRoute = jsonCall("post", "/api/reports/answer", {
  tags: ["Moderation"],
  summary: "Answer a report about oneself",
  description:
    "With the token of the mailed link, which takes one answer. Needs no login. A pipeline that was hidden until this answer is shown again.",
  middleware: [needsToken] as const,
  request: body(answerSchema),
  answer: [messageSchema, "Done"],
  errors: ["fields-missing", "bad-link", ...CHANGE_PROBLEMS],
});

export const moderationApi = createApi()
  .openapi(listRoute, async (c) => {
    const { db, today } = adminContext(c);
    const { state, cursor } = c.req.valid("query");
    return c.json(await readReports(db, { state, cursor }, today), 200);
  })
  .openapi(actRoute, async (c) => {
    const { baseUrl, rateLimitFactor } = c.var.services.config;
    const { act, words = "" } = c.req.valid("json");
    const input = { id: c.req.valid("param").id, act, words: words.trim() };
    await actOnReport(adminContext(c), { baseUrl, rateLimitFactor }, input);
    return c.json({ message: "success" }, 200);
  })
  .openapi(answerRoute, async (c) => {
    await takeLimits(c, { limit: LIMITS.report, who: `answer ${c.var.address}` });
    await answerReport(writeContext(c), c.req.valid("json"));
    return c.json({ message: "success" }, 200);
  });
