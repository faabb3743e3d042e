import type { ChildProcess } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import type { Log } from "#server/log.ts";

/** A process that lived this long did not die at its start. The next one starts at once. */
export const SOUND_MS = 60_000;
export const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** Milliseconds between two pings. */
const PING_MS = 5_000;
/**
 * A process hangs if it has answered none of so many pings, in a minute: nothing that the program does takes that long
 * at once. Counted, because no pings are sent while the machine sleeps or the supervisor is stopped.
 */
const MOST_MISSED = 12;

/** Milliseconds before each try to start a process that has failed. */
export function* pauses(): Generator<number, never> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) yield pause;
}

/** Sends pings, and kills a process that does not answer them. */
export function killIfHanging(child: ChildProcess, log: Log, milliseconds = PING_MS): void {
  let missed = 0;
  child.on("message", (message: unknown) => {
    if (typeof message === "object" && message !== null && "type" in message && message.type === "pong") missed = 0;
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
  }, milliseconds);
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
