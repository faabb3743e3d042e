import type { Pool } from "pg";
import { Moved } from "#db/client.ts";
import { fromConnections, fromPool, fromPoolUnprepared, openPool, type Database } from "#db/connect.ts";
import { Journal } from "#db/journal.ts";
import { POOLER_WORDS, PoolerWatch } from "#db/pooler.ts";
import { PreparedPool } from "#db/prepared-pool.ts";
import { primaryOf } from "#db/primary.ts";
import type { Pulse } from "#db/pulse.ts";
import { TERM_STATISTICS_MS } from "#db/term-statistics.ts";
import { DEMO_MS } from "#features/stats/rules.ts";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/log.ts";
import { Replicas } from "#server/replicas.ts";
import { yieldToRequests } from "#server/yield-to-pages.ts";

/** Look-ups have their own connections, so that they cannot block other queries. The time limit is in milliseconds. */
const LOOKUP_BOUNDS = { max: 3, statementTimeout: 1_000 };
/** Batches too. They have a single connection, because their temporary tables belong to it. */
const PUBLISHING_BOUNDS = { max: 1, statementTimeout: 60_000, longestStatement: DEMO_MS };

/** All connections of this process to its PostgreSQL servers. */
type Databases = {
  db: Database;
  lookups: Database;
  publishing: Database;
  replicas: Replicas | undefined;
  /** How far a standby must be before it is read from. Undefined where there is none. */
  journal: Journal | undefined;
  /** The pools of connections, by the names that they have in /metrics. */
  pools: Readonly<Record<string, Pool>>;
  /** False while there is a pooler that cannot be used. */
  isAlive: () => boolean;
  close: () => Promise<void>;
};

/** @param isEmbedded whether the server came along: it has no standby */
export function openDatabases(input: {
  config: Config;
  databaseUrl: string;
  isEmbedded: boolean;
  pulse: Pulse;
  log: Log;
}): Databases {
  const { config, databaseUrl, pulse, log } = input;
  const { poolUrl } = config;
  const isPooled = poolUrl !== undefined;
  // Connections to a primary that has moved are closed on purpose.
  const onIdleError = (error: Error) => {
    if (!(error instanceof Moved)) log.warn("a database connection was lost");
  };
  // A server that only reads will do: reads go on while there is no primary.
  const bounds = { onIdleError, mayBeReadOnly: true };
  const main = openPool(poolUrl ?? databaseUrl, { ...bounds, isPooled });
  // ClickHouse must not learn of a change that a crash may still undo.
  const mayUnlock = input.isEmbedded && config.paths === undefined;
  // A statement is prepared in a session, and a pooler gives each transaction another one.
  const unguarded = new PreparedPool(main, pulse, !isPooled, mayUnlock);
  const pooler = isPooled ? new PoolerWatch(poolUrl, databaseUrl, (state) => log.warn(POOLER_WORDS[state])) : undefined;
  const prepared = pooler?.guard(unguarded) ?? unguarded;
  const db = fromConnections(prepared);

  const lookupBounds = { ...bounds, ...LOOKUP_BOUNDS, applicationName: "pipelines look-ups" };
  const lookupPool = openPool(databaseUrl, { ...lookupBounds, longestStatement: TERM_STATISTICS_MS });
  const lookups = fromPool(lookupPool, undefined, pulse);
  const publishingPool = openPool(databaseUrl, {
    ...PUBLISHING_BOUNDS,
    applicationName: "pipelines publishing",
    onIdleError,
  });
  const publishing = fromPoolUnprepared(yieldToRequests(publishingPool));

  const hasReplicas = config.replicaUrls.length > 0;
  const journal = primaryOf(databaseUrl)?.journal ?? (hasReplicas ? new Journal() : undefined);
  const ways = {
    db: { primary: prepared, options: bounds },
    lookups: { primary: new PreparedPool(lookupPool, pulse), options: lookupBounds },
  };
  const replicas = journal && hasReplicas ? new Replicas(config.replicaUrls, journal, ways, log) : undefined;
  return {
    db,
    lookups,
    publishing,
    replicas,
    journal,
    pools: { main, lookups: lookupPool, publishing: publishingPool, ...replicas?.pools },
    isAlive: () => pooler?.isAlive() !== false,
    close: async () => {
      await Promise.all([pooler?.close(), replicas?.close(), db.destroy(), lookups.destroy(), publishing.destroy()]);
    },
  };
}
