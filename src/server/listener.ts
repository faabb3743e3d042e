import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import { getRequestListener, RequestError, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { AppError } from "#core/errors.ts";
import { type Admission, queueOf, whenBodyArrived } from "./admission.ts";
import { allowanceHeaders } from "./allowance.ts";
import { SHARE_HEADER } from "./api-app.ts";
import { isApiClient, withAbsoluteAddresses } from "./absolute-addresses.ts";
import { clientAddress } from "./client-ip.ts";
import type { Services } from "./context.ts";
import { noteRefusal } from "./refusal-log.ts";
import { limitOf, PROBES } from "./route-limits.ts";
import { hasBody } from "./has-body.ts";
import { normaliseRequestPath } from "./request-path.ts";
import { isUnchanged, PackedBody } from "./packed-body.ts";
import { textOf } from "./known-response.ts";
import { answerUnreadable, rawProblem, rawRefusal } from "./raw-problem.ts";
import { hashScripts } from "./script-hashes.ts";
import { securityHeaders } from "./security-headers.ts";
import { limitConnections } from "./connection-limit.ts";
import { limitBodyTime, closeSlowReaders } from "./slow-connections.ts";
import { UPLOAD_TIME_MS } from "./uploads.ts";

type Fetch = (request: Request, env: { incoming: IncomingMessage }) => Response | Promise<Response>;

const VARY = "accept-encoding, cookie";
const HTML = "text/html; charset=utf-8";

/**
 * The HTTP server. It limits the time and size of requests, normalises unusual paths, and answers visitors without a
 * session from memory where it can.
 */
export function createHttpServer(services: Services, admission: Admission, fetch: Fetch): Server {
  const listener = getRequestListener(
    async (request, env) => {
      const bindings = env as HttpBindings;
      const leave = (bindings.incoming as LetIn)[LEAVE];
      // The work goes on when its client leaves, so the place is taken until it ends. Otherwise clients that ask and leave
      // would start more work than there are places.
      if (leave !== undefined) bindings.outgoing.off("close", leave);
      try {
        return await finish(services, request, bindings, fetch);
      } finally {
        // Free the place as soon as the answer is made. Otherwise slow readers would keep others out.
        leave?.();
      }
    },
    { overrideGlobalObjects: false, errorHandler: (error) => beforeRequest(services, error) },
  );
  const server = createServer(
    {
      headersTimeout: 5_000,
      requestTimeout: UPLOAD_TIME_MS,
      keepAliveTimeout: 8_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
      noDelay: true,
    },
    (incoming, outgoing) => {
      // The process is stopping. Otherwise a busy connection would get answers until it is cut in the middle of one.
      if (!server.listening || services.leaving()) outgoing.shouldKeepAlive = false;
      incoming.url = normaliseRequestPath(incoming.url ?? "/");
      if (answerFromMemory(services, incoming, outgoing)) return;
      // Health checks never wait in a queue.
      if (PROBES.has(incoming.url)) return void listener(incoming, outgoing);
      limitBodyTime(incoming, outgoing);
      whenBodyArrived(incoming, outgoing, () => letIn(services, admission, incoming, outgoing, listener));
    },
  );
  closeSlowReaders(server);
  limitConnections(server, services.config);
  server.on("connection", (socket) => {
    // A connection above the limit was just ended.
    if (!socket.destroyed) admission.noteConnection();
  });
  server.maxRequestsPerSocket = 10_000;
  answerUnreadable(server, services.config);
  return server;
}

/**
 * Answers errors that happen before our app runs: an address that is not a valid URL (for example with a raw `\`), or a
 * bug.
 */
function beforeRequest(services: Services, error: unknown): Response {
  const requestId = randomUUID();
  const isTheirs = error instanceof RequestError;
  if (!isTheirs) services.log.error({ requestId, err: faultOf(error) }, "request failed");
  const problem = new AppError(isTheirs ? "bad-request" : "server-error");
  const { status, headers, body } = rawProblem(services.config, problem, requestId);
  return new Response(new Uint8Array(body), { status, headers });
}

function faultOf(error: unknown): Record<string, unknown> | undefined {
  return error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : undefined;
}

/** The field of a request that was let in: frees its place in its queue. V8 would copy each value of a WeakMap once. */
const LEAVE = Symbol("leave");
type LetIn = IncomingMessage & { [LEAVE]?: () => void };

/** The route label of refused requests in the metrics. To find the real route would cost time under load. */
const REFUSED = "(refused)";

/** Starts the work when its turn comes, or refuses it. */
function letIn(
  services: Services,
  admission: Admission,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  listener: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown,
): void {
  const line = queueOf(incoming.method ?? "GET", incoming.url ?? "/");
  admission.enter(line, {
    isGone: () => outgoing.destroyed || incoming.socket.destroyed,
    start: () => {
      let isIn = true;
      const leave = (): void => {
        if (isIn) admission.leave(line);
        isIn = false;
      };
      (incoming as LetIn)[LEAVE] = leave;
      // For requests that fail before the work begins.
      outgoing.once("close", leave);
      void listener(incoming, outgoing);
    },
    refuse: () => refuse(services, incoming, outgoing),
  });
}

/** One error for all refusals, because creating an error takes much of a refusal's time. */
const OVERLOADED = new AppError("overloaded");

function refuse(services: Services, incoming: IncomingMessage, outgoing: ServerResponse): void {
  noteRefusal(services.log, OVERLOADED);
  services.metrics.requests.inc({ route: REFUSED, status: 503 });
  const { status, headers, body } = rawRefusal(services.config, OVERLOADED, incoming);
  // Close connections with an unread body. Keep others, because a new connection costs more than a refusal. A request
  // without a body is refused before Node sets `complete`, so check both.
  if (hasBody(incoming) && !incoming.complete) headers.push(["connection", "close"]);
  outgoing.writeHead(status, [...headers, ["retry-after", "2"]].flat());
  outgoing.end(incoming.method === "HEAD" ? undefined : body);
}

/** The cache key of a request, or undefined if the request cannot be answered from memory. */
function cacheKey(
  method: string | undefined,
  url: string | undefined,
  header: (name: string) => string | undefined,
): string | undefined {
  if (method !== "GET" || url === undefined || url.length > 300 || header("authorization") !== undefined)
    return undefined;
  // Answers with CORS headers are valid for one origin only, so they are not shared.
  if (header("origin") !== undefined) return undefined;
  // The page of all API calls is large and ignores its query. So all queries share one answer.
  const address = url.startsWith("/api/docs?") ? "/api/docs" : url;
  const cookie = header("cookie");
  if (cookie === undefined) return `${address}\n`;
  if (/(?:^|;\s*)(?:__Host-)?(?:token|admin)=/.test(cookie)) return undefined;
  const theme = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookie)?.[1] ?? "";
  return `${address}\n${theme}`;
}

function answerFromMemory(services: Services, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const header = (name: string) => {
    const value = incoming.headers[name];
    return typeof value === "string" ? value : undefined;
  };
  const key = cacheKey(incoming.method, incoming.url, header);
  if (key === undefined) return false;
  const now = services.clock().getTime();
  const answer = services.cache.get(key, now);
  if (!answer) return false;
  const { config } = services;
  const address = clientAddress(incoming.socket.remoteAddress ?? "", header("x-forwarded-for"), config.trustProxy);
  const { url = "/" } = incoming;
  const [path = "/"] = url.split("?", 1);
  const limit = limitOf({ method: "GET", path, search: url.slice(path.length) }, false);
  // The normal path counts the request again and answers 429.
  if (limit !== undefined && !services.limiter.tryTake(limit, address, now)) return false;
  services.metrics.cacheHits.inc();
  // A cached answer has the same headers as a fresh one. Only its speed and the order of the headers differ.
  const headers = [...answer.headers, "x-request-id", randomUUID()];
  if (limit !== undefined && path.startsWith("/api/"))
    headers.push(...allowanceHeaders(services.limiter, { limit, who: address }, now).flat());
  const { body } = answer;
  if (headers.includes("etag") && isUnchanged(header("if-none-match"), body.etag)) {
    outgoing.writeHead(304, headers);
    outgoing.end();
    return true;
  }
  const encoding = body.encodingFor(header("accept-encoding"));
  if (encoding !== undefined) headers.push("content-encoding", encoding);
  const ready = body.ready(encoding);
  if (ready !== undefined) send(outgoing, answer.status, headers, ready);
  else
    body.in(encoding).then(
      (packed) => {
        services.cache.weigh(key, body, now);
        send(outgoing, answer.status, headers, packed);
      },
      () => refuse(services, incoming, outgoing),
    );
  return true;
}

function send(outgoing: ServerResponse, status: number, headers: string[], body: Buffer): void {
  headers.push("content-length", String(body.length));
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}

/**
 * Finishes an answer: hashes a page's scripts, compresses the body, and caches the answer if it is the same for
 * everybody.
 */
async function finish(services: Services, request: Request, env: HttpBindings, fetch: Fetch): Promise<Response> {
  const generation = services.cache.generation;
  // The headers of HEAD are those of GET, so run the request as GET.
  const { url, headers: given, signal } = request;
  const isHead = request.method === "HEAD";
  const response = await fetch(isHead ? new Request(url, { method: "GET", headers: given, signal }) : request, env);
  const tags = response.headers.get(SHARE_HEADER);
  const isPage = response.headers.get("content-type") === HTML;
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  // What the router fetches for a navigation in the browser.
  const isPageData = response.headers.get("content-type")?.startsWith("text/x-script") ?? false;
  if (!isJson && !isPage && !isPageData && tags === null) return response;
  const { text: made, toBytes } = await textOf(response);
  // Downloaded files have the same content for every caller.
  const isFile = response.headers.has("content-disposition");
  const isForClient = isJson && !isFile && isApiClient(request, services.config);
  const text = isForClient ? withAbsoluteAddresses(made, services.config.baseUrl) : made;
  const headers = new Headers(response.headers);
  headers.delete(SHARE_HEADER);
  if (isJson) headers.set("content-type", "application/json; charset=utf-8");
  headers.append("vary", VARY);
  const page = isPage ? hashScripts(text) : undefined;
  for (const [name, value] of page ? securityHeaders(services.config, page.hashes) : []) headers.set(name, value);
  const isShared = tags !== null && response.status === 200;
  const key = isShared && tags !== "" ? keyOfRequest(request, env) : undefined;
  const body = new PackedBody(toBytes(page?.html ?? text), key === undefined ? "once" : "kept");
  if (isShared) {
    // No ETag on anonymous people's pages (those with x-robots-tag): it would let others watch them for changes.
    if (!headers.has("x-robots-tag")) headers.set("etag", body.etag);
    if (key !== undefined) keep(services, key, response.status, headers, body, tags, generation);
  }
  // Answers that browsers must revalidate get an ETag. Then an unchanged answer is sent as 304 without a body.
  else if (isJson && response.status === 200 && /^(?:no-cache$|public\b)/.test(headers.get("cache-control") ?? ""))
    headers.set("etag", body.etag);
  const encoding = body.encodingFor(request.headers.get("accept-encoding") ?? undefined);
  // Compare only ETags that are hashes of the body. Others, such as a profile's revision, serve `If-Match` alone.
  const etag = headers.get("etag");
  const isMarked = etag !== null && etag === body.etag;
  const isKnown = isMarked && isUnchanged(request.headers.get("if-none-match") ?? undefined, body.etag);
  const packed = isKnown ? undefined : await body.in(encoding);
  if (key !== undefined && packed) services.cache.weigh(key, body, services.clock().getTime());
  if (encoding !== undefined && !isKnown) headers.set("content-encoding", encoding);
  headers.delete("content-length");
  if (packed) headers.set("content-length", String(packed.length));
  const plain: OutgoingHttpHeaders = Object.fromEntries(headers);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) plain["set-cookie"] = cookies;
  env.outgoing.writeHead(isKnown ? 304 : response.status, plain);
  env.outgoing.end(isHead ? undefined : packed);
  return RESPONSE_ALREADY_SENT;
}

function keyOfRequest(request: Request, env: HttpBindings): string | undefined {
  const { pathname, search } = new URL(request.url);
  const header = (name: string): string | undefined => request.headers.get(name) ?? undefined;
  return cacheKey(request.method, env.incoming.url ?? pathname + search, header);
}

function keep(
  services: Services,
  key: string,
  status: number,
  headers: Headers,
  body: PackedBody,
  tags: string,
  generation: number,
): void {
  if (headers.has("set-cookie")) return;
  // These headers are new in each answer: the request id, the length, and what is left of the caller's allowance.
  const kept = [...headers].filter(([name]) => !/^(?:x-request-id$|content-length$|ratelimit)/.test(name)).flat();
  services.cache.put(
    key,
    { status, headers: kept, body, tags: new Set(tags.split(" ")) },
    services.clock().getTime(),
    generation,
  );
}
