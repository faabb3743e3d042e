import { connect } from "node:net";

export type RawAnswer = { status: number; headers: Map<string, string[]>; head: string; text: string };

export type RawRequest = {
  method?: string;
  /** Goes onto the request line as it is, unicode as UTF-8 bytes. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Sends the body in pieces of a chunked transfer instead of with its length. */
  chunked?: boolean;
  /** The loopback address that the connection comes from. */
  from?: string;
  /** Milliseconds without a word after which it is given up. */
  patience?: number;
};

/** A machine with much other work answers late without being wrong. */
const TIMEOUT = 50_000;

/** One request over a bare socket: nothing is normalised, added or followed on the way. */
export async function sendRaw(app: { url: string }, request: RawRequest): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(app.url);
  const body = request.body === undefined ? undefined : Buffer.from(request.body);
  const headers: Record<string, string> = { host, connection: "close", ...request.headers };
  if (body !== undefined)
    headers[request.chunked ? "transfer-encoding" : "content-length"] = request.chunked
      ? "chunked"
      : String(body.length);
  const lines = [
    `${request.method ?? "GET"} ${request.path} HTTP/1.1`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const pieces: Buffer[] = [Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "utf8")];
  if (body !== undefined) pieces.push(request.chunked ? inChunks(body) : body);
  const { from, patience } = request;
  return read(await exchange({ port: Number(port), hostname, from, patience }, Buffer.concat(pieces)));
}

/** Sends these bytes and gives back everything that comes until the end of the connection. */
export async function exchange(
  to: { port: number; hostname: string; from?: string | undefined; patience?: number | undefined },
  bytes: Buffer,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect(
      { port: to.port, host: to.hostname, ...(to.from === undefined ? {} : { localAddress: to.from }) },
      () => socket.write(bytes),
    );
    socket.setTimeout(to.patience ?? TIMEOUT, () => socket.destroy(new Error("No answer in time.")));
    socket.on("data", (piece) => received.push(Buffer.from(piece)));
    socket.on("close", () => resolve(Buffer.concat(received)));
    socket.on("error", (error) => {
      // A server that refuses a large body closes while we still write: its answer counts.
      if (received.length > 0) resolve(Buffer.concat(received));
      else reject(error);
    });
  });
}

function inChunks(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += 8_192) {
    const piece = body.subarray(at, at + 8_192);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n"));
  }
  return Buffer.concat([...pieces, Buffer.from("0\r\n\r\n")]);
}

function read(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf("\r\n\r\n");
  const head = bytes.subarray(0, end === -1 ? bytes.length : end).toString("latin1");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  const rest = end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 4);
  const body = headers.get("transfer-encoding")?.[0] === "chunked" ? unchunk(rest) : rest;
  return { status: Number(statusLine.split(" ")[1] ?? 0), headers, head, text: body.toString("utf8") };
}

function unchunk(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd === -1) break;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString("latin1"), 16);
    if (!(size > 0)) break;
    pieces.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(pieces);
}

/** The answer's JSON as an object; fails the test where it is none. */
export function jsonOf(answer: RawAnswer): Record<string, unknown> {
  const value: unknown = JSON.parse(answer.text);
  if (typeof value !== "object" || value === null) throw new Error(`No JSON object: ${answer.text.slice(0, 200)}`);
  return Object.fromEntries(Object.entries(value));
}
