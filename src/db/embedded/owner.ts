import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { type Place, urlOf } from "./cluster.ts";
import { EmbeddedDatabaseError, isAboutSpace, reasonOf } from "./error.ts";
import { limitLog } from "./log.ts";
import { isServerOf, kill } from "./process.ts";
import { IN_RESERVE, isDiskFull, releaseReserve } from "./reserve.ts";
import { ensureServer, type RunningServer, stopServer } from "./server.ts";

/** The advisory lock's number. Nothing else in this database uses it ("pipe" in ASCII). */
const OWNER_KEY = 0x70697065;
/** These methods of pg's client are missing in its types. */
type Refable = Client & { ref(): void; unref(): void };

const RESTARTS_A_MINUTE = 5;
const CHECK_LOG_EVERY_MS = 60_000;
/** Milliseconds between two checks for free space. */
const RETRY_SPACE_MS = 1_000;

/**
 * The process that runs the server. It holds one connection with an advisory lock, which shows its pid to others. If
 * that connection ends, the server has probably died. It is then restarted on the same port, where the pools expect it.
 */
export class Owner {
  readonly #place: Place;
  readonly #onLost: ((error: EmbeddedDatabaseError) => void) | undefined;
  readonly #say: (line: string) => void;
  #server: RunningServer;
  #client: Client | undefined;
  #stopping: Promise<void> | undefined;
  #recovering: Promise<void> | undefined;
  #restarts: number[] = [];
  readonly #logs: NodeJS.Timeout;

  constructor(
    place: Place,
    server: RunningServer,
    onLost: ((error: EmbeddedDatabaseError) => void) | undefined,
    say: (line: string) => void,
  ) {
    this.#place = place;
    this.#server = server;
    this.#onLost = onLost;
    this.#say = say;
    process.on("exit", this.#onExit);
    const log = join(place.dataDir, "postgres.log");
    this.#logs = setInterval(() => limitLog(log), CHECK_LOG_EVERY_MS).unref();
  }

  /** Takes the advisory lock. Tries for a moment, because a killed owner's connection can outlive it. */
  async claim(): Promise<void> {
    const client = new Client({
      connectionString: urlOf(this.#server.access),
      application_name: `pipelines-owner pid ${process.pid}`,
      connectionTimeoutMillis: 5000,
    });
    let live = false;
    client.on("error", () => undefined); // "end" follows
    client.on("end", () => {
      if (live) this.#recover();
    });
    try {
      await client.connect();
      await takeLock(client, this.#place.dataDir);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    live = true;
    this.#client = client;
    (client as Refable).unref(); // watching must not keep a finished process alive
  }

  /** Stops watching a server that belongs to somebody else. */
  stopWatching(): void {
    clearInterval(this.#logs);
    process.off("exit", this.#onExit);
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    await this.#recovering;
    (this.#client as Refable | undefined)?.ref(); // its goodbye is awaited
    await this.#client?.end().catch(() => undefined);
    await stopServer(this.#place.cluster, this.#server.pid, this.#say);
    this.stopWatching();
  }

  /** Shuts PostgreSQL down if the process ends without a call of stop. */
  readonly #onExit = (): void => {
    if (isServerOf(this.#server.pid, this.#place.cluster)) kill(this.#server.pid, "SIGINT");
  };

  get isRecovering(): boolean {
    return this.#recovering !== undefined;
  }

  #recover(): void {
    if (this.#stopping !== undefined || this.#recovering !== undefined) return;
    this.#recovering = this.#restart().finally(() => (this.#recovering = undefined));
  }

  async #restart(): Promise<void> {
    for (;;) {
      if (this.#stopping !== undefined) return;
      try {
        if (!isServerOf(this.#server.pid, this.#place.cluster)) {
          // Do not count restarts on a full disk: the server may die repeatedly until there is space.
          if (!isDiskFull(this.#place.dataDir)) this.#countRestart();
          this.#say(`The database (pid ${this.#server.pid}) ended unexpectedly; starting it again.`);
        }
        this.#server = await ensureServer(this.#place, this.#server.access, this.#say, true);
        await this.claim();
        return;
      } catch (error) {
        if (error instanceof EmbeddedDatabaseError && isAboutSpace(error)) {
          this.#say(
            releaseReserve(this.#place.dataDir) ? IN_RESERVE : "The disk is full: the database waits for space.",
          );
          await sleep(RETRY_SPACE_MS);
          continue;
        }
        if (error instanceof EmbeddedDatabaseError) {
          this.stopWatching();
          this.#say(error.message);
          this.#onLost?.(error);
          return;
        }
        // The server answered and died again, or has no free connection. Try again.
        this.#say(`The database cannot be reached (${reasonOf(error)}); trying again.`);
        await sleep(250);
      }
    }
  }

  #countRestart(): void {
    const now = Date.now();
    this.#restarts = [...this.#restarts.filter((time) => now - time < 60_000), now];
    if (this.#restarts.length > RESTARTS_A_MINUTE) {
      throw new EmbeddedDatabaseError(
        "The database ended more than five times within a minute and is not started again.",
      );
    }
  }
}

async function takeLock(client: Client, dataDir: string): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock($1) AS mine", [OWNER_KEY]);
    if (rows[0]?.mine === true) return;
    await sleep(30);
  }
  const { rows } = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.objid = $1 AND l.granted`,
    [OWNER_KEY],
  );
  const pid = /pid (\d+)/.exec(rows[0]?.name ?? "")?.[1];
  throw new EmbeddedDatabaseError(
    `Pipelines is already running on ${dataDir} (as pid ${pid ?? "unknown"}): stop it first, or set DATA_DIR to another directory.`,
  );
}
