import { subscribe } from "node:diagnostics_channel";
import { appendFileSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { checkAnswer, documentedAnswers, operationOf } from "./openapi.ts";

// Compares every answer under /api in a test, from any caller, with the OpenAPI document, and records its call, status
// and code. After a run of all tests, the records are compared with the declared answers: an error that no test has
// seen is not a contract.

const FOLDER = "PIPELINES_TEST_ANSWERS_SEEN";
/** Any call may answer these; their own tests prove them, not one for each call. */
const EVERYWHERE = /^(?:417|429|431|500|503) | bad-request$/;

const ports = new Set<number>();
const noted = new Set<string>();
let isWatching = false;

/** Watches the answers of the application at this port of this process. */
export function watchAnswers(port: number): void {
  if (process.env[FOLDER] === undefined) return;
  ports.add(port);
  if (isWatching) return;
  isWatching = true;
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as {
      request: IncomingMessage;
      response: ServerResponse;
      server: { address: () => AddressInfo | string | null };
    };
    const address = server.address();
    const isOurs = typeof address === "object" && address !== null && ports.has(address.port);
    if (isOurs && request.url?.startsWith("/api/")) listen(request.method ?? "", request.url, response);
  });
}

function listen(method: string, url: string, response: ServerResponse): void {
  if (method === "HEAD" || method === "OPTIONS") return;
  const pieces: Buffer[] = [];
  const keep = (piece: unknown): void => {
    if (typeof piece === "string") pieces.push(Buffer.from(piece));
    else if (piece instanceof Uint8Array) pieces.push(Buffer.from(piece));
  };
  const { write, end } = response;
  response.write = ((...given: Parameters<typeof write>) => {
    keep(given[0]);
    return write.apply(response, given);
  }) as typeof write;
  response.end = ((...given: Parameters<typeof end>) => {
    keep(given[0]);
    return end.apply(response, given);
  }) as typeof end;
  response.once("finish", () => note(method, url, response, Buffer.concat(pieces)));
}

/** A header as it was sent. The response object does not know headers that were written from a raw list. */
function headerOf(response: ServerResponse & { _header?: string }, name: string): string {
  return new RegExp(`\\r\\n${name}: ([^\\r]*)`, "i").exec(response._header ?? "")?.[1] ?? "";
}

function textOf(response: ServerResponse, bytes: Buffer): string {
  const encoding = headerOf(response, "content-encoding");
  if (encoding === "br") return brotliDecompressSync(bytes).toString("utf8");
  if (encoding === "zstd") return zstdDecompressSync(bytes).toString("utf8");
  return (encoding === "gzip" ? gunzipSync(bytes) : bytes).toString("utf8");
}

function note(method: string, url: string, response: ServerResponse, bytes: Buffer): void {
  const status = response.statusCode;
  const path = operationOf(method, url);
  // A fault of the server is the business of the test that planted it; without an operation there is no contract.
  if (path === undefined || status === 500) return;
  // Calls that a test makes by the thousand (fuzz) are checked by that test.
  const isChecked = (status < 300 || status >= 400) && isNews(`${method} ${path} ${status}`);
  let code = "";
  try {
    const text = isChecked || status >= 400 ? textOf(response, bytes) : "";
    const contentType = headerOf(response, "content-type");
    if (isChecked) checkAnswer(method, url, { status, contentType, text });
    code = status < 400 ? "" : String((JSON.parse(text) as { code?: unknown }).code ?? "");
  } catch (error) {
    const [what = "", example = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    const about = `${method} ${path} ${status}${what.replace(/^.* answered \d+/, "")}`;
    if (noted.has(about)) return;
    noted.add(about);
    remember(`! ${about} ${example.slice(0, 300)}`);
    return;
  }
  remember(`${method} ${path} ${status} ${code}`);
}

const counted = new Map<string, number>();
const ENOUGH = 50;

function isNews(answer: string): boolean {
  const times = (counted.get(answer) ?? 0) + 1;
  counted.set(answer, times);
  return times <= ENOUGH;
}

function remember(line: string): void {
  const folder = process.env[FOLDER];
  if (folder === undefined || noted.has(line) || !existsSync(folder)) return;
  noted.add(line);
  appendFileSync(join(folder, `${process.pid}-${threadId}`), `${line}\n`);
}

type Run = { files: readonly string[]; isWhole: boolean };

/**
 * The faults in these notes: answers that the document does not allow and, after a whole run, declared answers that no
 * test saw.
 */
export function faultsOf(lines: ReadonlySet<string>, isWhole: boolean): string[] {
  const wrong = [...lines].filter((line) => line.startsWith("!")).map((line) => line.slice(2));
  if (!isWhole) return wrong;
  const seen = (answer: string): boolean => lines.has(answer);
  const missing = documentedAnswers().filter(
    ({ method, path, status, code }) =>
      !EVERYWHERE.test(`${status} ${code}`) && !seen(`${method} ${path} ${status} ${code}`),
  );
  return [
    ...wrong,
    ...missing.map(
      ({ method, path, status, code }) => `${method} ${path} declares ${`${status} ${code}`.trim()}, which no test saw`,
    ),
  ];
}

let folder: string | undefined;
let run: (() => Run) | undefined;

/** For `globalSetup` of Vitest; see vitest.config.ts. */
export function setup(project: {
  name: string;
  vitest: { state: { getFiles: () => { filepath: string; projectName?: string }[] } };
}): void {
  if (process.env[FOLDER] !== undefined) return;
  folder = mkdtempSync(join(tmpdir(), "pipelines-answers-"));
  process.env[FOLDER] = folder;
  run = () => {
    const files = project.vitest.state.getFiles().map(({ filepath }) => filepath);
    const all = globSync("tests/http/**/*.test.ts", { cwd: process.cwd() });
    return { files, isWhole: all.every((one) => files.some((file) => file.endsWith(one))) };
  };
}

export function teardown(): void {
  if (folder === undefined || run === undefined) return;
  const lines = new Set(
    readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder ?? "", name), "utf8")
        .split("\n")
        .filter(Boolean),
    ),
  );
  rmSync(folder, { recursive: true, force: true });
  delete process.env[FOLDER];
  folder = undefined;
  const faults = faultsOf(lines, run().isWhole);
  if (faults.length > 0) throw new Error(`Answers and the OpenAPI document differ:\n${faults.join("\n")}`);
}
