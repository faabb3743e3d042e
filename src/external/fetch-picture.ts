import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { AppError } from "#core/errors.ts";
import { isPublicAddress } from "./public-address.ts";

export const PICTURE_BYTES = 2 * 1024 * 1024;
const TIMEOUT = 5_000;

/** The functions that reach the outside; tests replace them. */
export type Way = {
  /** All addresses of a host name. */
  resolve: (host: string) => Promise<readonly string[]>;
  isAllowed: (address: string) => boolean;
  request: typeof request;
  port: number;
  /** Milliseconds for everything together. */
  timeout: number;
};

const OUTSIDE: Way = {
  resolve: async (host) => (await lookup(host, { all: true, order: "verbatim" })).map(({ address }) => address),
  isAllowed: isPublicAddress,
  request,
  port: 443,
  timeout: TIMEOUT,
};

function refuse(): never {
  throw new AppError("bad-picture", { message: "The picture could not be fetched." });
}

/**
 * Resolves the URL's host. All its addresses must be public. The caller connects to the returned address, so that a
 * name which later leads into our own network does no harm.
 */
async function addressOf(url: URL, way: Way): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) === 0 ? await way.resolve(host) : [host];
  const [first] = addresses;
  if (first === undefined || !addresses.every((address) => way.isAllowed(address))) refuse();
  return first;
}

async function get(url: URL, address: string, signal: AbortSignal, way: Way): Promise<IncomingMessage> {
  const family = isIP(address);
  const only: LookupFunction = (_host, options, done) => {
    if (options.all) done(null, [{ address, family }]);
    else done(null, address, family);
  };
  return new Promise((resolve, reject) => {
    const call = way.request({
      hostname: url.hostname.replace(/^\[|\]$/g, ""),
      port: way.port,
      path: `${url.pathname}${url.search}`,
      method: "GET",
      headers: { host: url.host, accept: "image/*", "accept-encoding": "identity", "user-agent": "Pipelines" },
      lookup: only,
      // No connection of an earlier fetch, and none for a later one.
      agent: false,
      signal,
    });
    call.on("response", resolve);
    call.on("error", reject);
    call.end();
  });
}

async function readBounded(response: IncomingMessage): Promise<Uint8Array> {
  const type = response.headers["content-type"] ?? "";
  const encoding = response.headers["content-encoding"] ?? "identity";
  const isWrong =
    // A redirect is refused too, because it could lead anywhere.
    response.statusCode !== 200 ||
    !type.startsWith("image/") ||
    encoding !== "identity" ||
    Number(response.headers["content-length"] ?? "0") > PICTURE_BYTES;
  if (isWrong) {
    response.destroy();
    refuse();
  }
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response) {
    const bytes: Buffer = piece;
    size += bytes.length;
    if (size > PICTURE_BYTES) {
      response.destroy();
      refuse();
    }
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

/** Settles as the work does, or refuses when the time is over (a name's look-up cannot be interrupted). */
async function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("The time is over.")), { once: true });
  });
  late.catch(() => undefined);
  return Promise.race([work, late]);
}

/**
 * Fetches a picture from an address that somebody else chose, so that it cannot reach our own machines. Only https on
 * port 443, only public addresses, no redirects, at most 2 MB in 5 s. The name is resolved once, and we connect to that
 * address. The bytes are untrusted; encodePicture reads them. The rules are those of OWASP's cheat sheet on server-side
 * request forgery.
 * @throws AppError bad-picture, with the same sentence for every cause
 */
export async function fetchPicture(address: string, way: Way = OUTSIDE): Promise<Uint8Array> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isOdd = address.length > 2_000 || url?.protocol !== "https:" || url.port !== "" || url.username !== "";
  if (!url || isOdd || url.password !== "") refuse();
  const signal = AbortSignal.timeout(way.timeout);
  try {
    return await before(signal, (async () => readBounded(await get(url, await addressOf(url, way), signal, way)))());
  } catch (error) {
    if (error instanceof AppError) throw error;
    return refuse();
  }
}
