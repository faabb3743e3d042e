import { fileURLToPath } from "node:url";
import { openLog } from "#server/log.ts";
import { Supervisor } from "#app/supervisor.server.ts";

/** Runs the supervisor of processes that may hang (hanging-worker.ts), and says when the first one is ready. */
const helper = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
/** A busy machine takes seconds to start a process, so a test that waits for one which hangs at its start says less. */
const ready = Number(process.env["READY_MS"] ?? 60_000);
const supervisor = new Supervisor({
  count: 2,
  databaseUrl: "",
  databaseWaitSeconds: 0,
  drainSeconds: 0,
  log: openLog("error"),
  hasPathEngine: process.env["HAS_ENGINE"] === "1",
  program: helper("./hanging-worker.ts"),
  engineProgram: helper("./hanging-engine.ts"),
  readyMilliseconds: { first: ready, other: ready },
  // With 100, a process that hangs is found within two seconds. With 1,000, one that a busy machine slows down is kept.
  pingMilliseconds: process.env["FINDS_HANGING_SOON"] === "1" ? 100 : 1_000,
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
