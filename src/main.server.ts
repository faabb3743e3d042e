import { openEmbedded, type EmbeddedDatabase } from "./db/embedded/embedded.ts";
import { readConfig } from "#server/config.ts";
import { openLog } from "#server/log.ts";
import { CLIENT_FOLDER, loadBuiltPages } from "./render.server.ts";
import { prepareDatabase } from "./prepare.server.ts";
import { startApp, type RunningApp } from "./start.server.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

let app: RunningApp | undefined;
let embedded: EmbeddedDatabase | undefined;
let stopping = false;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await app?.stop();
  await embedded?.stop();
  process.exit(code);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  process.on("unhandledRejection", (reason) => {
    log.error(
      { err: reason instanceof Error ? { message: reason.message, stack: reason.stack } : undefined },
      "unhandled rejection",
    );
  });
  const [renderPage] = await Promise.all([
    loadBuiltPages(),
    (async () => {
      if (config.databaseUrl) return;
      embedded = await openEmbedded({
        dataDir: config.dataDir,
        say,
        role: "app",
        onLost: (error) => {
          log.fatal(error.message);
          void stop(1);
        },
      });
    })(),
  ]);
  app = await startApp({
    config,
    log,
    renderPage,
    clientFolder: CLIENT_FOLDER,
    databaseUrl: config.databaseUrl ?? embedded?.url ?? "",
    say,
    ...(embedded === undefined ? {} : { diskOf: config.dataDir, isServerDown: embedded.isServerDown }),
    prepare: (services) => prepareDatabase(services, say),
  });
  const shown = config.port === app.port ? config.baseUrl : `http://${config.host}:${app.port}`;
  say(`Pipelines is ready at ${shown}`);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));

main().catch(async (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  await stop(1);
});
