import { OpenAPIHono } from "@hono/zod-openapi";
import { AppError, ERRORS } from "#core/errors.ts";
import { accountApi } from "#features/account/api.server.ts";
import { signUpApi } from "#features/account/sign-up-api.server.ts";
import { emailApi } from "#features/account/email-api.server.ts";
import { exportApi } from "#features/export/api.server.ts";
import { passkeyApi } from "#features/passkey/api.server.ts";
import { passwordApi } from "#features/account/password-api.server.ts";
import { sessionApi } from "#features/session/api.server.ts";
import { accessTokenApi } from "#features/session/access-token-api.server.ts";
import { scopeOfCall } from "#features/session/rules.ts";
import { adminApi } from "#features/admin/api.server.ts";
import { auditApi } from "#features/audit/api.server.ts";
import { overviewApi } from "#features/overview/api.server.ts";
import { describeDocument } from "#features/api-docs/pure/describe-document.ts";
import { companyAdminApi } from "#features/company-admin/api.server.ts";
import { companyApi } from "#features/company/api.server.ts";
import { companySharedApi } from "#features/company-admin/shared-api.server.ts";
import { earlyAccessApi } from "#features/early-access/api.server.ts";
import { pathApi } from "#features/path/api.server.ts";
import type { Paths } from "#features/path/pure/calls.ts";
import { quickSearchApi } from "#features/quick-search/api.server.ts";
import { mailApi } from "#features/mail/api.server.ts";
import { anonymityApi } from "#features/anonymity/api.server.ts";
import { networkApi } from "#features/network/api.server.ts";
import { networkLinkApi } from "#features/network/link-api.server.ts";
import { newsletterApi } from "#features/newsletter/api.server.ts";
import { peopleApi } from "#features/moderation/api.server.ts";
import { pictureApi } from "#features/profile/picture-api.server.ts";
import { profileApi } from "#features/profile/api.server.ts";
import { randomApi } from "#features/discover/api.server.ts";
import { followApi } from "#features/follow/api.server.ts";
import { savedRouteApi } from "#features/saved-route/api.server.ts";
import { schoolApi } from "#features/school/api.server.ts";
import { shareApi } from "#features/share/api.server.ts";
import { siteApi } from "#features/site/site-api.server.ts";
import { communityApi } from "#features/community/api.server.ts";
import { moderationApi } from "#features/moderation/report-api.server.ts";
import { reportApi } from "#features/report/api.server.ts";
import { suggestionApi, suggestionForm } from "#features/suggestion/api.server.ts";
import type { AppEnv, Services } from "#server/context.ts";
import type { MethodsOf } from "#server/known-methods.ts";
import { answerByValue } from "#server/known-response.ts";
import { completeDocument, SECURITY_SCHEMES } from "#server/openapi.ts";
import { declarePaging, pageLists } from "#server/paging.ts";
import { problemResponse } from "#server/problem.ts";
import { isPagePath } from "#server/request-path.ts";
import { changesNothing, needsAdmin, readJsonBody, refuseCrossSite } from "#server/request-guard.ts";
import { declareGate, declareRefusal } from "./gate.server.ts";
import { LISTS } from "./lists.server.ts";

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

/**
 * The API of every slice. The server and the OpenAPI document both use this list. Routes that complete another slice's
 * paths must come before it. It is a tuple, because src/api-calls.ts needs each element's routes; an array would have
 * one type for all.
 * @param paths undefined if the list is only used for the document
 */
export const typedApis = (paths: Paths | undefined) =>
  [
    adminApi,
    networkApi,
    networkLinkApi,
    sessionApi,
    accessTokenApi,
    accountApi,
    signUpApi,
    passwordApi,
    passkeyApi,
    savedRouteApi,
    followApi,
    shareApi,
    emailApi,
    exportApi,
    randomApi,
    profileApi,
    anonymityApi,
    pictureApi,
    // These come before the routes of one company. Otherwise the router would take the list's address for a company's
    // name.
    companySharedApi,
    companyApi,
    companyAdminApi,
    schoolApi,
    siteApi,
    quickSearchApi(paths),
    suggestionApi,
    communityApi,
    reportApi,
    moderationApi,
    mailApi,
    peopleApi,
    auditApi,
    overviewApi,
    newsletterApi,
    earlyAccessApi,
    pathApi(paths),
  ] as const;

/** The same list without the routes' types, which are not needed here and slow the compiler down. */
const sliceApis: (paths: Paths | undefined) => readonly OpenAPIHono<AppEnv>[] = typedApis;

/** All JSON calls behind their common guards. */
export function createApiApp(services: Services, methodsOf: MethodsOf, paths?: Paths) {
  const app = new OpenAPIHono<AppEnv>();
  app.use("/api/*", async (c, next) => {
    // Without a live token, a write answers 401 even on a closed site, so that clients get a token and try again.
    const needsToken = !changesNothing(c) && !c.var.token;
    if (c.var.access === "none") throw new AppError(needsToken ? "no-session" : "early-access");
    await next();
  });
  // Before a token is required, because a token would not help here.
  app.use("/api/*", async (c, next) => {
    if (isPagePath(c.req.path)) return next();
    const methods = methodsOf(c.req.path);
    if (!methods.includes(c.req.method)) throw new AppError(methods.length > 0 ? "method-not-allowed" : "not-found");
    await next();
  });
  app.use("/api/*", async (c, next) => {
    const { scope } = c.var;
    const needed = scope && scopeOfCall(c.req.method, c.req.path);
    if (scope && !needed) throw new AppError("not-for-access-tokens");
    if (scope === "read" && needed === "write") throw new AppError("read-only-token");
    await next();
  });
  app.use("/api/suggestions", suggestionForm);
  app.use("/api/*", refuseCrossSite);
  for (const [method, path] of adminCalls()) app.on(method, path, needsAdmin);
  app.use("/api/*", readJsonBody);
  app.use("/api/*", async (c, next) => {
    c.json = answerByValue(c);
    await next();
  });
  app.use("/api/*", pageLists(LISTS));
  for (const api of sliceApis(paths)) app.route("/", api);
  let text: string | undefined;
  app.get("/api/openapi.json", (c) => {
    c.header("cache-control", "public, max-age=300");
    c.header("content-type", "application/json; charset=utf-8");
    text ??= JSON.stringify(openApiDocument(services));
    return c.body(text);
  });
  app.onError((error, c) => problemResponse(error, c));
  return app;
}

/** Method and path of the calls that declare `not-admin`, unless they are for owners too. */
function adminCalls(): [string, string][] {
  return sliceApis(undefined).flatMap((api) =>
    api.openAPIRegistry.definitions.flatMap((definition): [string, string][] => {
      if (definition.type !== "route") return [];
      const { method, path, responses } = definition.route;
      const refused = responses?.["403"];
      const said = refused && "description" in refused ? refused.description : "";
      const isForAdmins = said.includes(ERRORS["not-admin"].sentence) && !said.includes(ERRORS["not-yours"].sentence);
      return isForAdmins ? [[method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ":$1")]] : [];
    }),
  );
}

let document: unknown;

/** The OpenAPI 3.1 document of every call; made once. */
export function openApiDocument(services: Pick<Services, "config">): unknown {
  document ??= describe(services.config.baseUrl);
  return document;
}

function isForSessionsAlone(method: string, path: string): boolean {
  return path.startsWith("/api/") && scopeOfCall(method, path) === undefined;
}

function describe(baseUrl: string): unknown {
  const described = collect().getOpenAPI31Document({
    ...API_INFO,
    servers: [{ url: baseUrl, description: "This site" }],
    security: [{ bearer: [] }],
  });
  declarePaging(described, LISTS);
  completeDocument(described);
  declareGate(described, ERRORS["early-access"].sentence);
  declareRefusal(described, ERRORS["read-only-token"].sentence, (...call) => scopeOfCall(...call) === "write");
  declareRefusal(described, ERRORS["not-for-access-tokens"].sentence, isForSessionsAlone);
  return describeDocument(described);
}

function collect(): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>();
  for (const api of sliceApis(undefined)) app.route("/", api);
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES)) {
    app.openAPIRegistry.registerComponent("securitySchemes", name, scheme);
  }
  return app;
}
