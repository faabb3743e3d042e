import { spawn } from "node:child_process";
import { constants } from "node:os";

/**
 * Running child processes. A signal to us also ends them.
 * @type {Set<import("node:child_process").ChildProcess>}
 */
const children = new Set();
const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
/** @type {NodeJS.Signals | undefined} */
let interrupted;

/** @param {NodeJS.Signals} signal */
function interrupt(signal) {
  // At the second signal, do not wait until the children end.
  if (interrupted !== undefined) process.exit(128 + constants.signals[signal]);
  interrupted = signal;
  for (const child of children) child.kill("SIGTERM");
}

/** @param {import("node:child_process").ChildProcess} child */
function follow(child) {
  if (children.size === 0) for (const signal of SIGNALS) process.on(signal, interrupt);
  children.add(child);
}

/** @param {import("node:child_process").ChildProcess} child */
function unfollow(child) {
  children.delete(child);
  if (children.size > 0) return;
  if (interrupted !== undefined) process.exit(128 + constants.signals[interrupted]);
  for (const signal of SIGNALS) process.off(signal, interrupt);
}

/**
 * Runs a program until it ends. `quiet` captures its output and returns it; otherwise it goes to our own output.
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, quiet?: boolean, shell?: boolean }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(file, args, options) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      shell: options.shell ?? false,
      stdio: options.quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    });
    follow(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (/** @type {string} */ text) => (output += text));
    }
    child.once("error", (error) => {
      unfollow(child);
      resolve({ code: 127, output: error.message });
    });
    child.once("close", (code, signal) => {
      unfollow(child);
      resolve({ code: exitCode(code, signal), output });
    });
  });
}

/**
 * The exit code as a shell gives it: 128 plus the signal's number if a signal ended the process.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCode(code, signal) {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

/** A failure whose message is for the user. It is shown without a stack. */
export class StopError extends Error {}

/**
 * Runs a script's main function. If it throws, prints the message and ends the process.
 * @param {() => Promise<number>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof StopError ? error.message : error);
    process.exitCode = 1;
  }
}
