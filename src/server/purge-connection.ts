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

export type Connection = {
  readonly isListening: boolean;
  /** False if connections go to another host now. */
  readonly isRightPlace: boolean;
  /** When the last answered heartbeat was sent. Purges of all commits before this time have arrived. */
  readonly heardOf: number;
  /** Sends the next heartbeat at once. */
  ask: () => void;
  end: () => Promise<void>;
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

/**
 * Opens one connection that listens for purges and sends heartbeats until it is lost.
 * @param options.asksRole the heartbeats ask what the server is and how far its journal is
 */
export function openConnection(
  url: string,
  events: PurgeEvents,
  { asksRole, applicationName }: { asksRole: boolean; applicationName: string },
): Connection {
  const config = { application_name: applicationName, keepAlive: true, keepAliveInitialDelayMillis: 1_000 };
  const client = newClient(url, config, { mayBeReadOnly: true });
  const state = {
    isListening: false,
    heardOf: -Infinity,
    get isRightPlace() {
      return !(client instanceof FollowingClient) || client.isRightPlace;
    },
  };
  let isOpen = false;
  let isOver = false;
  let checks = 0;
  let isWaiting = true;
  let isAskedAgain = false;
  let next: NodeJS.Timeout | undefined;
  // A search among several hosts takes longer where one of them is silent, and may still find another one.
  const lateOpening = client instanceof FollowingClient ? MOST_CHECKS : LATE_OPENING_CHECKS;
  const ticking = setInterval(() => {
    if (!isWaiting) return;
    checks += 1;
    if (checks >= (isOpen ? LATE_CHECKS : lateOpening)) events.onLate();
    // Give up a late connection only now, because it may recover and deliver the missed purges.
    if (checks === MOST_CHECKS) lose(true);
  }, CHECK_EVERY_MS);
  ticking.unref();

  const finish = (): void => {
    isOver = true;
    clearInterval(ticking);
    clearTimeout(next);
  };
  // Report the loss once. Error, end and a failed query can all follow each other; two reports would open two
  // connections.
  const lose = (isHanging: boolean): void => {
    if (isOver) return;
    finish();
    events.onLost(isHanging);
  };

  async function beat(): Promise<void> {
    if (isOver) return;
    const asked = performance.now();
    checks = 0;
    isWaiting = true;
    let role: Role | undefined;
    try {
      if (asksRole) role = await readRole(client);
      else await client.query("select 1");
      if (!state.isListening) await tryListen();
    } catch (error) {
      return lose(isSilence(error));
    }
    isWaiting = false;
    if (isOver) return;
    state.heardOf = asked;
    events.onBeat(role, asked);
    next = setTimeout(() => void beat(), isAskedAgain ? 0 : HEARTBEAT_EVERY_MS);
    isAskedAgain = false;
    next.unref();
  }

  /**
   * A standby answers heartbeats but refuses LISTEN. The next heartbeat tries again, because a standby can become the
   * primary.
   */
  async function tryListen(): Promise<void> {
    try {
      await client.query(`listen ${PURGE_CHANNEL}`);
    } catch (error) {
      if (codeOf(error) === "25006") return;
      throw error;
    }
    if (isOver) return;
    state.isListening = true;
    state.heardOf = performance.now();
    events.onListening();
  }

  client.on("notification", ({ payload }) => {
    if (!isOver) events.onPurge(payload === undefined || payload === "*" ? ["*"] : payload.split(" "));
  });
  client.on("error", (error) => lose(isSilence(error)));
  client.on("end", () => lose(false));
  client
    .connect()
    .then(() => client.query(KEEPALIVE))
    .then(() => (isOpen = true))
    .then(beat, (error: unknown) => lose(isSilence(error)));

  return Object.assign(state, {
    ask: () => {
      // A connection answers one question at a time.
      isAskedAgain = isWaiting;
      if (isWaiting || isOver) return;
      clearTimeout(next);
      void beat();
    },
    end: async () => {
      const wasHanging = isWaiting && checks >= LATE_CHECKS;
      finish();
      // A server that hangs does not answer a regular close.
      if (wasHanging) client.connection.stream.destroy();
      else await client.end().catch(() => {});
    },
  });
}
