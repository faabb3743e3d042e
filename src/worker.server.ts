import cluster from "node:cluster";
import { once } from "node:events";
import { AggregatorRegistry } from "prom-client";
import type { z } from "zod";
import { reasonOf } from "#core/errors.ts";
import { readConfig } from "#server/config.ts";
import { openLog } from "#server/log.ts";
import { logRejections } from "./log-rejections.ts";
import { startSchema, toProcessSchema, type FromProcess } from "./process-messages.ts";
import { prepareDatabase } from "./prepare.server.ts";
import { CLIENT_FOLDER, loadBuiltPages } from "./render.server.ts";
import { startApp, type RunningApp } from "./start.server.ts";

/** One of several processes of the application; see Supervisor. It ends with the supervisor. */

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const send = (message: FromProcess): void => void process.send?.(message);

/** Answers the supervisor's requests for this process's metrics. Until it is ready it has none. */
const measures = new AggregatorRegistry();
AggregatorRegistry.setRegistries([]);
const starting = Promise.withResolvers<RunningApp>();
const measuring = new Map<number, (text: string) => void>();
let asked = 0;
const stopping = new AbortController();

async function stop(options: { isReplaced: boolean }): Promise<void> {
  if (stopping.signal.aborted) return;
  // Without this, a start that waits for a database would take longer than the supervisor waits for our end.
  stopping.abort();
  const app = await starting.promise.catch(() => undefined);
  await app?.stop(options);
  await leaveSupervisor();
  process.exit(0);
}

/**
 * Waits until the supervisor knows that this process takes no connections. The supervisor may have sent a connection
 * before that. It would be lost with this process and never get an answer. While this process waits, it sends such a
 * connection back.
 */
async function leaveSupervisor(): Promise<void> {
  if (!process.connected) return;
  const left = once(process, "disconnect");
  cluster.worker?.disconnect();
  await left;
}

/** The metrics of all processes. */
function readMetrics(): Promise<string> {
  asked += 1;
  const id = asked;
  send({ type: "measure", id });
  return new Promise((resolve) => measuring.set(id, resolve));
}

async function main(given: z.infer<typeof startSchema>): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  logRejections(log);
  const app = await startApp({
    config,
    log,
    renderPage: await loadBuiltPages(),
    clientFolder: CLIENT_FOLDER,
    databaseUrl: given.databaseUrl,
    say,
    jobs: given.hasJobs,
    waitsForPaths: given.areOthersThere,
    ...(given.pathEngine === undefined ? {} : { pathEngine: given.pathEngine }),
    readMetrics,
    signal: stopping.signal,
    ...(config.databaseUrl === undefined ? { diskOf: config.dataDir } : {}),
    prepare: (services) => prepareDatabase(services, say),
  });
  measures.setContentType(app.services.metrics.registry.contentType);
  AggregatorRegistry.setRegistries([app.services.metrics.registry]);
  starting.resolve(app);
  send({ type: "ready", port: app.port });
}

process.on("message", (message: unknown) => {
  const read = toProcessSchema.safeParse(message);
  if (!read.success) return;
  if (read.data.type === "ping") send({ type: "pong" });
  else if (read.data.type === "replaced") void stop({ isReplaced: true });
  else if (read.data.type === "measured") {
    measuring.get(read.data.id)?.(read.data.text);
    measuring.delete(read.data.id);
  } else
    main(startSchema.parse(read.data)).catch((error: unknown) => {
      starting.promise.catch(() => {});
      starting.reject(error);
      if (stopping.signal.aborted) return;
      process.stderr.write(`${reasonOf(error)}\n`, () => process.exit(1));
    });
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop({ isReplaced: false }));
// The signal is for the supervisor, which replaces the processes in turn.
process.on("SIGHUP", () => {});
