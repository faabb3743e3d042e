/** The application without its pages as a process of its own, for tests that kill it. Settings come from the environment. */
import { pino } from "pino";
import { startApp } from "#app/start.server.ts";
import { readConfig } from "#server/config.ts";

const config = readConfig(process.env);
const app = await startApp({
  config,
  databaseUrl: config.databaseUrl ?? "",
  log: pino({ level: config.logLevel, base: null }, pino.destination(2)),
  renderPage: async () => new Response("no pages in this test", { status: 404 }),
  clientFolder: config.dataDir,
});
process.stdout.write(`ready ${app.port}\n`);
process.on("SIGTERM", () => void app.stop().then(() => process.exit(0)));
