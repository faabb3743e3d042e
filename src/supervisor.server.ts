import cluster, { type Worker } from "node:cluster";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { AggregatorRegistry } from "prom-client";
import { reasonOf } from "#core/errors.ts";
import type { Log } from "#server/log.ts";
import { endProcess, growingPauses, killIfHanging } from "./child-processes.ts";
import { fromProcessSchema, type ToProcess } from "./process-messages.ts";
import { SupervisedEngine } from "./supervised-engine.server.ts";

/** A process that ended before it was ready. It has logged the reason. */
export class NeverReady extends Error {
  override name = "NeverReady";
}

/**
 * A process that is not ready by then hangs, and is killed: two minutes after it stopped waiting for the database. The
 * one in place 0 may have to migrate a large database first.
 */
const READY_MS = { first: 3_600_000, other: 120_000 } as const;
/** In addition to `DRAIN_SECONDS`: ten seconds for running requests, and ten to close everything. */
const END_MS = 20_000;

/**
 * Runs the app in several processes that share one port. This process accepts connections and gives each to the next
 * process. It restarts processes that died or hang. The first process does the background work. One more process answers
 * the others' questions about paths.
 */
export class Supervisor {
  readonly #count: number;
  readonly #databaseUrl: string;
  readonly #hasPathEngine: boolean;
  readonly #engineProgram: string | undefined;
  readonly #pingMilliseconds: number | undefined;
  readonly #endMilliseconds: number;
  readonly #readyMilliseconds: { first: number; other: number };
  readonly #log: Log;
  readonly #metrics = new AggregatorRegistry();
  /** The processes that answer, by place. The process in place 0 runs the jobs. */
  readonly #processes = new Map<number, Worker>();
  readonly #alive = new Set<Worker>();
  /** The path engine for processes that start now; undefined where each of them has its own, or where none has one. */
  #engine: SupervisedEngine | undefined;
  readonly #engines = new Set<SupervisedEngine>();
  readonly #engineOf = new Map<Worker, SupervisedEngine>();
  /** How long each place stays empty after its process ended. */
  readonly #pauses: readonly (() => number)[];
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
    /** Do the processes share one path engine? Not if ClickHouse answers. */
    hasPathEngine: boolean;
    log: Log;
    /** For tests: other programs for the processes, and other limits. */
    program?: string;
    engineProgram?: string;
    readyMilliseconds?: { first: number; other: number };
    pingMilliseconds?: number;
  }) {
    const { first, other } = options.readyMilliseconds ?? READY_MS;
    const waiting = options.databaseWaitSeconds * 1_000;
    this.#readyMilliseconds = { first: waiting + first, other: waiting + other };
    this.#endMilliseconds = options.drainSeconds * 1_000 + END_MS;
    this.#count = options.count;
    this.#pauses = Array.from({ length: options.count }, growingPauses);
    this.#databaseUrl = options.databaseUrl;
    this.#hasPathEngine = options.hasPathEngine;
    this.#engineProgram = options.engineProgram;
    this.#pingMilliseconds = options.pingMilliseconds;
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
    this.#engine = await this.#openEngine();
    if (this.#stopping.signal.aborted) throw new NeverReady("It was stopped before it was ready.");
    // The first process migrates the database; the others find it migrated.
    const { worker, port } = await this.#begin(0);
    this.#keep(0, worker);
    for (let place = 1; place < this.#count; place += 1) void this.#fill(place);
    return port;
  }

  /**
   * Replaces the path engine, and then the processes one after another, each when its successor answers. If
   * this is called again meanwhile, all of them are replaced once more afterwards.
   */
  replaceAll(): Promise<void> {
    if (this.#replacing) this.#isAskedAgain = true;
    this.#replacing ??= this.#replaceInTurn().finally(() => (this.#replacing = undefined));
    return this.#replacing;
  }

  /** Asks all processes to end, and waits for them. The path engine ends last, because they ask it until they end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#alive].map((worker) => this.#end(worker, () => worker.process.kill("SIGTERM"))));
    await Promise.all([...this.#engines].map((engine) => engine.end()));
  }

  async #replaceInTurn(): Promise<void> {
    do {
      this.#isAskedAgain = false;
      const before = this.#engine;
      if (!(await this.#replaceEngine())) return;
      for (let place = 0; place < this.#count && !this.#stopping.signal.aborted; place += 1) {
        // Two that start for one place would both stay.
        await this.#filling.get(place);
        const old = this.#processes.get(place);
        try {
          const { worker } = await this.#begin(place);
          this.#keep(place, worker);
        } catch {
          this.#log.error({ place }, "a new process did not start: the old ones stay");
          // They keep their engine, also those that take the place of one that dies. If some are new, both engines stay.
          if (![...this.#engineOf.values()].some((engine) => engine === this.#engine)) this.#engine = before;
          this.#endUnusedEngines();
          return;
        }
        if (old && this.#alive.has(old)) await this.#end(old, () => send(old, { type: "replaced" }));
      }
    } while (this.#isAskedAgain && !this.#stopping.signal.aborted);
    this.#log.info("all processes were replaced");
  }

  /** Opens another path engine for processes that start from now on. False if it cannot start: the old one stays. */
  async #replaceEngine(): Promise<boolean> {
    const engine = await this.#openEngine();
    try {
      await engine?.listening;
    } catch {
      if (!this.#stopping.signal.aborted) this.#log.error("a new path engine did not start: the old processes stay");
      if (engine) void this.#endEngine(engine);
      return false;
    }
    this.#engine = engine;
    return true;
  }

  async #openEngine(): Promise<SupervisedEngine | undefined> {
    if (!this.#hasPathEngine || this.#stopping.signal.aborted) return undefined;
    const [databaseUrl, log, program] = [this.#databaseUrl, this.#log, this.#engineProgram];
    try {
      const pingMilliseconds = this.#pingMilliseconds;
      const engine = await SupervisedEngine.open({ databaseUrl, log, program, pingMilliseconds });
      this.#engines.add(engine);
      // Whoever stops meanwhile has not waited for its end.
      if (this.#stopping.signal.aborted) await this.#endEngine(engine);
      return engine;
    } catch (error) {
      const reason = reasonOf(error);
      log.warn({ reason }, "the processes cannot share a path engine: each has its own");
      return undefined;
    }
  }

  /** After a replacement, the engine before ends when the last process that asks it has ended. */
  #endUnusedEngines(): void {
    const used = new Set([this.#engine, ...this.#engineOf.values()]);
    for (const engine of this.#engines) if (!used.has(engine)) void this.#endEngine(engine);
  }

  async #endEngine(engine: SupervisedEngine): Promise<void> {
    await engine.end();
    this.#engines.delete(engine);
  }

  /** Starts a process for a place, and tries again until one runs. */
  #fill(place: number): Promise<void> {
    const filling = this.#tryToFill(place).finally(() => this.#filling.delete(place));
    this.#filling.set(place, filling);
    return filling;
  }

  async #tryToFill(place: number): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const { worker } = await this.#begin(place);
        this.#keep(place, worker);
        return;
      } catch {
        await this.#pause(place);
      }
    }
  }

  /** Keeps this process in its place. If it dies, a new one takes the place. */
  #keep(place: number, worker: Worker): void {
    this.#processes.set(place, worker);
    const isOver = (): void => {
      if (this.#processes.get(place) !== worker || this.#stopping.signal.aborted) return;
      this.#processes.delete(place);
      const { exitCode, signalCode } = worker.process;
      this.#log.error({ place, code: exitCode, signal: signalCode }, "a process died: another one takes its place");
      void this.#pause(place).then(() =>
        this.#processes.has(place) || this.#filling.has(place) ? undefined : this.#fill(place),
      );
    };
    if (worker.isDead()) isOver();
    else worker.once("exit", isOver);
  }

  /** Waits before a place gets its next process: longer each time while they die soon. Ends when the supervisor stops. */
  async #pause(place: number): Promise<void> {
    await setTimeout(this.#pauses[place]?.(), undefined, { signal: this.#stopping.signal }).catch(() => {});
  }

  /** A new process, once it answers. One that does not answer in time is killed. */
  async #begin(place: number): Promise<{ worker: Worker; port: number }> {
    const worker = cluster.fork();
    this.#alive.add(worker);
    const engine = this.#engine;
    if (engine) this.#engineOf.set(worker, engine);
    worker.once("exit", () => {
      this.#alive.delete(worker);
      this.#engineOf.delete(worker);
      if (!this.#stopping.signal.aborted) this.#endUnusedEngines();
    });
    // The process is lost. The "exit" event handles that.
    worker.on("error", () => {});
    const start: ToProcess = {
      type: "start",
      databaseUrl: this.#databaseUrl,
      hasJobs: place === 0,
      areOthersThere: this.#processes.size > 0,
      pathEngine: engine?.address,
    };
    worker.once("online", () => send(worker, start));
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
        if (!read.success || read.data.type !== "ready") return;
        killIfHanging(worker.process, this.#log, this.#pingMilliseconds);
        resolve({ worker, port: read.data.port });
      });
      worker.once("exit", () => reject(new NeverReady("A process ended before it was ready.")));
    }).finally(() => timer.abort());
  }

  #end({ process: child }: Worker, ask: () => void): Promise<void> {
    return endProcess(child, { ask, milliseconds: this.#endMilliseconds, log: this.#log });
  }

  async #measure(worker: Worker, id: number): Promise<void> {
    // Empty while a process starts or ends. The next scrape asks again.
    const text = await this.#metrics.clusterMetrics().catch(() => "");
    send(worker, { type: "measured", id, text: text + this.#memoryOfEngine() });
  }

  /** The process of the path engine is none of those that prom-client asks. */
  #memoryOfEngine(): string {
    const bytes = this.#engine?.bytes;
    const name = "path_engine_resident_memory_bytes";
    return bytes === undefined
      ? ""
      : `# HELP ${name} Memory of the path engine's process\n# TYPE ${name} gauge\n${name} ${bytes}\n`;
  }
}

function send(worker: Worker, message: ToProcess): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
