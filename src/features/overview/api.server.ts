import { adminContext, createApi, jsonCall } from "#server/api-app.ts";
import { needsToken } from "#server/request-guard.ts";
import { readOverview } from "./state.server.ts";
import { overviewSchema } from "./schema.ts";

const overviewRoute = jsonCall("get", "/api/admin/overview", {
  tags: ["Administration"],
  summary: "How the installation is: version, database, disk, backup, batch, e-mails, jobs",
  description: "`troubles` says what is wrong and what to do, the worst first; empty where all is well.",
  middleware: [needsToken] as const,
  answer: [overviewSchema, "The state"],
  errors: ["no-session", "not-admin"],
});

export const overviewApi = createApi().openapi(overviewRoute, async (c) => {
  const { db, now } = adminContext(c);
  const { config, isShownFull } = c.var.services;
  return c.json(await readOverview({ db, now, config, isFull: isShownFull() }), 200);
});
