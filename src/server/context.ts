import type { Database } from "#db/connect.ts";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { PageCache } from "./page-cache.ts";
import type { Limiter } from "./limiter.ts";
import type { Token } from "./token.ts";

/** Who is signed in, as our own code knows them. `profileKey` is internal and never leaves. */
export type Viewer = {
  accountId: string;
  email: string;
  profileKey: number;
  profileId: string;
  profileCreated: boolean;
  username: string;
};

/** A signed-in administrator. Never a viewer: the two have sessions of their own. */
export type Admin = { adminId: string; email: string };

/** The session that `admin` comes from; `handleHash` only where an API client holds it. */
export type AdminSession = { id: string; handleHash: Buffer | null };

/**
 * What a caller may have while the site is closed (setting EARLY_ACCESS): all
 * of it, one of the few things that are open to everybody (a page of them has
 * no header and no footer), or nothing. An open site is "full" for all.
 */
export type Access = "full" | "open" | "none";

/** What the process holds from start to stop. */
export type Services = {
  config: Config;
  secret: Buffer;
  db: Database;
  log: Log;
  metrics: Metrics;
  cache: PageCache;
  limiter: Limiter;
  /** The clock; tests set it. */
  clock: () => Date;
  /** Chance; tests seed it. 0 <= x < 1. */
  random: () => number;
  /** Demo people are in the database (shown in the footer). */
  hasDemo: () => boolean;
  /** False while starting and stopping; /readyz says so. */
  ready: () => boolean;
};

/** What a change may use. `purge` drops this process's cached answers after the commit; `announce` tells the others. */
export type WriteContext = {
  db: Database;
  secret: Buffer;
  now: Date;
  today: string;
  viewer: Viewer | undefined;
  admin: Admin | undefined;
  /** The caller's network address, for the audit log; stored shortened. */
  address: string;
  /** The session that calls, as the SHA-256 of its token. */
  tokenHash?: Buffer | undefined;
  purge: (tags: readonly string[]) => void;
};

/** What each request carries through Hono. */
export type AppEnv = {
  Bindings: { remoteAddress?: string; incoming?: { socket: { remoteAddress?: string } } };
  Variables: {
    services: Services;
    requestId: string;
    nonce: string;
    now: Date;
    address: string;
    /** A valid token of ours, bound or not. */
    token: Token | undefined;
    tokenFrom: "cookie" | "bearer" | "none";
    viewer: Viewer | undefined;
    admin: Admin | undefined;
    access: Access;
    adminSession: AdminSession | undefined;
    /** A fresh bearer token that this call answers. */
    issued: string | undefined;
  };
};
