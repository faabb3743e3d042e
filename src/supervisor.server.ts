import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { AggregatorRegistry } from "prom-client";
import type { Log } from "#server/log.ts";
import { fromProcessSchema, type ToProcess } from "./process-messages.ts";

/** A process that ended before it was ready. It has logged the reason. */
export class NeverReady extends Error {
  override name = "NeverReady";
}

/** A process that lived this long did not die at its start. The next one starts at once. */
const SOUND_MS = 60_000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 30_000];
/**
 * A process that has not answered by then hangs, and is killed: two minutes after it stopped waiting for the database.
 * The one in place 0 may have to migrate a large database first.
 */
const READY_MS = { first: 3_600_000, other: 120_000 } as const;
/** In addition to `DRAIN_SECONDS`: ten seconds for running requests, and ten to close everything. */
const END_MS = 20_000;

/**
 * Runs the app in several processes that share one port. This process accepts connections and gives each to the next
 * process. It restarts processes that died. The first process does the background work.
 */
export class Supervisor {
  readonly #count: number;
  readonly #databaseUrl: string;
  readonly #endMilliseconds: number;
  readonly #readyMilliseconds: { first: number; other: number };
  readonly #log: Log;
  readonly #metrics = new AggregatorRegistry();
  /** The processes that answer, by place. The process in place 0 runs the jobs. */
  readonly #processes = new Map<number, Worker>();
  readonly #alive = new Set<Worker>();
  /** Places whose next process is starting. */
  readonly #filling = new Map<number, Promise<void>>();
  readonly #stopping = new AbortController();
  #replacing: Promise<void> | undefined;
  #isAskedAgain = false;

  constructor(options: {
    count: number;
    databaseUrl: string;
    databaseWaitSeconds: number;
    drainSeconds: number;
    log: Log;
    /** For tests: another program for the processes, and other limits. */
    program?: string;
    readyMilliseconds?: { first: number; other: number };
  }) {
    const { first, other } = options.readyMilliseconds ?? READY_MS;
    const waiting = options.databaseWaitSeconds * 1_000;
    this.#readyMilliseconds = { first: waiting + first, other: waiting + other };
    this.#endMilliseconds = options.drainSeconds * 1_000 + END_MS;
    this.#count = options.count;
    this.#databaseUrl = options.databaseUrl;
    this.#log = options.log;
    cluster.schedulingPolicy = cluster.SCHED_RR;
    const program = options.program ?? fileURLToPath(new URL("./worker.server.ts", import.meta.url));
    cluster.setupPrimary({ exec: program, args: [] });
    cluster.on("message", (worker, message: unknown) => {
      const read = fromProcessSchema.safeParse(message);
      if (read.success && read.data.type === "measure") void this.#measure(worker, read.data.id);
    });
  }

  /**
   * @returns the port, once the first process answers; the others follow
   * @throws NeverReady
   */
  async start(): Promise<number> {
    // The first process migrates the database; the others find it migrated.
    const { worker, port } = await this.#begin(0);
    this.#keep(0, worker);
    for (let place = 1; place < this.#count; place += 1) void this.#fill(place);
    return port;
  }

  /**
   * Replaces the processes one after another, each when its successor answers. A request during that has all of them
   * replaced once more afterwards.
   */
  replaceAll(): Promise<void> {
    if (this.#replacing) this.#isAskedAgain = true;
    this.#replacing ??= this.#replaceInTurn().finally(() => (this.#replacing = undefined));
    return this.#replacing;
  }

  /** Asks all processes to end, and waits for them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#alive].map((worker) => this.#end(worker, () => worker.process.kill("SIGTERM"))));
  }

  async #replaceInTurn(): Promise<void> {
    do {
      this.#isAskedAgain = false;
      for (let place = 0; place < this.#count && !this.#stopping.signal.aborted; place += 1) {
        // Two that start for one place would both stay.
        await this.#filling.get(place);
        const old = this.#processes.get(place);
        try {
          const { worker } = await this.#begin(place);
          this.#keep(place, worker);
        } catch {
          this.#log.error({ place }, "a new process did not start: the old ones stay");
          return;
        }
        if (old && this.#alive.has(old)) await this.#end(old, () => send(old, { type: "replaced" }));
      }
    } while (this.#isAskedAgain && !this.#stopping.signal.aborted);
    this.#log.info("all processes were replaced");
  }

  /** Starts a process for a place, and tries again until one runs. */
  #fill(place: number): Promise<void> {
    const filling = this.#tryToFill(place).finally(() => this.#filling.delete(place));
    this.#filling.set(place, filling);
    return filling;
  }

  async #tryToFill(place: number): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !this.#stopping.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        const { worker } = await this.#begin(place);
        this.#keep(place, worker);
        return;
      } catch {
        await setTimeout(pause, undefined, { signal: this.#stopping.signal }).catch(() => {});
      }
    }
  }

  /** Keeps this process in its place. If it dies, a new one takes the place. */
  #keep(place: number, worker: Worker): void {
    this.#processes.set(place, worker);
    const began = performance.now();
    const isOver = (): void => {
      if (this.#processes.get(place) !== worker || this.#stopping.signal.aborted) return;
      this.#processes.delete(place);
      this.#log.error({ place, code: worker.process.exitCode }, "a process died: another one takes its place");
      const pause = performance.now() - began > SOUND_MS ? 0 : FIRST_PAUSE_MS;
      void setTimeout(pause).then(() =>
        this.#processes.has(place) || this.#filling.has(place) ? undefined : this.#fill(place),
      );
    };
    if (worker.isDead()) isOver();
    else worker.once("exit", isOver);
  }

  /** A new process, once it answers. One that does not answer in time is killed. */
  async #begin(place: number): Promise<{ worker: Worker; port: number }> {
    const worker = cluster.fork();
    this.#alive.add(worker);
    worker.once("exit", () => this.#alive.delete(worker));
    // The process is lost. The "exit" event handles that.
    worker.on("error", () => {});
    const start = { databaseUrl: this.#databaseUrl, hasJobs: place === 0, areOthersThere: this.#processes.size > 0 };
    worker.once("online", () => send(worker, { type: "start", ...start }));
    const milliseconds = this.#readyMilliseconds[place === 0 ? "first" : "other"];
    const timer = new AbortController();
    void setTimeout(milliseconds, undefined, { signal: timer.signal, ref: false }).then(
      () => {
        const { pid } = worker.process;
        this.#log.error({ place, pid, seconds: milliseconds / 1_000 }, "a process was not ready in time and is killed");
        worker.process.kill("SIGKILL");
      },
      () => {},
    );
    return new Promise<{ worker: Worker; port: number }>((resolve, reject) => {
      worker.on("message", (message: unknown) => {
        const read = fromProcessSchema.safeParse(message);
        if (read.success && read.data.type === "ready") resolve({ worker, port: read.data.port });
      });
      worker.once("exit", () => reject(new NeverReady("A process ended before it was ready.")));
    }).finally(() => timer.abort());
  }

  async #end(worker: Worker, ask: () => void): Promise<void> {
    if (worker.isDead()) return;
    const ended = once(worker, "exit");
    ask();
    const timer = new AbortController();
    const late = setTimeout(this.#endMilliseconds, "late", { signal: timer.signal }).catch(() => "ended");
    if ((await Promise.race([ended, late])) === "late") {
      this.#log.error({ pid: worker.process.pid }, "a process did not end in time and is killed");
      worker.process.kill("SIGKILL");
    }
    timer.abort();
    await ended;
  }

  async #measure(worker: Worker, id: number): Promise<void> {
    // Empty while a process starts or ends. The next scrape asks again.
    const text = await this.#metrics.clusterMetrics().catch(() => "");
    send(worker, { type: "measured", id, text });
  }
}

function send(worker: Worker, message: ToProcess): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
