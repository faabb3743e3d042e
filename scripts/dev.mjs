// npm run dev: the app with hot reload. It restarts the app after a change of the server's own files.
import { spawn } from "node:child_process";
import { ensureInstalled } from "./lib/install.mjs";
import { findNode } from "./lib/node.mjs";
import { ROOT } from "./lib/paths.mjs";
import { exitCode, runMain } from "./lib/run.mjs";

/** The exit code by which src/dev.server.ts asks for a restart. */
const AGAIN = 75;

/** @returns {Promise<number>} */
function runOnce() {
  const child = spawn(findNode(), ["src/dev.server.ts"], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: process.env.NODE_ENV || "development" },
  });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.removeAllListeners(signal);
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(exitCode(code, signal)));
  });
}

await runMain(async () => {
  await ensureInstalled(console.log);
  let code = AGAIN;
  while (code === AGAIN) code = await runOnce();
  return code;
});
