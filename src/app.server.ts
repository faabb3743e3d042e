import { randomUUID } from "node:crypto";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import { routePath } from "hono/route";
import { monogramSvg } from "#core/monogram.ts";
import { AppError } from "#core/errors.ts";
import { feeds } from "#features/follow/feed-api.server.ts";
import { linkPictures } from "#features/link-picture/api.server.ts";
import { embeds } from "#features/link-picture/embed-api.server.ts";
import { openDataFiles } from "#features/open-data/api.server.ts";
import { siteFiles } from "#features/site/api.server.ts";
import { readSession } from "#features/session/read.server.ts";
import { logOut, touchSession } from "#features/session/write.server.ts";
import { readAdminSession } from "#features/admin/read.server.ts";
import { touchAdminSession } from "#features/admin/session-write.server.ts";
import { completeHeaders } from "#server/answer-headers.ts";
import { clientAddress } from "#server/client-ip.ts";
import { unsubscribeByOneClick } from "#features/newsletter/one-click-api.server.ts";
import type { AppEnv, Services } from "#server/context.ts";
import { answerPreflight } from "#server/cors.ts";
import { identify } from "#server/identify.ts";
import { knownMethods } from "#server/known-methods.ts";
import { queueLookups } from "#server/lookup-queue.ts";
import { share, SHARE_HEADER, writeContext } from "#server/api-app.ts";
import type { PageContext } from "#server/page-context.ts";
import { DISK_RETRY_SECONDS, problemResponse } from "#server/problem.ts";
import { isPageRequest, pageAddress } from "#server/request-path.ts";
import { readFromReplicas } from "#server/replicas.ts";
import { fileCacheHeaders } from "#server/file-cache-headers.ts";
import { FILE_PATHS, limitRequests } from "#server/route-limits.ts";
import { changesNothing, refuseCrossSite } from "#server/request-guard.ts";
import { TOKEN_COOKIE } from "#server/session-cookie.ts";
import { parameterWithNul, unstorable } from "#server/unstorable.ts";
import type { Paths } from "#features/path/pure/calls.ts";
import { createApiApp } from "./api.server.ts";
import { FORMS, sendPlainForm } from "./forms.server.ts";
import { accessOf } from "./gate.server.ts";
import { health } from "./health.server.ts";
import { servePage, type RenderHere } from "./serve-page.server.ts";

export type RenderPage = (request: Request, page: PageContext, paths: Paths | undefined) => Promise<Response>;

const SAFE = new Set(["GET", "HEAD"]);
/** Calls of the API that are not under /api: their errors are the API's, never a page. */
const PICTURE_FILES =
  /^\/(?:pictures|company-logos|link-pictures)\/|^\/(?:s|share)\/[^/]*\.(?:svg|png)$|^\/oembed$|^\/feeds\//;

type Use = MiddlewareHandler<AppEnv>;

/** Gives a request what all handlers need, completes its answer's headers, and counts and times it. */
function watchRequest(services: Services, methodsOf: ReturnType<typeof knownMethods>): Use {
  return async (c, next) => {
    const started = performance.now();
    c.set("services", services);
    c.set("requestId", randomUUID());
    c.set("now", services.clock());
    c.set(
      "address",
      clientAddress(
        c.env.incoming?.socket.remoteAddress ?? "",
        c.req.header("x-forwarded-for"),
        services.config.trustProxy,
      ),
    );
    // No stored text contains a NUL, and PostgreSQL refuses it. For pages, root.tsx shows the error.
    const isPage = isPageRequest(c.req) && !PICTURE_FILES.test(c.req.path);
    if (c.req.url.includes("%00") && !isPage)
      c.res = problemResponse(unstorable(parameterWithNul(new URL(c.req.url))), c);
    else await next();
    completeHeaders(c, methodsOf);
    const route = routePath(c);
    services.metrics.requests.inc({ route, status: c.res.status });
    services.metrics.duration.observe({ route }, (performance.now() - started) / 1_000);
    services.log.debug({ requestId: c.var.requestId, method: c.req.method, route, status: c.res.status }, "request");
  };
}

function sendMonogram(c: Context<AppEnv, "/monogram/:shape/:file">): Response {
  const name = c.req
    .param("file")
    .replace(/\.svg$/, "")
    .slice(0, 200);
  c.header("cache-control", "public, max-age=604800");
  c.header("content-type", "image/svg+xml; charset=utf-8");
  share(c, []);
  return c.body(monogramSvg(name, c.req.param("shape") === "school" ? "school" : "company"));
}

function identifyCaller({ db, secret }: Services): Use {
  return identify(
    {
      find: (token, now) => readSession(db, secret, token.hash, now),
      touch: (token, now) => touchSession({ db, now }, token.hash),
    },
    {
      find: async (token, kind, now) => {
        const found = await readAdminSession(db, token.hash, kind, now);
        if (found.state !== "live") return found;
        const { admin, sessionId, handleHash, usedAt } = found.session;
        return { state: "live", admin, session: { id: sessionId, handleHash }, usedAt };
      },
      touch: (sessionId, now) => touchAdminSession({ db, now }, sessionId),
    },
  );
}

const refuseOnFullDisk: Use = async (c, next) => {
  if (c.var.services.isDiskFull() && !changesNothing(c))
    throw new AppError("disk-full", { retryAfter: DISK_RETRY_SECONDS });
  await next();
};

/** Shows people without access the closed site's page. The API answers with its own message (api.server.ts). */
function closeSite(showPage: (c: Context<AppEnv>) => Promise<Response>): Use {
  return async (c, next) => {
    c.set("access", await accessOf(c));
    if (c.var.access !== "none" || (c.req.path.startsWith("/api/") && c.req.path !== "/api/docs")) await next();
    else if (SAFE.has(c.req.method) && !PICTURE_FILES.test(c.req.path)) c.res = await showPage(c);
    else c.res = problemResponse(new AppError("early-access"), c);
    if (!c.var.services.config.earlyAccess) return;
    // No cache may keep answers of a closed site, because it could give them to people without access.
    c.res.headers.delete(SHARE_HEADER);
    c.res.headers.set("cache-control", "private, no-store");
    c.res.headers.set("x-robots-tag", "noindex");
  };
}

/** The header's form, for visitors without JavaScript. */
async function logOutByForm(c: Context<AppEnv>): Promise<Response> {
  if (c.var.token) await logOut(writeContext(c), c.var.token.hash);
  TOKEN_COOKIE.clear(c);
  return c.redirect("/", 303);
}

/** The whole application as one fetch function: health, files, API, pages. */
export function createApp(
  services: Services,
  renderPage: RenderPage,
  clientFolder: string,
  paths?: Paths,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const methodsOf = knownMethods(() => app.routes);

  app.use(watchRequest(services, methodsOf));
  app.route("/", health(services));

  // Before the caller is identified: these files are the same for everybody, and identifying costs a query.
  app.get("/monogram/:shape{company|school}/:file", limitRequests, sendMonogram);
  const files = serveStatic<AppEnv>({ root: clientFolder, precompressed: true });
  for (const path of FILE_PATHS) {
    app.get(path, limitRequests, fileCacheHeaders, files, () => {
      throw new AppError("not-found");
    });
  }

  const render: RenderHere = (request, given) => renderPage(request, given, paths);
  const pageHere = (c: Context<AppEnv>): Promise<Response> =>
    servePage(render, { request: c.req.raw, vars: c.var, theme: getCookie(c, "theme") });
  const page = async (c: Context<AppEnv>): Promise<Response> => {
    const { pathname, search } = new URL(c.req.url);
    // In a link, `//name` would be another host. None of our pages has such an address.
    const address = pathname.startsWith("//") ? pathname : pageAddress(pathname);
    return address === pathname ? pageHere(c) : c.redirect(address + search, 308);
  };

  app.use(identifyCaller(services));
  app.use(limitRequests);
  app.use(queueLookups);
  app.use(refuseOnFullDisk);
  app.use("/api/*", answerPreflight);

  // Before everything that reads or shows data.
  app.use(closeSite(pageHere));
  app.use(readFromReplicas);

  app.post("/logout", refuseCrossSite, (c) => logOutByForm(c));
  app.post("/unsubscribe", unsubscribeByOneClick);

  for (const [path, form] of Object.entries(FORMS)) {
    app.post(path, (c) =>
      sendPlainForm(
        c,
        form,
        async (request) => app.fetch(request, c.env),
        (result, status) => {
          // A form without its own page is part of the closed site's page, which can be shown at any address.
          const url = form.done ? c.req.url : new URL("/", c.req.url);
          const vars = form.done || c.var.access === "full" ? c.var : { ...c.var, access: "none" as const };
          const request = new Request(url, { headers: c.req.raw.headers });
          return servePage(render, { request, vars, theme: getCookie(c, "theme"), sent: { form: result, status } });
        },
      ),
    );
  }

  for (const one of [siteFiles(paths), linkPictures(clientFolder, paths), embeds(clientFolder), openDataFiles, feeds])
    app.route("/", one);
  const api = createApiApp(services, methodsOf, paths);
  app.get("/api/docs", page);
  app.route("/", api);
  app.all("/api/*", (c) => {
    if (isPageRequest(c.req)) return page(c);
    throw new AppError("not-found");
  });
  app.on(["GET", "HEAD"], "*", page);
  app.all("*", () => {
    throw new AppError("method-not-allowed");
  });
  app.onError((error, c) => problemResponse(error, c));
  return app;
}
