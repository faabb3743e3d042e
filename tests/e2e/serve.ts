/** The built app on an empty directory of its own, for the browser tests; ends and cleans up at SIGTERM. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "pipelines-e2e-"));
const app = spawn(process.execPath, ["src/main.server.ts"], {
  stdio: "inherit",
  env: {
    ...process.env,
    NODE_ENV: "test",
    RATE_LIMITS: "test",
    PASSWORD_COST: "test",
    DATA_DIR: folder,
    LOG_LEVEL: "warn",
  },
});
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => app.kill("SIGTERM"));
app.on("exit", (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
