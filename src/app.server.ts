import { randomUUID } from "node:crypto";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type Context } from "hono";
import { getCookie } from "hono/cookie";
import { routePath } from "hono/route";
import { monogramSvg } from "#core/monogram.ts";
import { calendarDay } from "#core/calendar.ts";
import { AppError } from "#core/errors.ts";
import { linkPictures } from "#features/link-picture/api.server.ts";
import { siteFiles } from "#features/site/api.server.ts";
import { readSession } from "#features/account/read.server.ts";
import { logOut, touchSession } from "#features/account/write.server.ts";
import { readAdminSession } from "#features/admin/read.server.ts";
import { touchAdminSession } from "#features/admin/session-write.server.ts";
import { clientAddress, isForwarded } from "#server/client-ip.ts";
import { unsubscribeDoor } from "#features/mail/api.server.ts";
import type { AppEnv, Services } from "#server/context.ts";
import { identify } from "#server/identify.ts";
import { textResponse } from "#server/listener.ts";
import { NONCE_MARK } from "#server/marked-body.ts";
import { SHARE_HEADER, writeContext } from "#server/api-app.ts";
import type { PageContext, Theme } from "#server/page-context.ts";
import { isDatabaseAway, problemResponse } from "#server/problem.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { refuseCrossSite } from "#server/request-guard.ts";
import { clearTokenCookie } from "#server/session-cookie.ts";
import { securityHeaders } from "#server/security-headers.ts";
import { createApiApp, openApiDocument } from "./api.server.ts";
import { accessOf } from "./gate.server.ts";

/** Makes the pages: one function from request and page context to answer. */
export type RenderPage = (request: Request, page: PageContext) => Promise<Response>;

const SAFE = new Set(["GET", "HEAD"]);
/** Calls of the API that are not under /api: their errors are the API's, never a page. */
const PICTURE_FILES = /^\/(?:pictures|company-logos)\//;
const YEAR = "public, max-age=31536000, immutable";

/** The whole application as one fetch function: health, files, API, pages. */
export function createApp(services: Services, renderPage: RenderPage, clientFolder: string): Hono<AppEnv> {
  const { config, secret, db } = services;
  const app = new Hono<AppEnv>();

  app.use(async (c, next) => {
    const started = performance.now();
    c.set("services", services);
    c.set("requestId", randomUUID());
    c.set("now", services.clock());
    c.set(
      "address",
      clientAddress(c.env.incoming?.socket.remoteAddress ?? "", c.req.header("x-forwarded-for"), config.trustProxy),
    );
    // No text of ours holds a NUL, and PostgreSQL would not take it.
    if (c.req.url.includes("%00")) c.res = problemResponse(new AppError("bad-request"), c);
    else await next();
    c.res.headers.set("x-request-id", c.var.requestId);
    for (const [name, value] of securityHeaders(config, undefined)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
    const route = routePath(c);
    services.metrics.requests.inc({ route, status: c.res.status });
    services.metrics.duration.observe({ route }, (performance.now() - started) / 1_000);
    services.log.debug({ requestId: c.var.requestId, method: c.req.method, route, status: c.res.status }, "request");
  });

  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    const isReady = services.ready() && (await isDatabaseThere(services));
    return c.json({ status: isReady ? "ready" : "not ready" }, isReady ? 200 : 503);
  });
  app.get("/metrics", async (c) => {
    // For the machine's own collector: a proxy's requests carry a forwarding header and get nothing.
    const isLocal = ["127.0.0.1", "::1", "::ffff:127.0.0.1"].includes(c.env.incoming?.socket.remoteAddress ?? "");
    if (!isLocal || isForwarded((name) => c.req.header(name))) throw new AppError("not-found");
    return c.text(await services.metrics.registry.metrics(), 200, {
      "content-type": services.metrics.registry.contentType,
    });
  });

  app.get("/monogram/:shape{company|school}/:file", (c) => {
    const name = c.req
      .param("file")
      .replace(/\.svg$/, "")
      .slice(0, 200);
    c.header("cache-control", "public, max-age=604800");
    c.header("content-type", "image/svg+xml; charset=utf-8");
    return c.body(monogramSvg(name, c.req.param("shape") === "school" ? "school" : "company"));
  });
  const files = serveStatic<AppEnv>({
    root: clientFolder,
    precompressed: true,
    onFound: (path, c) => c.header("cache-control", path.includes("/assets/") ? YEAR : "public, max-age=86400"),
  });
  for (const path of ["/assets/*", "/logos/*", "/favicon.svg", "/favicon.ico", "/icon-*", "/manifest.webmanifest"]) {
    app.get(path, files, () => {
      throw new AppError("not-found");
    });
  }

  const page = async (c: Context<AppEnv>): Promise<Response> => {
    const wait = await services.limiter.take(LIMITS.pages, c.var.address, c.var.now.getTime());
    if (wait > 0) throw new AppError("too-many-requests", { retryAfter: wait });
    return servePage(services, renderPage, c.req.raw, c.var, getCookie(c, "theme"));
  };

  app.use(
    identify(
      {
        find: async (token, now) => {
          const found = await readSession(db, secret, token.hash, now);
          return found.state === "live"
            ? { state: "live", viewer: found.session.viewer, usedAt: found.session.usedAt }
            : found;
        },
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
    ),
  );

  // The closed site. Before everything that reads or shows something; the API says it in its own words (api.server.ts).
  app.use(async (c, next) => {
    c.set("access", await accessOf(c));
    if (c.var.access !== "none" || (c.req.path.startsWith("/api/") && c.req.path !== "/api/docs")) await next();
    else if (SAFE.has(c.req.method) && !PICTURE_FILES.test(c.req.path)) c.res = await page(c);
    else c.res = problemResponse(new AppError("early-access"), c);
    if (!config.earlyAccess) return;
    // Nothing of a closed site is kept, here or on the way, and then given to somebody who may not have it.
    c.res.headers.delete(SHARE_HEADER);
    c.res.headers.set("cache-control", "private, no-store");
    c.res.headers.set("x-robots-tag", "noindex");
  });

  // The header's form, for visitors without JavaScript.
  app.post("/logout", refuseCrossSite, async (c) => {
    if (c.var.token) await logOut(writeContext(c), c.var.token.hash);
    clearTokenCookie(c);
    return c.redirect("/", 303);
  });

  app.post("/unsubscribe", unsubscribeDoor);

  app.route("/", siteFiles);
  app.route("/", linkPictures(clientFolder));
  const api = createApiApp(services);
  app.get("/api/docs", (c) => servePage(services, renderPage, c.req.raw, c.var));
  app.route("/", api);
  app.all("/api/*", () => {
    throw new AppError("not-found");
  });
  app.on(["GET", "HEAD"], "*", page);
  app.all("*", () => {
    throw new AppError("method-not-allowed");
  });
  app.onError((error, c) => problemResponse(error, c));
  return app;
}

async function isDatabaseThere(services: Services): Promise<boolean> {
  try {
    await services.db.selectNoFrom((eb) => eb.val(1).as("one")).execute();
    return true;
  } catch {
    return false;
  }
}

/** Pages made at once at most: past it a quick 503 keeps memory and everybody else's waiting bounded. */
const MAX_PAGES_AT_ONCE = 128;
let pagesAtOnce = 0;

function readTheme(cookie: string | undefined): Theme {
  return cookie === "light" || cookie === "dark" ? cookie : "system";
}

async function servePage(...given: Parameters<typeof makePage>): Promise<Response> {
  if (pagesAtOnce >= MAX_PAGES_AT_ONCE) throw new AppError("overloaded", { retryAfter: 2 });
  pagesAtOnce += 1;
  try {
    return await makePage(...given);
  } finally {
    pagesAtOnce -= 1;
  }
}

async function makePage(
  services: Services,
  renderPage: RenderPage,
  raw: Request,
  vars: AppEnv["Variables"],
  theme?: string,
): Promise<Response> {
  const { now, viewer, admin, access, requestId, token } = vars;
  let tags: readonly string[] | undefined;
  let html: string | undefined;
  let isAway = false;
  const response = await renderPage(withoutRouterHeaders(raw), {
    db: services.db,
    now,
    today: calendarDay(now),
    random: services.random,
    secret: services.secret,
    viewer,
    tokenHash: token?.hash,
    admin,
    access,
    theme: readTheme(theme),
    nonce: NONCE_MARK,
    baseUrl: services.config.baseUrl,
    networkName: services.config.network?.name,
    minRaters: services.config.minRaters,
    hasDemo: services.hasDemo(),
    share: (given) => {
      tags = given;
    },
    deliver: (document) => {
      html = document;
    },
    openApi: () => openApiDocument(services),
    report: (error) => {
      isAway ||= isDatabaseAway(error);
      services.log.error(
        {
          requestId,
          err: error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : undefined,
        },
        "page failed",
      );
    },
  });
  const headers = new Headers(response.headers);
  // The router sends its data without a word about the encoding.
  if (headers.get("content-type") === "text/x-script") headers.set("content-type", "text/x-script; charset=utf-8");
  if (tags && !viewer && !admin && response.status === 200) headers.set(SHARE_HEADER, tags.join(" "));
  if (!headers.has("cache-control")) headers.set("cache-control", viewer || admin ? "private, no-store" : "no-cache");
  // As the API says it: come back soon, nothing is broken.
  const isLater = isAway && response.status === 500;
  if (isLater) headers.set("retry-after", "2");
  const init = { status: isLater ? 503 : response.status, headers };
  return html === undefined ? new Response(response.body, init) : textResponse(html, init);
}

/** Headers by which a client could tell the router things about itself that only it may know. */
function withoutRouterHeaders(request: Request): Request {
  const names = [...request.headers.keys()].filter((name) => name.startsWith("x-react-router-"));
  if (names.length === 0) return request;
  const headers = new Headers(request.headers);
  for (const name of names) headers.delete(name);
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}
