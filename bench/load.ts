import { request } from "node:http";
import autocannon from "autocannon";

export type Load = { perSecond: number; p50: number; p99: number; errors: number; bytesEach: number };

/** Requests one address for a limited time over a few kept-alive connections on loopback. */
export async function load(
  url: string,
  options: { seconds: number; connections: number; headers?: Record<string, string> },
): Promise<Load> {
  const { hostname } = new URL(url);
  if (!["127.0.0.1", "localhost", "[::1]"].includes(hostname)) throw new Error("Load goes to loopback only.");
  const result = await autocannon({
    url,
    duration: options.seconds,
    connections: options.connections,
    ...(options.headers === undefined ? {} : { headers: options.headers }),
  });
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + result.non2xx,
    bytesEach: result.requests.total === 0 ? 0 : Math.round(result.throughput.total / result.requests.total),
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Reads a body as it is sent, still compressed. */
export function readPacked(url: string, headers: Record<string, string>): Promise<{ bytes: Buffer; encoding: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("end", () =>
        resolve({ bytes: Buffer.concat(pieces), encoding: answer.headers["content-encoding"] ?? "identity" }),
      );
    });
    asked.on("error", reject);
    asked.end();
  });
}

export type Times = { p50: number; p99: number; max: number; count: number };

/** Milliseconds of single requests to these addresses, one after another. */
export async function timeEach(urls: readonly string[], headers: Record<string, string>): Promise<Times> {
  const times: number[] = [];
  for (const url of urls) {
    const started = performance.now();
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    times.push(performance.now() - started);
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}.`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: times.at(-1) ?? 0, count: times.length };
}
