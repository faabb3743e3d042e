import type { Client } from "pg";
import { codeOf } from "#core/errors.ts";
import { FollowingClient, newClient } from "#db/client.ts";
import { QUERY_TIMEOUT } from "#db/database-away.ts";
import { readRole, type Role } from "#db/role.ts";

export const PURGE_CHANNEL = "pipelines_purge";

/** Milliseconds between two heartbeats. */
const HEARTBEAT_EVERY_MS = 200;
/** Milliseconds between two checks for a late heartbeat. */
const CHECK_EVERY_MS = 100;
/**
 * After this many checks without an answer the server counts as hanging. Checks are counted, not milliseconds: if this
 * process was paused, it reads the answers that have arrived before the next check.
 */
const LATE_CHECKS = 10;
/** After so many checks without an answer a connection is given up. */
const MOST_CHECKS = 2 * LATE_CHECKS;
/** The same as LATE_CHECKS for opening a connection, which takes longer than a heartbeat on a busy machine. */
const LATE_OPENING_CHECKS = 12;

/**
 * Keepalives let the server notice that we are gone, and our kernel that the network is. They do nothing on a local
 * socket. They are set by a query, because a pooler refuses them in the connection's address.
 */
const KEEPALIVE = `select set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
  set_config('tcp_keepalives_count', '3', false)`;

export type PurgeEvents = {
  /** Called once when the connection ends, fails to open, or hangs for too long. */
  onLost: (isHanging: boolean) => void;
  /** Called at every check while a heartbeat or the opening is late. */
  onLate: () => void;
  /** Called with what the server is, if it was asked for, and when it was asked. */
  onBeat: (role: Role | undefined, asked: number) => void;
  /** Called once the connection receives all purges. */
  onListening: () => void;
  onPurge: (tags: readonly string[]) => void;
};

const SILENT_CODES = /^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
/** Messages of pg's time-out errors, which have no code. They say that a host was silent. */
const SILENT_WORDS: readonly string[] = ["timeout expired", QUERY_TIMEOUT];

/** Did nobody answer: neither through the kernel's network, nor any of the hosts that were asked? */
function isSilence(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (SILENT_CODES.test(codeOf(error) ?? "")) return true;
  return error instanceof AggregateError ? error.errors.every(isSilence) : SILENT_WORDS.includes(error.message);
}

/** One connection that listens for purges and sends heartbeats until it is lost. */
export class PurgeConnection {
  /** Does it receive all purges? */
  isListening = false;
  /** When the last answered heartbeat was sent. Purges of all commits before this time have arrived. */
  heardOf = -Infinity;
  readonly #client: Client;
  readonly #events: PurgeEvents;
  readonly #asksRole: boolean;
  readonly #checking = setInterval(() => this.#check(), CHECK_EVERY_MS).unref();
  #nextBeat: NodeJS.Timeout | undefined;
  /** True while the opening or a heartbeat has no answer yet. */
  #isWaiting = true;
  /** Checks since this wait began. */
  #checks = 0;
  /** From so many checks on, this wait is late. */
  #lateChecks: number;
  #isAskedAgain = false;
  #isOver = false;

  /** @param options.asksRole the heartbeats ask what the server is and how far its journal is */
  constructor(url: string, events: PurgeEvents, options: { asksRole: boolean; applicationName: string }) {
    const config = { application_name: options.applicationName, keepAlive: true, keepAliveInitialDelayMillis: 1_000 };
    this.#client = newClient(url, config, { mayBeReadOnly: true });
    this.#events = events;
    this.#asksRole = options.asksRole;
    // A search among several hosts takes longer where one of them is silent, and may still find another one.
    this.#lateChecks = this.#client instanceof FollowingClient ? MOST_CHECKS : LATE_OPENING_CHECKS;
    this.#client.on("notification", ({ payload }) => {
      if (!this.#isOver) events.onPurge(payload === undefined || payload === "*" ? ["*"] : payload.split(" "));
    });
    this.#client.on("error", (error) => this.#lose(isSilence(error)));
    this.#client.on("end", () => this.#lose(false));
    void this.#open();
  }

  /** True if new connections go to another host than this one. */
  get isOutdated(): boolean {
    return this.#client instanceof FollowingClient && this.#client.isOutdated;
  }

  /** Sends the next heartbeat at once, or as soon as the present one is answered. */
  ask(): void {
    // A connection answers one question at a time.
    this.#isAskedAgain = this.#isWaiting;
    if (this.#isWaiting || this.#isOver) return;
    clearTimeout(this.#nextBeat);
    void this.#beat();
  }

  async end(): Promise<void> {
    const wasHanging = this.#isWaiting && this.#checks >= LATE_CHECKS;
    this.#stop();
    // A server that hangs does not answer a regular close.
    if (wasHanging) this.#client.connection.stream.destroy();
    else await this.#client.end().catch(() => {});
  }

  async #open(): Promise<void> {
    try {
      await this.#client.connect();
      await this.#client.query(KEEPALIVE);
    } catch (error) {
      return this.#lose(isSilence(error));
    }
    this.#lateChecks = LATE_CHECKS;
    await this.#beat();
  }

  async #beat(): Promise<void> {
    if (this.#isOver) return;
    const asked = performance.now();
    this.#checks = 0;
    this.#isWaiting = true;
    let role: Role | undefined;
    try {
      if (this.#asksRole) role = await readRole(this.#client);
      else await this.#client.query("select 1");
      if (!this.isListening) await this.#tryListen();
    } catch (error) {
      return this.#lose(isSilence(error));
    }
    this.#isWaiting = false;
    if (this.#isOver) return;
    this.heardOf = asked;
    this.#events.onBeat(role, asked);
    this.#nextBeat = setTimeout(() => void this.#beat(), this.#isAskedAgain ? 0 : HEARTBEAT_EVERY_MS).unref();
    this.#isAskedAgain = false;
  }

  /**
   * A standby answers heartbeats but refuses LISTEN. The next heartbeat tries again, because a standby can become the
   * primary.
   */
  async #tryListen(): Promise<void> {
    try {
      await this.#client.query(`listen ${PURGE_CHANNEL}`);
    } catch (error) {
      if (codeOf(error) === "25006") return;
      throw error;
    }
    if (this.#isOver) return;
    this.isListening = true;
    this.heardOf = performance.now();
    this.#events.onListening();
  }

  #check(): void {
    if (!this.#isWaiting) return;
    this.#checks += 1;
    if (this.#checks >= this.#lateChecks) this.#events.onLate();
    // Give up a late connection only now, because it may recover and deliver the missed purges.
    if (this.#checks === MOST_CHECKS) this.#lose(true);
  }

  /** Reports the loss once: an error, the end and a failed query can follow each other, and each would reconnect. */
  #lose(isHanging: boolean): void {
    if (this.#isOver) return;
    this.#stop();
    this.#events.onLost(isHanging);
  }

  #stop(): void {
    this.#isOver = true;
    clearInterval(this.#checking);
    clearTimeout(this.#nextBeat);
  }
}
