import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener, RequestError, type HttpBindings } from "@hono/node-server";
import { AppError } from "#core/errors.ts";
import { type Admission, queueOf, whenBodyArrived } from "./admission.ts";
import { allowanceHeaders } from "./allowance.ts";
import { clientAddress } from "./client-ip.ts";
import type { Services } from "./context.ts";
import { cacheKey, finishAnswer, type Fetch } from "./finish-answer.ts";
import { faultOf } from "./log.ts";
import { noteRefusal } from "./refusal-log.ts";
import { limitOf, PROBES } from "./route-limits.ts";
import { hasBody } from "./has-body.ts";
import { normaliseRequestPath } from "./request-path.ts";
import { isUnchanged } from "./packed-body.ts";
import { answerUnreadable, rawProblem, rawRefusal } from "./raw-problem.ts";
import { limitConnections } from "./connection-limit.ts";
import { limitBodyTime, closeSlowReaders } from "./slow-connections.ts";
import { UPLOAD_TIME_MS } from "./uploads.ts";

/**
 * The HTTP server. It limits the time and size of requests, normalises unusual paths, and answers visitors without a
 * session from memory where it can.
 */
export function createHttpServer(services: Services, admission: Admission, fetch: Fetch): Server {
  const listener = getRequestListener(
    async (request, env) => {
      const bindings = env as HttpBindings;
      const leave = (bindings.incoming as LetIn)[LEAVE];
      // The work goes on when its client leaves, so the place is taken until it ends. Otherwise clients that ask and leave
      // would start more work than there are places.
      if (leave !== undefined) bindings.outgoing.off("close", leave);
      try {
        return await finishAnswer(services, request, bindings, fetch);
      } finally {
        // Free the place as soon as the answer is made. Otherwise slow readers would keep others out.
        leave?.();
      }
    },
    { overrideGlobalObjects: false, errorHandler: (error) => beforeRequest(services, error) },
  );
  const server = createServer(
    {
      headersTimeout: 5_000,
      requestTimeout: UPLOAD_TIME_MS,
      keepAliveTimeout: 8_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
      noDelay: true,
    },
    (incoming, outgoing) => {
      // The process is stopping. Otherwise a busy connection would get answers until it is cut in the middle of one.
      if (!server.listening || services.leaving()) outgoing.shouldKeepAlive = false;
      incoming.url = normaliseRequestPath(incoming.url ?? "/");
      if (answerFromMemory(services, incoming, outgoing)) return;
      // Health checks never wait in a queue.
      if (PROBES.has(incoming.url)) return void listener(incoming, outgoing);
      limitBodyTime(incoming, outgoing);
      whenBodyArrived(incoming, outgoing, () =>
        letIn(admission, incoming, outgoing, {
          start: () => void listener(incoming, outgoing),
          refuse: () => refuse(services, incoming, outgoing),
        }),
      );
    },
  );
  closeSlowReaders(server);
  limitConnections(server, services.config);
  server.on("connection", (socket) => {
    // A connection above the limit was just ended.
    if (!socket.destroyed) admission.noteConnection();
  });
  server.maxRequestsPerSocket = 10_000;
  answerUnreadable(server, services.config);
  return server;
}

/**
 * Answers errors that happen before our app runs: an address that is not a valid URL (for example with a raw `\`), or a
 * bug.
 */
function beforeRequest(services: Services, error: unknown): Response {
  const requestId = randomUUID();
  const isTheirs = error instanceof RequestError;
  if (!isTheirs) services.log.error({ requestId, err: faultOf(error) }, "request failed");
  const problem = new AppError(isTheirs ? "bad-request" : "server-error");
  const { status, headers, body } = rawProblem(services.config, problem, requestId);
  return new Response(new Uint8Array(body), { status, headers });
}

/** The field of a request that was let in: frees its place in its queue. V8 would copy each value of a WeakMap once. */
const LEAVE = Symbol("leave");
type LetIn = IncomingMessage & { [LEAVE]?: () => void };

/** The route label of refused requests in the metrics. To find the real route would cost time under load. */
const REFUSED = "(refused)";

/** Starts the work when its turn comes, or refuses it. */
function letIn(
  admission: Admission,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  work: { start: () => void; refuse: () => void },
): void {
  const queue = queueOf(incoming.method ?? "GET", incoming.url ?? "/");
  admission.enter(queue, {
    isGone: () => outgoing.destroyed || incoming.socket.destroyed,
    start: () => {
      let isIn = true;
      const leave = (): void => {
        if (isIn) admission.leave(queue);
        isIn = false;
      };
      (incoming as LetIn)[LEAVE] = leave;
      // For requests that fail before the work begins.
      outgoing.once("close", leave);
      work.start();
    },
    refuse: work.refuse,
  });
}

/** One error for all refusals, because creating an error takes much of a refusal's time. */
const OVERLOADED = new AppError("overloaded");

function refuse(services: Services, incoming: IncomingMessage, outgoing: ServerResponse): void {
  noteRefusal(services.log, OVERLOADED);
  services.metrics.requests.inc({ route: REFUSED, status: 503 });
  const { status, headers, body } = rawRefusal(services.config, OVERLOADED, incoming);
  // Close connections with an unread body. Keep others, because a new connection costs more than a refusal. A request
  // without a body is refused before Node sets `complete`, so check both.
  if (hasBody(incoming) && !incoming.complete) headers.push(["connection", "close"]);
  outgoing.writeHead(status, [...headers, ["retry-after", "2"]].flat());
  outgoing.end(incoming.method === "HEAD" ? undefined : body);
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
  const { url = "/" } = incoming;
  const [path = "/"] = url.split("?", 1);
  const limit = limitOf({ method: "GET", path, search: url.slice(path.length) }, false);
  // The normal path counts the request again and answers 429.
  if (limit !== undefined && !services.limiter.tryTake(limit, address, now)) return false;
  services.metrics.cacheHits.inc();
  // A cached answer has the same headers as a fresh one. Only its speed and the order of the headers differ.
  const headers = [...answer.headers, "x-request-id", randomUUID()];
  if (limit !== undefined && path.startsWith("/api/"))
    headers.push(...allowanceHeaders(services.limiter, { limit, who: address }, now).flat());
  const { body } = answer;
  if (headers.includes("etag") && isUnchanged(header("if-none-match"), body.etag)) {
    outgoing.writeHead(304, headers);
    outgoing.end();
    return true;
  }
  const encoding = body.encodingFor(header("accept-encoding"));
  if (encoding !== undefined) headers.push("content-encoding", encoding);
  const ready = body.ready(encoding);
  if (ready !== undefined) send(outgoing, answer.status, headers, ready);
  else
    body.in(encoding).then(
      (packed) => {
        services.cache.weigh(key, body, now);
        send(outgoing, answer.status, headers, packed);
      },
      () => refuse(services, incoming, outgoing),
    );
  return true;
}

function send(outgoing: ServerResponse, status: number, headers: string[], body: Buffer): void {
  headers.push("content-length", String(body.length));
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}
