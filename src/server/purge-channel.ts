import { sql } from "kysely";
import pg from "pg";
import type { Database, Trx } from "#db/connect.ts";
import type { Log } from "./log.ts";
import type { PageCache } from "./page-cache.ts";

const CHANNEL = "pipelines_purge";
/** NOTIFY takes payloads below 8000 bytes; a longer list of tags means "everything". */
const MAX_PAYLOAD = 7_000;

export type PurgeChannel = { close: () => Promise<void> };

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
  await sql`select pg_notify(${CHANNEL}, ${payload.length > MAX_PAYLOAD ? "*" : payload})`.execute(trx);
}

/**
 * Purges travel between processes over LISTEN/NOTIFY. While the listening
 * connection is away the cache is off: a missed purge must not show.
 */
export function openPurgeChannel(
  url: string,
  cache: PageCache,
  log: Log,
  onEverything: () => void = () => {},
): PurgeChannel {
  let client: pg.Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function listen(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: "pipelines-purge", keepAlive: true });
    next.on("notification", (message) => {
      if (message.payload === undefined || message.payload === "*") {
        cache.purge(["*"]);
        onEverything();
      } else cache.purge(message.payload.split(" "));
    });
    // Told once, whichever of error, end and a failed query comes first: two would open two connections.
    let isLost = false;
    const lost = () => {
      if (isLost) return;
      isLost = true;
      next.end().catch(() => {});
      if (closed) return;
      client = undefined;
      cache.switch(false);
      again();
    };
    next.on("error", lost);
    next.on("end", lost);
    try {
      client = next;
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      if (isLost) return;
      cache.clear();
      cache.switch(true);
    } catch {
      lost();
    }
  }

  function again(): void {
    if (closed) return;
    log.debug("purge channel lost, opening it again");
    timer = setTimeout(() => void listen(), 500);
  }

  void listen();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      cache.switch(false);
      await client?.end().catch(() => {});
    },
  };
}
