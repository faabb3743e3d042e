import { fork, type ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { fileURLToPath } from "node:url";
import { serialize } from "node:v8";
import type { FromEngine, ToEngine } from "#features/path/running/messages.ts";
import type { Log } from "#server/log.ts";
import { smallHeapFlags } from "#server/worker-heap.ts";
import { killIfHanging } from "./child-processes.ts";
import { guardFromEndlessLoops } from "./parent-guard.ts";
import type { FromPathProcess, ToPathProcess } from "./process-messages.ts";

const PROGRAM = fileURLToPath(new URL("./path-process.server.ts", import.meta.url));

/**
 * This process's debugger has its port, which a child inherits: it takes any other. It does not wait for a debugger,
 * because it would be killed as hanging.
 */
const DEBUGGER_FLAGS = ["--inspect-port=0", "--no-inspect-brk", "--no-inspect-wait"];

/** Bytes that wait for the engine to read them. A changed pipeline takes 26, so more of them mean that it hangs. */
const MOST_UNREAD_BYTES = 16 * 1024 * 1024;

type Options = {
  /** For tests: another one. */
  program?: string | undefined;
  /** It is removed if the process has to be killed because this one is gone. */
  folder?: string;
};

/**
 * @throws Error if it cannot be started: the system may have too little memory for it, or too few descriptors
 */
export function forkPathEngine({ program = PROGRAM, folder }: Options = {}): ChildProcess {
  const execArgv = [...process.execArgv, ...DEBUGGER_FLAGS, ...smallHeapFlags()];
  // Messages arrive as they were sent, also `undefined` in them.
  const child = fork(program, [], { execArgv, serialization: "advanced" });
  // Without this listener the error of one that did not start would end this process.
  child.on("error", () => {});
  if (child.pid === undefined) throw new Error("No process can be started.");
  guardFromEndlessLoops({ child, folder });
  return child;
}

/**
 * The path engine of this process alone, in a process of its own. It is asked over the channel that Node opens to a child,
 * so it needs no socket.
 */
export class PathChild extends EventEmitter<{
  message: [FromEngine];
  error: [unknown];
  exit: [code?: number | null, signal?: string | null];
}> {
  /** Its memory; undefined before it has answered. */
  bytes: number | undefined;
  readonly #child: ChildProcess | undefined;
  readonly #hasEnded: Promise<unknown>;
  readonly #log: Log;
  #unread = 0;

  constructor({ databaseUrl, today, log }: { databaseUrl: string; today: string; log: Log }) {
    super();
    this.#log = log;
    this.#child = this.#fork();
    const ended = this.#child ? once(this.#child, "exit") : Promise.reject(new Error("No process can be started."));
    this.#hasEnded = ended.catch((error: unknown) => this.emit("error", error));
    void this.#hasEnded.then(() => this.emit("exit", this.#child?.exitCode, this.#child?.signalCode));
    if (this.#child) killIfHanging(this.#child, log);
    this.#send({ type: "serve", databaseUrl, today });
  }

  #fork(): ChildProcess | undefined {
    try {
      const child = forkPathEngine();
      child.on("message", (message: FromEngine | FromPathProcess) => {
        if ("kind" in message) this.emit("message", message);
        else if (message.type === "pong") this.bytes = message.bytes;
      });
      return child;
    } catch {
      return undefined;
    }
  }

  postMessage(message: ToEngine): void {
    this.#send(message);
  }

  unref(): void {
    this.#child?.unref();
    this.#child?.channel?.unref();
  }

  /** It has nothing to finish. */
  async terminate(): Promise<void> {
    // Otherwise this process could end before that, in the middle of what it does.
    this.#child?.ref();
    this.#child?.kill("SIGKILL");
    await this.#hasEnded;
  }

  #send(message: ToEngine | ToPathProcess): void {
    const child = this.#child;
    if (child?.connected !== true || child.killed) return;
    // Without this message, which may name a million pipelines.
    if (this.#unread > MOST_UNREAD_BYTES) {
      this.#log.error({ pid: child.pid }, "the path engine does not read what it is sent and is killed");
      // The next one reads everything, so no change is lost.
      child.kill("SIGKILL");
      return;
    }
    const { length } = serialize(message);
    this.#unread += length;
    child.send(message, () => (this.#unread -= length));
  }
}
