// npm start: installs and builds what is missing, then runs the app.
import { spawn } from "node:child_process";
import { ensureBuilt } from "./lib/build.mjs";
import { compiledFolder } from "./lib/compiled.mjs";
import { HEAP, withMemory } from "./lib/memory.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { findNode } from "./lib/node.mjs";
import { ROOT } from "./lib/paths.mjs";
import { MAIN } from "./lib/programs.mjs";
import { exitCode, runMain } from "./lib/run.mjs";

await runMain(async () => {
  await ensureInstalled(console.log);
  const build = await ensureBuilt(console.log);
  return await serve(compiledFolder(ROOT, build));
});

/**
 * @param {string | undefined} compiled where Node keeps compiled code
 * @returns {Promise<number>}
 */
function serve(compiled) {
  // Always start a child process, even if we already run in the right Node. So there is only one way to start.
  const child = spawn(findNode(), [...HEAP, MAIN, ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: "inherit",
    env: {
      ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled }),
      ...withMemory(process.env),
      NODE_ENV: process.env.NODE_ENV || "production",
    },
  });
  // Ctrl-C reaches the app twice: from the terminal and from us. It must treat the second signal like the first.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event !== undefined) followParent(() => child.kill("SIGTERM"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(exitCode(code, signal)));
  });
}

/**
 * npm starts us through a shell. Neither the shell nor a killed npm passes signals on, so the app would keep running
 * alone. Therefore the app ends when our parent process changes.
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
