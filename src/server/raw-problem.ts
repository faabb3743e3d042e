import { randomUUID } from "node:crypto";
import { STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import { AppError, codeOf } from "#core/errors.ts";
import type { Config } from "./config.ts";
import { problemBody } from "./problem.ts";
import { asksForPage, refusalPage } from "./refusal-page.ts";
import { securityHeaders } from "./security-headers.ts";
import { TOO_SLOW } from "./slow-connections.ts";

type Site = Pick<Config, "secure" | "development">;

/** Makes an error answer before there is a request object, in the same form as all other errors. */
export function rawProblem(
  config: Site,
  error: AppError,
  requestId = randomUUID(),
): { status: number; headers: [string, string][]; body: Buffer } {
  const body = Buffer.from(JSON.stringify(problemBody(error, requestId)));
  const headers: [string, string][] = [
    ["content-type", "application/json; charset=utf-8"],
    ["cache-control", "no-store"],
    ["x-request-id", requestId],
    ["content-length", String(body.length)],
    ...securityHeaders(config, undefined),
  ];
  return { status: error.status, headers, body };
}

/** The answer to a request that is refused before there is a request object: a page for browsers, JSON for programs. */
export function rawRefusal(
  config: Site,
  error: AppError,
  { method, url = "/", headers }: IncomingMessage,
): { status: number; headers: [string, string][]; body: Buffer | string } {
  const [path = "/"] = url.split("?", 1);
  return asksForPage(path, headers.accept)
    ? refusalPage(config, error, { requestId: randomUUID(), isForm: method === "POST" })
    : rawProblem(config, error);
}

/** Answers what Node would refuse without a body: unreadable requests, and unsupported `Expect` headers. */
export function answerUnreadable(server: Server, config: Site): void {
  server.on("clientError", (error, socket) => {
    if (!socket.writable) return void socket.destroy();
    if (codeOf(error) === "ERR_HTTP_REQUEST_TIMEOUT") {
      // Browsers open connections before they need them. If we answered on one without a request, the browser could
      // take that for the answer to its next request, and a script of the page would be missing. So only close it.
      if ("bytesRead" in socket && socket.bytesRead === 0) return void socket.destroy();
      return void socket.end(TOO_SLOW);
    }
    const isTooLarge = codeOf(error) === "HPE_HEADER_OVERFLOW";
    const { status, headers, body } = rawProblem(
      config,
      new AppError(isTooLarge ? "headers-too-large" : "bad-request"),
    );
    const lines = [...headers, ["connection", "close"]].map(([name, value]) => `${name}: ${value}`);
    // The bytes read so far begin with the method. An answer to HEAD has no body.
    const isHead = "rawPacket" in error && String(error.rawPacket).startsWith("HEAD ");
    const text = isHead ? "" : body.toString();
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${text}`);
  });
  server.on("checkExpectation", (_incoming, outgoing) => {
    const { status, headers, body } = rawProblem(config, new AppError("unknown-expectation"));
    outgoing.shouldKeepAlive = false;
    outgoing.writeHead(status, headers.flat());
    outgoing.end(body);
  });
}
