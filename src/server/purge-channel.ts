import { setTimeout as setTimer } from "node:timers";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";
import { LEASE_MS, type Journal } from "#db/journal.ts";
import { sendLater } from "#db/transact.ts";
import { primaryOf } from "#db/primary.ts";
import type { Pulse } from "#db/pulse.ts";
import type { PageCache } from "./page-cache.ts";
import { PURGE_CHANNEL, PurgeConnection, type PurgeEvents } from "./purge-connection.ts";

/** NOTIFY refuses payloads of 8000 bytes or more. A longer list of tags is sent in several. */
const MAX_PAYLOAD = 7_000;

/** Milliseconds before a lost connection is opened again. */
const RECONNECT_AFTER_MS = 500;
/** Milliseconds within which the app learns that its own server has died. */
const SERVER_DEATH_MS = 100;
/** After this many milliseconds without a heartbeat's answer, the process is not ready. */
const MAX_SILENCE_MS = 1_300;

export type PurgeChannel = {
  /** Resolves when the first connection is open, or has failed. */
  opened: Promise<void>;
  /** Has the database just answered a heartbeat? Reads a variable, so it costs nothing. */
  isAlive: () => boolean;
  /** All purges of commits before this time (`performance.now()`) have arrived; -Infinity while none are received. */
  heardOf: () => number;
  close: () => Promise<void>;
};

/** Purges every cached answer of every process. For commands that run beside the app. */
export async function announceEverything(db: Database): Promise<void> {
  await db.transaction().execute((trx) => announce(trx, ["*"]));
}

/**
 * Sends the tags to all processes. Call it inside the transaction of the change: PostgreSQL delivers the notifications
 * at the commit, and only if there is one. A long list of tags is never replaced by `*`, which means everything: the path
 * engine would read everybody again.
 */
export async function announce(trx: Trx, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return;
  const [payload, ...others] = payloadsOf(tags);
  await sendLater(trx, sql`select note_path_changes(${[...tags]}), pg_notify(${PURGE_CHANNEL}, ${payload})`);
  for (const other of others) await sendLater(trx, sql`select pg_notify(${PURGE_CHANNEL}, ${other})`);
}

function payloadsOf(tags: readonly string[]): string[] {
  const payloads: string[] = [];
  let payload = "";
  for (const tag of tags) {
    if (payload !== "" && payload.length + 1 + tag.length > MAX_PAYLOAD) {
      payloads.push(payload);
      payload = "";
    }
    payload += payload === "" ? tag : ` ${tag}`;
  }
  payloads.push(payload);
  return payloads;
}

type ChannelOptions = {
  cache: Pick<PageCache, "isFresh" | "purge" | "clear" | "switch">;
  log: { debug: (text: string) => void };
  /** The name of the connection, for PostgreSQL. */
  applicationName?: string;
  /** Is told when the database hangs and when it answers again. */
  pulse?: Pulse;
  /** Is told how much the primary has written, and of changes. Heartbeats ask for it only if there is one. */
  journal?: Journal;
  /** Called when the database hangs, or another host became the primary. Other connections may not notice it. */
  onMistrust?: () => void;
  /** Called after a purge of everything. */
  onEverything?: () => void;
  /** Is our own embedded server dead? Then nothing can change, so kept answers stay right. */
  isServerDown?: () => boolean;
};

/**
 * Receives purges from other processes over LISTEN/NOTIFY. While the listening connection is away, the cache is off,
 * because a purge could be missed.
 *
 * A broken network does not always close a connection. So heartbeats are sent all the time, and the cache is off as
 * soon as an answer is late. PostgreSQL answers in order: the answer to a heartbeat that was sent after a commit comes
 * after the purge of that commit.
 */
export function openPurgeChannel(url: string, options: ChannelOptions): PurgeChannel {
  const { cache, log, pulse, journal, isServerDown = () => false } = options;
  const { onEverything = () => {}, onMistrust = () => {}, applicationName = "pipelines-purge" } = options;
  const primary = primaryOf(url);
  const first = Promise.withResolvers<void>();
  let current: PurgeConnection | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  /** True after our own server died: kept answers stay right until a server runs again. */
  let isFrozen = false;
  /** May purges have been missed, without the cache having been told? */
  let isMissing = false;
  cache.isFresh = () =>
    (isFrozen && isServerDown()) || (current?.isListening === true && performance.now() - current.heardOf < LEASE_MS);

  /** Waits a moment, because the code that runs the server may notice its death later than this connection does. */
  async function offUnlessDown(): Promise<void> {
    await setTimeout(SERVER_DEATH_MS);
    if (closed || isListening()) return;
    isMissing = false;
    if (isServerDown()) isFrozen = true;
    else cache.switch(false);
  }

  function isListening(): boolean {
    return current?.isListening === true;
  }

  function lost(connection: PurgeConnection, isHanging: boolean, opened: number): void {
    if (current !== connection) return;
    current = undefined;
    journal?.primaryLost();
    void connection.end();
    if (closed) return;
    first.resolve();
    isMissing ||= connection.isListening;
    if (connection.isListening) void offUnlessDown();
    // A server that refuses the connection still answers, so queries need not be given up.
    if (isHanging) pulse?.hang();
    else pulse?.answer();
    // A server that hangs ends no connection, so nobody else would look for another primary.
    if (isHanging) {
      primary?.doubt();
      onMistrust();
    }
    log.debug("purge channel lost, opening it again");
    // A hanging connection has already waited long enough: reconnect at once. Not so if the network is down, because
    // the kernel then refuses each attempt at once.
    const waited = isHanging ? performance.now() - opened : 0;
    timer = setTimer(listen, Math.max(0, RECONNECT_AFTER_MS - waited));
  }

  /** Opens the connection again at once, because it leads to a server that is not the primary any more. */
  function move(): void {
    if (current?.isOutdated !== true) return;
    const left = current;
    current = undefined;
    journal?.primaryLost();
    void left.end();
    if (left.isListening) cache.switch(false);
    onMistrust();
    clearTimeout(timer);
    listen();
  }

  function listen(): void {
    const opened = performance.now();
    const events: PurgeEvents = {
      onLost: (isHanging) => lost(connection, isHanging, opened),
      onLate: () => pulse?.hang(),
      onBeat: (role, asked) => {
        pulse?.answer();
        if (role?.isStandby === false) journal?.primaryAnswered(role, asked);
        else journal?.endWaiting();
        first.resolve();
      },
      onListening: () => {
        isFrozen = false;
        // The next connection may open before offUnlessDown has told the cache that the last one was lost.
        if (isMissing) cache.switch(false);
        isMissing = false;
        if (journal) journal.isListening = true;
        cache.clear();
        cache.switch(true);
      },
      onPurge: (tags) => {
        cache.purge(tags);
        if (tags.includes("*")) onEverything();
      },
    };
    const connection = new PurgeConnection(url, events, { asksRole: journal !== undefined, applicationName });
    current = connection;
    if (journal) journal.ask = () => connection.ask();
  }

  listen();
  const unfollow = primary?.onMove(move);
  const unwatch = primary?.watch();
  return {
    opened: first.promise,
    isAlive: () => current !== undefined && performance.now() - current.heardOf < MAX_SILENCE_MS && !pulse?.isHanging,
    heardOf: () => (current?.isListening === true ? current.heardOf : -Infinity),
    async close() {
      closed = true;
      unfollow?.();
      unwatch?.();
      clearTimeout(timer);
      cache.switch(false);
      first.resolve();
      journal?.primaryLost();
      const connection = current;
      current = undefined;
      await connection?.end();
    },
  };
}
