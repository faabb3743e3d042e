import type { MiddlewareHandler } from "hono";
import type { Pool } from "pg";
import type { Database } from "#db/connect.ts";
import type { Journal } from "#db/journal.ts";
import { Replica, type Trouble, type Fallbacks } from "#db/replica.ts";
import type { AppEnv } from "./context.ts";
import type { Log } from "./log.ts";

/**
 * Pages and calls that everybody may read. All that they show is announced when it changes. Everything else is read
 * from the primary: what belongs to one person or to administrators, shared links, pictures, feeds.
 */
const PUBLIC =
  /^\/(?:(?:_root|_|search|ask|like-me|paths|discover|compare)?(?:\.data)?$|(?:search|ask|user|company|school|title|sitemaps)\/|api\/(?:company|school|title|paths?|jump)\/|api\/profile\/(?:get\/|random$))/;

export function isPublicRead(method: string, path: string): boolean {
  return (method === "GET" || method === "HEAD") && PUBLIC.test(path);
}

export type ReplicaState = {
  name: string;
  /** Seconds behind the primary; undefined if it does not answer. */
  lag: number | undefined;
  /** Why it is left out; undefined if it is read. */
  trouble: Trouble | undefined;
};

/** The replicas of DATABASE_REPLICA_URLS, and the choice between them. */
export class Replicas {
  readonly #replicas: readonly Replica[];
  readonly #journal: Journal;
  #turn = 0;

  constructor(urls: readonly string[], journal: Journal, fallbacks: Fallbacks, log: Log) {
    this.#journal = journal;
    this.#replicas = urls.map(
      (url) =>
        new Replica(url, journal, fallbacks, ({ name, lag, trouble }) =>
          log.warn(
            { replica: name, lag, trouble },
            trouble === undefined ? "a replica is read" : "a replica is left out",
          ),
        ),
    );
  }

  /**
   * The databases for a request's reads. Undefined if no replica may answer it.
   * @param isOwn the caller may have saved something that nobody else is told of
   */
  async choose(isOwn: boolean): Promise<{ db: Database; lookups: Database } | undefined> {
    this.#turn += 1;
    const { length } = this.#replicas;
    const inTurn = this.#replicas.map((_, n) => this.#replicas[(n + this.#turn) % length]);
    if (!isOwn) return inTurn.find((replica) => replica !== undefined && replica.source !== "primary");
    // Everything that the caller saved before this request is behind this position.
    const position = await this.#journal.now();
    if (position === undefined) return undefined;
    for (const replica of inTurn) if (await replica?.has(position)) return replica;
    return undefined;
  }

  state(): ReplicaState[] {
    return this.#replicas.map(({ name, lag, trouble }) => ({ name, lag, trouble }));
  }

  get pools(): Readonly<Record<string, Pool>> {
    return Object.fromEntries(
      this.#replicas.flatMap(({ name, pools }) =>
        Object.entries(pools).map(([pool, one]) => [`${pool} of ${name}`, one] as const),
      ),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }
}

/**
 * What /readyz says of replicas that are not read. Everybody may ask, so it counts them and does not name the
 * database's hosts.
 */
export function replicaTroubles(states: readonly ReplicaState[]): string[] {
  return states.flatMap(({ lag = 0, trouble }, index) => {
    const replica = `replica ${index + 1}`;
    if (trouble === "away") return `${replica} does not answer`;
    if (trouble === "unrelated") return `${replica} does not follow our primary`;
    return trouble === "late" ? `${replica} is ${Math.round(lag)} seconds behind` : [];
  });
}

/** Gives public reads a replica's databases in place of the primary's. Administrators always read the primary. */
export const readFromReplicas: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { services, viewer, admin } = c.var;
  if (services.replicas && !admin && isPublicRead(c.req.method, c.req.path)) {
    const chosen = await services.replicas.choose(viewer !== undefined);
    if (chosen) c.set("services", { ...services, db: chosen.db, lookups: chosen.lookups });
  }
  await next();
};
