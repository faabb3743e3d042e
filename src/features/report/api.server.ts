import { body, CHANGE_PROBLEMS, createApi, jsonCall, messageSchema, writeContext } from "#server/api-app.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { takeLimits } from "#server/take-limits.ts";
import { needsToken } from "#server/request-guard.ts";
import { readModerationCounts } from "./read.server.ts";
import { countsSchema, reportSchema } from "./schema.ts";
import { saveReport } from "./write.server.ts";

const reportRoute = jsonCall("post", "/api/reports", {
  tags: ["Moderation"],
  summary: "Report a pipeline, a company or a text",
  description:
    "It is stored without its sender. The answer is the same whether or not something visible has this id. 5 an hour from one address. Leave `website` out: it catches programs that fill in every field.",
  middleware: [needsToken] as const,
  request: body(reportSchema),
  answer: [messageSchema, "Done"],
  errors: CHANGE_PROBLEMS,
});

const countsRoute = jsonCall("get", "/api/reports/counts", {
  tags: ["Moderation"],
  summary: "What moderators did, by quarter and reason",
  description: "Only past quarters, and numbers from 5 on. A missing number is below 5.",
  answer: [countsSchema, "The latest quarter first"],
});

export const reportApi = createApi()
  .openapi(reportRoute, async (c) => {
    await takeLimits(c, { limit: LIMITS.report, who: c.var.address });
    await saveReport(writeContext(c), c.req.valid("json"));
    return c.json({ message: "success" }, 200);
  })
  .openapi(countsRoute, async (c) => {
    const { db } = c.var.services;
    return c.json(await readModerationCounts(db, writeContext(c).today), 200);
  });
