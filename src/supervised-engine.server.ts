import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Log } from "#server/log.ts";
import { makeSocketFolder } from "#server/private-folder.ts";
import { endProcess, growingPauses, killIfHanging } from "./child-processes.ts";
import { forkPathEngine } from "./path-child.server.ts";
import { fromPathProcessSchema, type ToPathProcess } from "./process-messages.ts";

/** Milliseconds that the process has to end. It only closes its connections. */
const END_MS = 5_000;
/** The name of the socket in its folder. */
const SOCKET = "engine";

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
  static async open(options: Options): Promise<SupervisedEngine> {
    return new SupervisedEngine(options, await makeSocketFolder("pipelines-paths-", SOCKET));
  }

  private constructor(options: Options, folder: string) {
    this.#options = options;
    this.#folder = folder;
    this.address = join(folder, SOCKET);
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
    const pause = growingPauses();
    while (!signal.aborted) {
      const end = await this.#run(resolve).catch(() => ({}));
      this.bytes = undefined;
      reject(new Error("The process of the path engine died at its start."));
      if (signal.aborted) return;
      this.#options.log.error(end, "the process of the path engine died: another one takes its place");
      await setTimeout(pause(), undefined, { signal }).catch(() => {});
    }
  }

  /** @returns the exit code or the signal, once it has ended, and the reason if it knew one */
  async #run(onListening: () => void): Promise<object> {
    const { databaseUrl, log, pingMilliseconds, program } = this.#options;
    const child = forkPathEngine({ program, folder: this.#folder });
    this.#child = child;
    let failed: { reason?: string } = {};
    child.on("message", (message: unknown) => {
      const read = fromPathProcessSchema.safeParse(message);
      if (!read.success) return;
      if (read.data.type === "listening") onListening();
      else if (read.data.type === "pong") this.bytes = read.data.bytes;
      else if (read.data.type === "debug") log.debug({ pid: child.pid }, read.data.text);
      else failed = { reason: read.data.reason };
    });
    killIfHanging(child, log, pingMilliseconds);
    const start: ToPathProcess = { type: "start", databaseUrl, address: this.address };
    child.send(start, () => {});
    // An error comes instead of an end if it cannot be killed.
    await once(child, "exit").catch(() => {});
    return { code: child.exitCode, signal: child.signalCode, ...failed };
  }
}
