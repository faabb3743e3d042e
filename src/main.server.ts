import { isatty } from "node:tty";
import { reasonOf } from "#core/errors.ts";
import { openEmbedded, type EmbeddedDatabase } from "#db/embedded/embedded.ts";
import { readConfig, type Config } from "#server/config.ts";
import { openLog, type Log } from "#server/log.ts";
import { logRejections } from "./log-rejections.ts";
import type { RunningApp } from "./start.server.ts";
import { NeverReady, Supervisor } from "./supervisor.server.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** When a terminal closes, it sends SIGHUP. Operators send the same signal to replace the processes. */
const hasTerminal = [0, 1, 2].some((file) => isatty(file));

let app: Pick<RunningApp, "stop"> | undefined;
let supervisor: Supervisor | undefined;
let embedded: EmbeddedDatabase | undefined;
let opening: Promise<EmbeddedDatabase> | undefined;
let stopping = false;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await app?.stop();
  await supervisor?.stop();
  // Also a database that is still starting: without us it would run on.
  const database = await opening?.catch(() => undefined);
  await database?.stop();
  process.exit(code);
}

async function openDatabaseOf(config: Config, log: Log): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl;
  opening = openEmbedded({
    dataDir: config.dataDir,
    say,
    role: "app",
    onLost: (error) => {
      log.fatal(error.message);
      void stop(1);
    },
  });
  embedded = await opening;
  // Start nothing on a database that is being stopped.
  if (stopping) await new Promise(() => {});
  return embedded.url;
}

/**
 * The application in this process. Its modules are loaded here, because a process that only supervises others needs
 * none of them.
 * @returns its port
 */
async function startAlone(config: Config, log: Log): Promise<number> {
  const [{ startApp }, { prepareDatabase }, { CLIENT_FOLDER, loadBuiltPages }] = await Promise.all([
    import("./start.server.ts"),
    import("./prepare.server.ts"),
    import("./render.server.ts"),
  ]);
  const [renderPage, databaseUrl] = await Promise.all([loadBuiltPages(), openDatabaseOf(config, log)]);
  const running = await startApp({
    config,
    log,
    renderPage,
    clientFolder: CLIENT_FOLDER,
    databaseUrl,
    say,
    ...(embedded === undefined ? {} : { diskOf: config.dataDir, isServerDown: embedded.isServerDown }),
    prepare: (services) => prepareDatabase(services, say),
  });
  app = running;
  return running.port;
}

async function startSeveral(config: Config, log: Log): Promise<number> {
  const databaseUrl = await openDatabaseOf(config, log);
  const { processes: count, databaseWaitSeconds, drainSeconds } = config;
  const hasPathEngine = config.paths === undefined;
  supervisor = new Supervisor({ count, databaseUrl, databaseWaitSeconds, drainSeconds, hasPathEngine, log });
  return supervisor.start();
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  logRejections(log);
  const port = config.processes === 1 ? await startAlone(config, log) : await startSeveral(config, log);
  const shown = config.port === port ? config.baseUrl : `http://${config.host}:${port}`;
  say(`Pipelines is ready at ${shown}`);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(0));
process.on("SIGHUP", () => {
  if (hasTerminal) void stop(0);
  else if (supervisor) void supervisor.replaceAll();
  else say("One process cannot be replaced while it answers: set PROCESSES to 2 or more, or restart it.");
});

main().catch(async (error: unknown) => {
  if (!stopping && !(error instanceof NeverReady)) process.stderr.write(`${reasonOf(error)}\n`);
  await stop(1);
});
