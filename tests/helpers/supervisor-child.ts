import { fileURLToPath } from "node:url";
import { openLog } from "#server/log.ts";
import { Supervisor } from "#app/supervisor.server.ts";

/** Runs the supervisor of processes that may hang (hanging-worker.ts), and says when the first one is ready. */
const helper = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const supervisor = new Supervisor({
  count: 2,
  databaseUrl: "",
  databaseWaitSeconds: 0,
  drainSeconds: 0,
  log: openLog("error"),
  hasPathEngine: process.env["HAS_ENGINE"] === "1",
  program: helper("./hanging-worker.ts"),
  engineProgram: helper("./hanging-engine.ts"),
  readyMilliseconds: { first: 2_000, other: 2_000 },
  pingMilliseconds: 100,
});
process.on("SIGHUP", () => void supervisor.replaceAll());
process.on("SIGTERM", () => void supervisor.stop().then(() => process.exit(0)));
supervisor.start().then(
  (port) => process.stdout.write(`first process at ${port}\n`),
  (error: unknown) => {
    process.stdout.write(`${String(error)}\n`);
    process.exit(1);
  },
);
