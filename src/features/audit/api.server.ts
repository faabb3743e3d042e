import { adminContext, createApi, jsonCall } from "#server/api-app.ts";
import { needsToken } from "#server/request-guard.ts";
import { readAuditPage } from "./read.server.ts";
import { auditPageSchema, auditQuerySchema } from "./schema.ts";

const listRoute = jsonCall("get", "/api/admin/audit", {
  tags: ["Administration"],
  summary: "What was done, by whom and when",
  description:
    "Append-only: there is no call that changes or removes an entry, and the database refuses it. `action` takes a whole action or a slice. Newest first; `next` is the next cursor.",
  middleware: [needsToken] as const,
  request: { query: auditQuerySchema },
  answer: [auditPageSchema, "A page of the log"],
  errors: ["no-session", "not-admin"],
});

export const auditApi = createApi().openapi(listRoute, async (c) => {
  const { db } = adminContext(c);
  const { cursor, action } = c.req.valid("query");
  return c.json(await readAuditPage(db, { cursor, action }), 200);
});
