import type { ChildProcess } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { fieldsOf } from "#core/fields.ts";
import type { Log } from "#server/log.ts";

/** A process that lived this long did not die at its start. The next one starts after the first pause. */
const SOUND_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** Milliseconds between two pings. */
const PING_MS = 5_000;
/**
 * A process hangs if it has answered none of so many pings, in a minute: nothing that the program does takes that long
 * at once. Counted, because no pings are sent while the machine sleeps or the supervisor is stopped.
 */
const MOST_MISSED = 12;

/**
 * A function to call when a process has failed: how many milliseconds later the next one starts. The pauses grow until
 * a process has lived long enough.
 */
export function growingPauses(): () => number {
  let next = FIRST_PAUSE_MS;
  let started = performance.now();
  return () => {
    const now = performance.now();
    const pause = now - started > SOUND_MS ? FIRST_PAUSE_MS : next;
    next = Math.min(2 * pause, LONGEST_PAUSE_MS);
    started = now + pause;
    return pause;
  };
}

/** Sends pings, and kills a process that does not answer them. */
export function killIfHanging(child: ChildProcess, log: Log, milliseconds = PING_MS): void {
  let missed = 0;
  child.on("message", (message: unknown) => {
    if (fieldsOf(message)["type"] === "pong") missed = 0;
  });
  const timer = setInterval(() => {
    if (missed >= MOST_MISSED) {
      log.error({ pid: child.pid }, "a process does not answer and is killed");
      child.kill("SIGKILL");
      clearInterval(timer);
      return;
    }
    missed += 1;
    if (child.connected) child.send({ type: "ping" }, () => {});
  }, milliseconds).unref();
  child.once("exit", () => clearInterval(timer));
}

/** Asks a process to end, and kills one that has not ended in time. */
export async function endProcess(
  child: ChildProcess,
  { ask, milliseconds, log }: { ask: () => void; milliseconds: number; log: Log },
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  ask();
  const timer = new AbortController();
  const late = setTimeout(milliseconds, "late", { signal: timer.signal }).catch(() => "ended");
  if ((await Promise.race([ended, late])) === "late") {
    log.error({ pid: child.pid }, "a process did not end in time and is killed");
    child.kill("SIGKILL");
  }
  timer.abort();
  await ended;
}
