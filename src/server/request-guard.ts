import type { Context, MiddlewareHandler } from "hono";
import { AppError } from "#core/errors.ts";
import { isCleanText } from "#core/text.ts";
import { unstorable } from "./unstorable.ts";
import { uploadAt } from "./uploads.ts";
import type { AppEnv } from "./context.ts";

export const MAX_JSON_BYTES = 64 * 1024;
const MAX_DEPTH = 8;

/** Methods of requests that change nothing. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Reads that use POST, because their input is too long for an address and must not appear in one. */
const READS_BY_POST = new Set(["/api/paths/similar"]);

/** True for reads, including those that use POST. They need no token and may come from any site. */
export function changesNothing(c: Context<AppEnv>): boolean {
  return SAFE_METHODS.has(c.req.method) || (c.req.method === "POST" && READS_BY_POST.has(c.req.path));
}

/**
 * Refuses a change unless it comes from our own pages or has a bearer token, because a page of another site cannot make
 * a browser send one.
 */
export const refuseCrossSite: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!changesNothing(c) && c.var.tokenFrom !== "bearer") {
    const isOurs = isSameOrigin(c);
    // Without a live token, answer 401 before reading the body, so that a client first gets a token. This includes
    // clients on another site's page: only a listed origin can make a browser send `Authorization`.
    const isClient = isOurs || !isFromBrowser(c.req.raw) || c.req.header("authorization") !== undefined;
    if (c.var.tokenFrom === "none" && isClient) throw new AppError("no-session");
    if (!isOurs) throw new AppError("cross-site");
  }
  await next();
};

function isFromBrowser(request: Request): boolean {
  return request.headers.has("origin") || request.headers.has("sec-fetch-site");
}

/** True if the browser says that the request comes from our own page: same scheme, host and port. */
export function isSameOrigin(c: Context<AppEnv>): boolean {
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  const origin = c.req.header("origin");
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  return protocol === (c.var.services.config.secure ? "https:" : "http:") && host === c.req.header("host");
}

/** Reads a JSON body of limited size and depth before any handler does, chunked or not. */
export const readJsonBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (SAFE_METHODS.has(c.req.method)) return next();
  // Upload calls read their body themselves (multipart.ts).
  if (uploadAt(c.req.method, c.req.path)) return next();
  const type = c.req.header("content-type") ?? "";
  const length = Number(c.req.header("content-length") ?? "0");
  const isEmpty = length === 0 && c.req.header("transfer-encoding") === undefined;
  if (isEmpty && c.req.method === "DELETE") {
    // Some clients send a content type on every call. Without a body, ignore it.
    const headers = new Headers(c.req.raw.headers);
    headers.delete("content-type");
    c.req.raw = new Request(c.req.raw.url, { method: "DELETE", headers });
    return next();
  }
  if (!/^application\/json(?:\s*;|$)/i.test(type)) throw new AppError("not-json");
  if (length > MAX_JSON_BYTES) throw new AppError("body-too-large");
  const text = await readBounded(c.req.raw);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError("bad-request", { message: "The body is not valid JSON." });
  }
  checkValue(value, []);
  // The body is read and parsed already. Handlers and the checks of their schemas ask for it here.
  c.req.json = async <Value>() => value as Value;
  return next();
};

/** Reads a body as text, up to a limit, chunked or not. */
export async function readBounded(request: Request): Promise<string> {
  const bytes = await readBytes(request, MAX_JSON_BYTES);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("bad-request", { message: "The body is not valid UTF-8." });
  }
}

/** @throws AppError body-too-large */
export async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  // Node reads no more than this length. Taking all bytes at once costs much less than a stream of them.
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (length <= most && !request.headers.has("transfer-encoding")) return new Uint8Array(await request.arrayBuffer());
  if (!request.body) return new Uint8Array();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request.body) {
    size += piece.byteLength;
    if (size > most) throw new AppError("body-too-large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Refuses deep nesting, keys that reach prototypes, and text that PostgreSQL cannot store. */
function checkValue(value: unknown, path: readonly string[]): void {
  if (typeof value === "string") {
    if (!isCleanText(value)) throw unstorable(path.length === 0 ? undefined : path.join("."));
    return;
  }
  if (typeof value === "number" && !Number.isFinite(value)) throw new AppError("bad-request");
  if (typeof value !== "object" || value === null) return;
  if (path.length >= MAX_DEPTH) throw new AppError("bad-request", { message: "The body is nested too deeply." });
  for (const [key, item] of Object.entries(value)) {
    if (key === "__proto__" || !isCleanText(key)) throw new AppError("bad-request");
    checkValue(item, [...path, key]);
  }
}

/**
 * Answers 403 unless an administrator calls. It runs before the body is read, so that others learn nothing about valid
 * bodies.
 */
export const needsAdmin: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!c.var.token) throw new AppError("no-session");
  if (!c.var.admin) throw new AppError("not-admin");
  await next();
};

/** Answers 401 unless the call has a live token of ours. It runs before anything else is checked. */
export const needsToken: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!c.var.token) throw new AppError("no-session");
  await next();
};
