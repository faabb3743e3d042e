import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Log } from "#server/log.ts";
import { isPrivate } from "#server/private-folder.ts";
import { smallYoungHeapFlag } from "#server/worker-heap.ts";
import { endProcess, killIfHanging, pauses, SOUND_MS } from "./child-processes.ts";
import { fromPathProcessSchema, type ToPathProcess } from "./process-messages.ts";

/** Milliseconds that the process has to end. It only closes its connections. */
const END_MS = 5_000;
/** Bytes of the longest address of a socket: macOS has room for 104, Linux for 108. */
const LONGEST_ADDRESS = 100;

type Options = {
  databaseUrl: string;
  log: Log;
  /** For tests: another program, and other limits. */
  program?: string | undefined;
  pingMilliseconds?: number | undefined;
};

/**
 * The process of the path engine, which all other processes ask at one socket. If it dies or hangs, another one starts at
 * the same socket, and they connect again.
 */
export class SupervisedEngine {
  readonly address: string;
  /** Resolves when the first process listens; rejects if that one died before. */
  readonly listening: Promise<void>;
  /** The memory of the process in bytes; undefined while there is none, or it has not answered yet. */
  bytes: number | undefined;
  readonly #options: Options;
  readonly #folder: string;
  readonly #ending = new AbortController();
  readonly #running: Promise<void>;
  #child: ChildProcess | undefined;

  /** @throws Error if there can be no socket that only this user may open */
  constructor(options: Options) {
    // A named pipe of Windows can be opened by others.
    if (process.platform === "win32") throw new Error("Windows has no sockets with permissions.");
    this.#options = options;
    // Only this user may enter the folder, so only this user's processes reach the socket.
    this.#folder = mkdtempSync(join(tmpdir(), "pipelines-paths-"));
    this.address = join(this.#folder, "engine");
    if (Buffer.byteLength(this.address) > LONGEST_ADDRESS) {
      rmSync(this.#folder, { recursive: true });
      throw new Error(`The name of the folder for temporary files is too long: ${tmpdir()}`);
    }
    if (!isPrivate(this.#folder)) {
      rmSync(this.#folder, { recursive: true });
      throw new Error(`Folders for temporary files cannot be private: ${tmpdir()}`);
    }
    const listening = Promise.withResolvers<void>();
    this.listening = listening.promise;
    // At the first start nobody waits for it.
    this.listening.catch(() => {});
    this.#running = this.#keepRunning(listening);
  }

  /** Ends the process and removes the socket. */
  async end(): Promise<void> {
    this.#ending.abort();
    const child = this.#child;
    // The program ends when its supervisor is gone.
    const ask = (): void => void (child?.connected === true && child.disconnect());
    if (child) await endProcess(child, { ask, milliseconds: END_MS, log: this.#options.log });
    await this.#running;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #keepRunning({ resolve, reject }: { resolve: () => void; reject: (error: Error) => void }): Promise<void> {
    const { signal } = this.#ending;
    let waiting = pauses();
    while (!signal.aborted) {
      const began = performance.now();
      // If the system has too little memory for a process, starting one fails at once.
      const code = await this.#run(resolve).catch(() => undefined);
      this.bytes = undefined;
      reject(new Error("The process of the path engine died at its start."));
      if (signal.aborted) return;
      this.#options.log.error({ code }, "the process of the path engine died: another one takes its place");
      if (performance.now() - began > SOUND_MS) waiting = pauses();
      await setTimeout(waiting.next().value, undefined, { signal }).catch(() => {});
    }
  }

  /** @returns the exit code, once it has ended */
  async #run(onListening: () => void): Promise<unknown> {
    const { databaseUrl, log, pingMilliseconds } = this.#options;
    const program = this.#options.program ?? fileURLToPath(new URL("./path-process.server.ts", import.meta.url));
    const child = fork(program, [], { execArgv: [...process.execArgv, smallYoungHeapFlag()] });
    this.#child = child;
    // The process is lost. Its end handles that.
    child.on("error", () => {});
    child.on("message", (message: unknown) => {
      const read = fromPathProcessSchema.safeParse(message);
      if (!read.success) return;
      if (read.data.type === "listening") onListening();
      else this.bytes = read.data.bytes;
    });
    killIfHanging(child, log, pingMilliseconds);
    const start: ToPathProcess = { type: "start", databaseUrl, address: this.address };
    child.send(start, () => {});
    // If it cannot be started, there is an error and no end.
    const [code] = (await once(child, "exit").catch(() => [])) as [unknown?];
    return code;
  }
}
