// npm start: installs and builds what is missing, then runs the app until it ends.
import { spawn } from "node:child_process";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { findNode } from "./lib/node.mjs";
import { ROOT } from "./lib/paths.mjs";
import { exitCode, runMain } from "./lib/run.mjs";

/**
 * A small young generation keeps the app's memory near what it really holds (measured under load: 190 MB instead of
 * 300); the old one's bound is far above what the bounded number of pages at once needs.
 */
const HEAP = ["--max-semi-space-size=8", "--max-old-space-size=768"];

await runMain(async () => {
  await ensureInstalled(console.log);
  await ensureBuilt(console.log);
  return await serve();
});

/** @returns {Promise<number>} */
function serve() {
  // Always a process of its own, even where we are the right Node already: the app is started in one way only.
  const child = spawn(findNode(), [...HEAP, "src/main.server.ts", ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: process.env.NODE_ENV || "production" },
  });
  // Ctrl-C reaches the app from the terminal and from us: it must take the second as the first.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event !== undefined) followParent(() => child.kill("SIGTERM"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(exitCode(code, signal)));
  });
}

/**
 * npm runs us through a shell, which dies of a signal without passing it on; a killed npm passes nothing on either. Nobody would
 * know of the app that is left, so it ends when our parent is another one than at the start.
 * @param {() => void} gone
 */
function followParent(gone) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, 200);
  timer.unref();
}
