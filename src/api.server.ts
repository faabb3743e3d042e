import { OpenAPIHono } from "@hono/zod-openapi";
import { cors } from "hono/cors";
import { AppError, ERRORS } from "#core/errors.ts";
import { accountApi } from "#features/account/api.server.ts";
import { emailApi } from "#features/account/email-api.server.ts";
import { ownDataApi } from "#features/account/own-data-api.server.ts";
import { passkeyApi } from "#features/account/passkey-api.server.ts";
import { passwordApi } from "#features/account/password-api.server.ts";
import { sessionApi } from "#features/account/session-api.server.ts";
import { adminApi } from "#features/admin/api.server.ts";
import { auditApi } from "#features/audit/api.server.ts";
import { companyAdminApi } from "#features/company/admin-api.server.ts";
import { companyApi } from "#features/company/api.server.ts";
import { companyUpdateApi } from "#features/company/update-api.server.ts";
import { earlyAccessApi } from "#features/early-access/api.server.ts";
import { jumpApi } from "#features/jump/api.server.ts";
import { mailApi } from "#features/mail/api.server.ts";
import { meterApi } from "#features/meter/api.server.ts";
import { networkApi } from "#features/network/api.server.ts";
import { networkLinkApi } from "#features/network/link-api.server.ts";
import { pictureApi } from "#features/picture/api.server.ts";
import { newsletterApi } from "#features/newsletter/api.server.ts";
import { peopleApi } from "#features/people/api.server.ts";
import { profileApi } from "#features/profile/api.server.ts";
import { schoolApi } from "#features/school/api.server.ts";
import { suggestionApi, suggestionForm } from "#features/suggestion/api.server.ts";
import type { AppEnv, Services } from "#server/context.ts";
import { completeDocument } from "#server/openapi.ts";
import { problemResponse } from "#server/problem.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { readJsonBody, refuseCrossSite } from "#server/request-guard.ts";
import { declareGate } from "./gate.server.ts";

export const API_INFO = {
  openapi: "3.1.0",
  info: {
    title: "Pipelines",
    version: "1.0.0",
    description:
      "Everything the pages can do, the API can do. Send JSON with `Authorization: Bearer <token>` from GET /api/token; a 401 means that the token is missing, invalid or expired: fetch a new one and repeat the call once. Errors are `{ error, code, requestId }`.",
    license: { name: "MIT", identifier: "MIT" },
  },
} as const;

/** Every slice's door; served and documented from this one list. What completes another door's call stands before it. */
const DOORS = [
  adminApi,
  networkApi,
  networkLinkApi,
  accountApi,
  passwordApi,
  passkeyApi,
  emailApi,
  sessionApi,
  ownDataApi,
  profileApi,
  meterApi,
  pictureApi,
  companyApi,
  companyUpdateApi,
  companyAdminApi,
  schoolApi,
  jumpApi,
  suggestionApi,
  mailApi,
  peopleApi,
  auditApi,
  newsletterApi,
  earlyAccessApi,
];

/** All JSON doors behind their common guards. */
export function createApiApp(services: Services) {
  const app = new OpenAPIHono<AppEnv>();
  const { corsOrigins } = services.config;
  if (corsOrigins.length > 0) {
    app.use(
      "/api/*",
      cors({
        origin: [...corsOrigins],
        allowMethods: ["GET", "POST", "PATCH", "DELETE"],
        allowHeaders: ["authorization", "content-type"],
        exposeHeaders: ["link", "retry-after"],
        maxAge: 7_200,
      }),
    );
  }
  app.use("/api/*", async (c, next) => {
    const known = c.var.viewer?.accountId ?? c.var.admin?.adminId;
    const limit = known === undefined ? LIMITS.visitor : LIMITS.signedIn;
    const who = known ?? c.var.address;
    const wait = await services.limiter.take(limit, who, c.var.now.getTime());
    if (wait > 0) throw new AppError("too-many-requests", { retryAfter: wait });
    await next();
  });
  app.use("/api/*", async (c, next) => {
    // Without a live token a write says 401 as ever, so that its client fetches one and asks again.
    const isWrite = c.req.method !== "GET" && c.req.method !== "HEAD";
    if (c.var.access === "none") throw new AppError(isWrite && !c.var.token ? "no-session" : "early-access");
    await next();
  });
  app.use("/api/suggestions", suggestionForm);
  app.use("/api/*", refuseCrossSite, readJsonBody);
  const routes = app;
  for (const door of DOORS) routes.route("/", door);
  routes.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  routes.get("/api/openapi.json", (c) => {
    c.header("cache-control", "public, max-age=300");
    return c.json(openApiDocument(services));
  });
  routes.onError((error, c) => problemResponse(error, c));
  return routes;
}

let document: unknown;

/** The OpenAPI 3.1 document of every call; made once. */
export function openApiDocument(services: Pick<Services, "config">): unknown {
  document ??= declareGate(
    completeDocument(
      collect().getOpenAPI31Document({
        ...API_INFO,
        servers: [{ url: services.config.baseUrl }],
        security: [{ bearer: [] }],
      }),
    ),
    ERRORS["early-access"].sentence,
  );
  return document;
}

function collect(): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>();
  for (const door of DOORS) app.route("/", door);
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  return app;
}
