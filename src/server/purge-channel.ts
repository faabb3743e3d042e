import { setTimeout as setTimer } from "node:timers";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";
import type { Pulse } from "#db/pulse.ts";
import type { Log } from "./log.ts";
import type { PageCache } from "./page-cache.ts";
import { PURGE_CHANNEL, openConnection, type Connection } from "./purge-connection.ts";

/** NOTIFY takes payloads below 8000 bytes; a longer list of tags means "everything". */
const MAX_PAYLOAD = 7_000;

/** Milliseconds between a lost connection and the next. */
const AGAIN = 500;
const HEARSAY = 100;
/**
 * How long a sign of life is good for the cache, in milliseconds from when it was asked for: a change that was
 * committed later may not have been heard of.
 */
const LEASE = 900;
/** Milliseconds after which the database counts as hanging, and a process without a sign of life as not ready. */
const PATIENCE = 1_300;

export type PurgeChannel = {
  /** The first connection stands, or could not be made. */
  opened: Promise<void>;
  /** Has the database just given a sign of life? Costs nothing and waits for nobody. */
  isAlive: () => boolean;
  close: () => Promise<void>;
};

/** For commands beside a running app: every kept answer of every process may be out of date. */
export async function announceEverything(db: Database): Promise<void> {
  await db.transaction().execute((trx) => announce(trx, ["*"]));
}

/**
 * Tells every process, from inside the transaction that makes the change:
 * PostgreSQL delivers it exactly when, and only if, the change is committed.
 */
export async function announce(trx: Trx, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return;
  const payload = tags.join(" ");
  await sql`select pg_notify(${PURGE_CHANNEL}, ${payload.length > MAX_PAYLOAD ? "*" : payload})`.execute(trx);
}

type ChannelOptions = {
  cache: PageCache;
  log: Log;
  /** Told when the database begins to hang, and that it answers again. */
  pulse?: Pulse;
  /** Told when "everything" was purged. */
  onEverything?: () => void;
  /** Is the server that runs for us alone dead? Then nothing changes, and what is kept stays right. */
  isServerDown?: () => boolean;
};

/**
 * Purges travel between processes over LISTEN/NOTIFY. While the listening
 * connection is away the cache is off: a missed purge must not show.
 *
 * A network that swallows everything closes no connection. So the server is asked for a sign of life all the time, and
 * the cache is off as soon as one is late: an answer to what was asked after a change comes behind the change's purge.
 */
export function openPurgeChannel(url: string, options: ChannelOptions): PurgeChannel {
  const { cache, log, pulse, onEverything = () => {}, isServerDown = () => false } = options;
  const first = Promise.withResolvers<void>();
  let current: Connection | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  /** What is kept is right as of the server's death; a server that comes back ends that, and is listened to. */
  let isFrozen = false;
  cache.isFresh = () =>
    (isFrozen && isServerDown()) || (current?.isListening === true && performance.now() - current.heardOf < LEASE);

  /** Its owner may hear of the death a moment after us. */
  async function offUnlessDown(): Promise<void> {
    await setTimeout(HEARSAY);
    if (closed || isListening()) return;
    if (isServerDown()) isFrozen = true;
    else cache.switch(false);
  }

  function isListening(): boolean {
    return current?.isListening === true;
  }

  function lost(connection: Connection, isHanging: boolean): void {
    if (current !== connection) return;
    current = undefined;
    void connection.end();
    if (closed) return;
    first.resolve();
    if (connection.isListening) void offUnlessDown();
    // A server that refuses the connection still answers, so queries need not be given up.
    if (isHanging) pulse?.hang();
    else pulse?.answer();
    log.debug("purge channel lost, opening it again");
    // A hanging connection has already waited long enough: reconnect at once.
    timer = setTimer(listen, isHanging ? 0 : AGAIN);
  }

  function listen(): void {
    const connection = openConnection(url, {
      onLost: (isHanging) => lost(connection, isHanging),
      onLate: () => pulse?.hang(),
      onBeat: () => {
        pulse?.answer();
        first.resolve();
      },
      onListening: () => {
        isFrozen = false;
        cache.clear();
        cache.switch(true);
      },
      onPurge: (tags) => {
        cache.purge(tags);
        if (tags.includes("*")) onEverything();
      },
    });
    current = connection;
  }

  listen();
  return {
    opened: first.promise,
    isAlive: () => current !== undefined && performance.now() - current.heardOf < PATIENCE && !pulse?.isHanging,
    async close() {
      closed = true;
      clearTimeout(timer);
      cache.switch(false);
      first.resolve();
      const connection = current;
      current = undefined;
      await connection?.end();
    },
  };
}
