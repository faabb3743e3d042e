import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { isApiClient, withAbsoluteAddresses } from "./absolute-addresses.ts";
import { SHARE_HEADER } from "./api-app.ts";
import type { Config } from "./config.ts";
import type { Services } from "./context.ts";
import { textOf } from "./known-response.ts";
import { isUnchanged, PackedBody } from "./packed-body.ts";
import { hashScripts } from "./script-hashes.ts";
import { securityHeaders } from "./security-headers.ts";

export type Fetch = (request: Request, env: { incoming: IncomingMessage }) => Response | Promise<Response>;

const VARY = "accept-encoding, cookie";
const HTML = "text/html; charset=utf-8";

/** The cache key of a request, or undefined if the request cannot be answered from memory. */
export function cacheKey(
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

type Kind = "page" | "page data" | "json" | "other";

function kindOf({ headers }: Response): Kind {
  const type = headers.get("content-type") ?? "";
  if (type === HTML) return "page";
  if (type.startsWith("application/json")) return "json";
  // What the router fetches for a navigation in the browser.
  return type.startsWith("text/x-script") ? "page data" : "other";
}

/**
 * Makes an answer and finishes it: hashes a page's scripts, compresses the body, and caches the answer if it is the
 * same for everybody.
 */
export async function finishAnswer(
  services: Services,
  request: Request,
  env: HttpBindings,
  fetch: Fetch,
): Promise<Response> {
  const { generation } = services.cache;
  const response = await fetch(asGet(request), env);
  const kind = kindOf(response);
  const tags = response.headers.get(SHARE_HEADER);
  if (kind === "other" && tags === null) return response;
  const headers = new Headers(response.headers);
  headers.delete(SHARE_HEADER);
  headers.append("vary", VARY);
  const bytes = await finishBody(services.config, request, { response, kind, headers });
  const isShared = tags !== null && response.status === 200;
  const key = isShared && tags !== "" ? keyOfRequest(request, env) : undefined;
  const body = new PackedBody(bytes, key === undefined ? "once" : "kept");
  if (isShared ? isMarkedForAll(headers) : isMarkedForOne(response, kind)) headers.set("etag", body.etag);
  if (key !== undefined) keep(services, { key, response, headers, body, tags: tags ?? "", generation });
  const packed = await send(request, env, { status: response.status, headers, body });
  if (key !== undefined && packed) services.cache.weigh(key, body, services.clock().getTime());
  return RESPONSE_ALREADY_SENT;
}

/** The headers of HEAD are those of GET, so such a request runs as GET. */
function asGet(request: Request): Request {
  const { url, headers, signal, method } = request;
  return method === "HEAD" ? new Request(url, { method: "GET", headers, signal }) : request;
}

/** The body as it is sent, before it is compressed. Sets the headers that depend on it. */
async function finishBody(
  config: Config,
  request: Request,
  { response, kind, headers }: { response: Response; kind: Kind; headers: Headers },
): Promise<Buffer> {
  const { text, toBytes } = await textOf(response);
  if (kind === "json") {
    headers.set("content-type", "application/json; charset=utf-8");
    // Downloaded files have the same content for every caller.
    const isFile = response.headers.has("content-disposition");
    if (!isFile && isApiClient(request, config)) return toBytes(withAbsoluteAddresses(text, config.baseUrl));
  }
  if (kind !== "page") return toBytes(text);
  const { html, hashes } = hashScripts(text);
  for (const [name, value] of securityHeaders(config, hashes)) headers.set(name, value);
  return toBytes(html);
}

/** No ETag on anonymous people's pages (those with x-robots-tag): it would let others watch them for changes. */
function isMarkedForAll(headers: Headers): boolean {
  return !headers.has("x-robots-tag");
}

/** Answers that browsers must revalidate get an ETag. Then an unchanged answer is sent as 304 without a body. */
function isMarkedForOne({ status, headers }: Response, kind: Kind): boolean {
  return kind === "json" && status === 200 && /^(?:no-cache$|public\b)/.test(headers.get("cache-control") ?? "");
}

/** @returns the bytes that were sent; undefined for a caller who has them already */
async function send(
  request: Request,
  env: HttpBindings,
  { status, headers, body }: { status: number; headers: Headers; body: PackedBody },
): Promise<Buffer | undefined> {
  // Compare only ETags that are hashes of the body. Others, such as a profile's revision, serve `If-Match` alone.
  const etag = headers.get("etag");
  const isHash = etag !== null && etag === body.etag;
  const isKnown = isHash && isUnchanged(request.headers.get("if-none-match") ?? undefined, body.etag);
  const encoding = body.encodingFor(request.headers.get("accept-encoding") ?? undefined);
  const packed = isKnown ? undefined : await body.in(encoding);
  headers.delete("content-length");
  if (packed) headers.set("content-length", String(packed.length));
  if (packed && encoding !== undefined) headers.set("content-encoding", encoding);
  const plain: OutgoingHttpHeaders = Object.fromEntries(headers);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) plain["set-cookie"] = cookies;
  env.outgoing.writeHead(isKnown ? 304 : status, plain);
  env.outgoing.end(request.method === "HEAD" ? undefined : packed);
  return packed;
}

function keyOfRequest(request: Request, env: HttpBindings): string | undefined {
  const { pathname, search } = new URL(request.url);
  const header = (name: string): string | undefined => request.headers.get(name) ?? undefined;
  return cacheKey(request.method, env.incoming.url ?? pathname + search, header);
}

function keep(
  services: Services,
  made: { key: string; response: Response; headers: Headers; body: PackedBody; tags: string; generation: number },
): void {
  const { key, response, headers, body, tags, generation } = made;
  if (headers.has("set-cookie")) return;
  // These headers are new in each answer: the request id, the length, and what is left of the caller's allowance.
  const kept = [...headers].filter(([name]) => !/^(?:x-request-id$|content-length$|ratelimit)/.test(name)).flat();
  services.cache.put(
    key,
    { status: response.status, headers: kept, body, tags: new Set(tags.split(" ")) },
    services.clock().getTime(),
    generation,
  );
}
