import { createRoute } from "@hono/zod-openapi";
import { adminContext, createApi, json, problems } from "#server/api-app.ts";
import { needsToken } from "#server/request-guard.ts";
import { readOverview } from "./state.server.ts";
import { overviewSchema } from "./schema.ts";

const overviewRoute = createRoute({
  method: "get",
  path: "/api/admin/overview",
  tags: ["Administration"],
  summary: "How the installation is: version, database, disk, backup, batch, mails, jobs",
  description: "`troubles` says what is wrong and what to do, the worst first; empty where all is well.",
  middleware: [needsToken] as const,
  responses: { 200: json(overviewSchema, "The state"), ...problems("no-session", "not-admin") },
});

export const overviewApi = createApi().openapi(overviewRoute, async (c) => {
  const { db, now } = adminContext(c);
  c.header("cache-control", "private, no-store");
  const { config, isShownFull } = c.var.services;
  return c.json(await readOverview({ db, now, config, isFull: isShownFull() }), 200);
});
