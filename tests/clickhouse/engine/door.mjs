// ClickHouse inside this process, behind the part of ClickHouse's HTTP interface that the client uses. For tests and
// development only. Prints the port it listens on. `node tests/clickhouse/engine/door.mjs [folder] [port]`
import { createServer } from "node:http";
import { createRequire } from "node:module";
import process from "node:process";

const require = createRequire(import.meta.url);
/** @type {{ Session: new (path?: string) => { query: (sql: string, format?: string) => string, cleanup: () => void } }} */
const { Session } = require("chdb");

const [folder, port = "0", size = "small"] = process.argv.slice(2);
const session = folder ? new Session(folder) : new Session();
// A statement of a test is small: threads would cost more than they bring.
if (size === "small") session.query("SET max_threads = 1, compile_expressions = 0");

/** The client's words in the address that are no settings of a statement. */
const NO_SETTINGS = new Set([
  "query",
  "query_id",
  "database",
  "session_id",
  "default_format",
  "role",
  "wait_end_of_query",
  "send_progress_in_http_headers",
  "http_headers_progress_interval_ms",
  "enable_http_compression",
]);

/** What was set before, and holds for the statements that follow. @type {Map<string, string>} */
const known = new Map();

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** The longest value of a form that a server reads. */
const MOST_OF_FIELD = 131_072;

/** The words of a form, as the client sends a statement with values. @param {string} type @param {string} body */
function formOf(type, body) {
  const [, boundary] = /^multipart\/form-data; boundary=(.+)$/.exec(type) ?? [];
  if (boundary === undefined) return [];
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const head = part.indexOf("\r\n\r\n");
      const name = /name="([^"]+)"/.exec(part.slice(0, head))?.[1] ?? "";
      const value = part.slice(head + 4, -2);
      if (Buffer.byteLength(value) > MOST_OF_FIELD) throw new Error("Field value too long");
      return [name, value];
    });
}

/** @param {URLSearchParams} address @param {string} type @param {string} given */
function run(address, type, given) {
  // Addresses are in the logs of proxies.
  if ([...address.keys()].some((name) => name.startsWith("param_"))) throw new Error("a value in the address");
  const form = formOf(type, given);
  const words = new URLSearchParams([...address, ...form]);
  const query = words.get("query");
  const body = form.length > 0 ? "" : given;
  const changed = [...words].filter(([name, value]) => !NO_SETTINGS.has(name) && known.get(name) !== value);
  if (changed.length > 0)
    session.query(`SET ${changed.map(([name, value]) => `${name} = ${quoted(value)}`).join(", ")}`);
  for (const [name, value] of changed) known.set(name, value);
  // A statement in the address has its rows in the body.
  return session.query(query === null ? body : `${query}\n${body}`, "TabSeparated");
}

const server = createServer((request, response) => {
  const words = new URL(request.url ?? "/", "http://door").searchParams;
  if (request.url?.startsWith("/ping")) {
    response.end("Ok.\n");
    return;
  }
  /** @type {Buffer[]} */
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    try {
      response.end(run(words, request.headers["content-type"] ?? "", Buffer.concat(parts).toString()));
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const code = /Code: (\d+)/.exec(text)?.[1] ?? "1000";
      response.writeHead(500, { "x-clickhouse-exception-code": code });
      response.end(text.includes("Code:") ? text : `Code: ${code}. DB::Exception: ${text}`);
    }
  });
});
// A statement may take minutes, and holds up everything else here: whoever waits meanwhile is not late.
server.requestTimeout = 0;
server.headersTimeout = 0;
server.keepAliveTimeout = 600_000;
server.listen(Number(port), "127.0.0.1", () => {
  const address = server.address();
  console.log(typeof address === "object" && address ? address.port : port);
});
// Ends with the process that started it, however that ends.
process.stdin.on("end", () => process.exit(0)).resume();
process.on("SIGTERM", () => {
  server.close();
  session.cleanup();
  process.exit(0);
});
