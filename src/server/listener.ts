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
import { SHARE_HEADER } from "./api-app.ts";
import { encodeBody } from "./compress.ts";
import { clientAddress } from "./client-ip.ts";
import type { Services } from "./context.ts";
import { LIMITS } from "./rate-limit.ts";
import { normaliseRawUrl } from "./raw-path.ts";
import { fillBody, markBody, newNonce, type MarkedBody } from "./marked-body.ts";
import { problemBody } from "./problem.ts";
import { pagePolicy, securityHeaders } from "./security-headers.ts";
import { boundBody, closeSlowReaders, UPLOAD } from "./slow-connections.ts";

type Fetch = (request: Request, env: { incoming: IncomingMessage }) => Response | Promise<Response>;

const texts = new WeakMap<Response, string>();

/** A response whose body is known as one text: nothing is streamed before it is sent. */
export function textResponse(text: string, init: ResponseInit): Response {
  const response = new Response(null, init);
  texts.set(response, text);
  return response;
}

const VARY = "accept-encoding, cookie";

const HTML = "text/html; charset=utf-8";

/**
 * The HTTP server: bounded in time and size, odd paths made regular, and
 * public answers given straight from memory to visitors without a session.
 */
export function createHttpServer(services: Services, fetch: Fetch): Server {
  const listener = getRequestListener(async (request, env) => finish(services, request, env as HttpBindings, fetch), {
    overrideGlobalObjects: false,
    errorHandler: (error) => beforeRequest(services, error),
  });
  const server = createServer(
    {
      headersTimeout: 5_000,
      requestTimeout: UPLOAD,
      keepAliveTimeout: 8_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
      noDelay: true,
    },
    (incoming, outgoing) => {
      // Ending: a busy connection must not be served on and on, only to be cut in the middle of an answer.
      if (!server.listening || !services.ready()) outgoing.shouldKeepAlive = false;
      incoming.url = normaliseRawUrl(incoming.url ?? "/");
      if (answerFromMemory(services, incoming, outgoing)) return;
      if (atOnce >= MAX_AT_ONCE && !PROBES.has(incoming.url)) return refuse(services, outgoing);
      boundBody(incoming, outgoing);
      countWork(incoming, outgoing);
      void listener(incoming, outgoing);
    },
  );
  closeSlowReaders(server);
  server.maxConnections = 4_000;
  server.maxRequestsPerSocket = 10_000;
  server.on("clientError", (_error, socket) => {
    if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    else socket.destroy();
  });
  return server;
}

/** Requests worked on at once at most: past it a quick 503 keeps memory and everybody else's waiting bounded. */
const MAX_AT_ONCE = 512;
/** Must be answered while busy, else a busy process is taken for a dead one. */
const PROBES = new Set(["/healthz", "/readyz", "/metrics"]);
let atOnce = 0;

/** Counts a request from when it is whole: bodies that drip in cost us nothing and must not shut others out. */
function countWork(incoming: IncomingMessage, outgoing: ServerResponse): void {
  let isCounted = false;
  let isOver = false;
  const count = (): void => {
    if (isOver || outgoing.writableEnded) return;
    isCounted = true;
    atOnce += 1;
  };
  const hasBody =
    incoming.headers["transfer-encoding"] !== undefined || incoming.headers["content-length"] !== undefined;
  if (hasBody) incoming.once("end", count);
  else count();
  outgoing.once("close", () => {
    isOver = true;
    if (isCounted) atOnce -= 1;
  });
}

/** What went wrong outside the application: an address that no URL can be made of, e.g. with a raw `\`, or a fault of ours. */
function beforeRequest(services: Services, error: unknown): Response {
  const requestId = randomUUID();
  const isTheirs = error instanceof RequestError;
  if (!isTheirs) services.log.error({ requestId, err: faultOf(error) }, "request failed");
  const shown = new AppError(isTheirs ? "bad-request" : "server-error");
  const headers = new Headers(securityHeaders(services.config, undefined));
  headers.set("content-type", "application/json; charset=utf-8");
  headers.set("cache-control", "no-store");
  headers.set("x-request-id", requestId);
  return new Response(JSON.stringify(problemBody(shown, requestId)), { status: shown.status, headers });
}

function faultOf(error: unknown): Record<string, unknown> | undefined {
  return error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : undefined;
}

function refuse(services: Services, outgoing: ServerResponse): void {
  const requestId = randomUUID();
  const body = Buffer.from(JSON.stringify(problemBody(new AppError("overloaded"), requestId)));
  const headers = ["content-type", "application/json; charset=utf-8", "cache-control", "no-store", "retry-after", "2"];
  headers.push("connection", "close", "x-request-id", requestId, ...securityHeaders(services.config, undefined).flat());
  send(outgoing, 503, headers, body);
}

/** The key of a shared answer, or undefined for requests that must be worked on. */
function cacheKey(
  method: string | undefined,
  url: string | undefined,
  header: (name: string) => string | undefined,
): string | undefined {
  if (method !== "GET" || url === undefined || url.length > 300 || header("authorization") !== undefined)
    return undefined;
  // What another origin may read is said to it alone.
  if (header("origin") !== undefined) return undefined;
  const cookie = header("cookie");
  if (cookie === undefined) return `${url}\n`;
  if (/(?:^|;\s*)(?:__Host-)?(?:token|admin)=/.test(cookie)) return undefined;
  const theme = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookie)?.[1] ?? "";
  return `${url}\n${theme}`;
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
  const limit = incoming.url?.startsWith("/api/") ? LIMITS.visitor : LIMITS.pages;
  // Past the limit the ordinary way says so.
  if (!services.limiter.tryTake(limit, address, now)) return false;
  services.metrics.cacheHits.inc();
  // Told apart from a fresh answer by nothing: a purge would show that somebody has just saved.
  const headers = [...answer.headers, "x-request-id", randomUUID()];
  const nonce = answer.body.places.length > 0 ? newNonce() : "";
  if (nonce !== "") headers.push("content-security-policy", pagePolicy(nonce, !config.production));
  const body = fillBody(answer.body, nonce);
  const accept = header("accept-encoding");
  if (accept === undefined) send(outgoing, answer.status, headers, body);
  else {
    void encodeBody(body, accept).then((encoded) => {
      if (encoded.encoding !== undefined) headers.push("content-encoding", encoded.encoding);
      send(outgoing, answer.status, headers, encoded.body);
    });
  }
  return true;
}

function send(outgoing: ServerResponse, status: number, headers: string[], body: Buffer): void {
  headers.push("content-length", String(body.length));
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}

/** Sends a page's real nonce, and keeps what is marked as the same for everybody. */
async function finish(services: Services, request: Request, env: HttpBindings, fetch: Fetch): Promise<Response> {
  const generation = services.cache.generation;
  const response = await fetch(request, env);
  const tags = response.headers.get(SHARE_HEADER);
  const isPage = response.headers.get("content-type") === HTML;
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  if (!isJson && !isPage && tags === null) return response;
  const text = texts.get(response) ?? (await response.text());
  const headers = new Headers(response.headers);
  headers.delete(SHARE_HEADER);
  if (isJson) headers.set("content-type", "application/json; charset=utf-8");
  const marked = markBody(text, isPage);
  if (tags !== null && response.status === 200) {
    const url = new URL(request.url);
    const key = cacheKey(
      request.method,
      env.incoming.url ?? url.pathname + url.search,
      (name) => request.headers.get(name) ?? undefined,
    );
    if (key !== undefined) keep(services, key, response.status, headers, marked, tags, generation);
  }
  const nonce = newNonce();
  if (isPage) for (const [name, value] of securityHeaders(services.config, nonce)) headers.set(name, value);
  const body = fillBody(marked, nonce);
  const encoded = await encodeBody(body, request.headers.get("accept-encoding") ?? undefined);
  headers.append("vary", VARY);
  if (encoded.encoding !== undefined) headers.set("content-encoding", encoded.encoding);
  headers.set("content-length", String(encoded.body.length));
  const plain: OutgoingHttpHeaders = Object.fromEntries(headers);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) plain["set-cookie"] = cookies;
  env.outgoing.writeHead(response.status, plain);
  env.outgoing.end(request.method === "HEAD" ? undefined : encoded.body);
  return RESPONSE_ALREADY_SENT;
}

function keep(
  services: Services,
  key: string,
  status: number,
  headers: Headers,
  body: MarkedBody,
  tags: string,
  generation: number,
): void {
  if (headers.has("set-cookie")) return;
  // Made anew for each answer: the id, the lengths, and a page's policy.
  const isOwn = (name: string) =>
    name === "x-request-id" ||
    name === "content-length" ||
    name === "vary" ||
    (name === "content-security-policy" && body.places.length > 0);
  const vary = headers.get("vary");
  const kept = [...headers].filter(([name]) => !isOwn(name)).flat();
  kept.push("vary", vary === null ? VARY : `${vary}, ${VARY}`);
  services.cache.put(
    key,
    { status, headers: kept, body, tags: new Set(tags.split(" ")) },
    services.clock().getTime(),
    generation,
  );
}
