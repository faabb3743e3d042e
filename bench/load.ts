import { Agent, request } from "node:http";
import autocannon from "autocannon";

/** Headers of a browser: bodies are then sent compressed. */
export const BROWSER = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "en-US,en;q=0.5",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
} as const;
/** A cookie that is not one of our sessions, so that no answer comes from the cache. */
export const UNCACHED = { ...BROWSER, cookie: "token=none" } as const;

/** Milliseconds after which an answer is given up. */
const PATIENCE = 60_000;

/** @throws Error for an address of another machine */
export function mustBeLocal(url: string): void {
  const { hostname } = new URL(url);
  if (!["127.0.0.1", "localhost", "[::1]"].includes(hostname)) throw new Error("Load goes to loopback only.");
}

export type Load = { perSecond: number; p50: number; p99: number; errors: number };

/** Requests one address for a limited time over a few kept-alive connections on loopback. */
export async function load(
  url: string,
  options: { seconds: number; connections: number; headers: Readonly<Record<string, string>> },
): Promise<Load> {
  mustBeLocal(url);
  const result = await autocannon({
    url,
    // autocannon counts nothing in under a second.
    duration: Math.max(1, options.seconds),
    connections: options.connections,
    headers: { ...options.headers },
  });
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + result.non2xx,
  };
}

/** The value below which this share of all lies; 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export type Packed = { status: number; bytes: Buffer; encoding: string; milliseconds: number };

export const oneConnection = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });

/** Reads a body as it is sent, still compressed. Does not follow a redirect. */
export function readPacked(url: string, headers: Readonly<Record<string, string>>, agent?: Agent): Promise<Packed> {
  mustBeLocal(url);
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const options = { headers, signal: AbortSignal.timeout(PATIENCE), ...(agent === undefined ? {} : { agent }) };
    const asked = request(url, options, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          bytes: Buffer.concat(pieces),
          encoding: answer.headers["content-encoding"] ?? "identity",
          milliseconds: performance.now() - started,
        }),
      );
    });
    asked.on("error", reject);
    asked.end();
  });
}

/** The answer's JSON. @throws Error for another status than 200 */
export async function readJson<Body>(url: string): Promise<Body> {
  mustBeLocal(url);
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`);
  return answer.json() as Promise<Body>;
}
