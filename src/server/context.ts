import type { PictureStore } from "#core/picture-store.ts";
import type { Database, Trx } from "#db/connect.ts";
import type { StoredProfile } from "#core/stored-profile.ts";
import type { Allowance } from "./allowance.ts";
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
  /** Sessions that began until then have ended, because the person was suspended. */
  sessionsFrom: Date;
  /** What the session keeps of the profile's earlier ids (src/server/former-ids.ts). */
  formerIds?: Buffer;
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

/** A profile that was changed in a transaction; undefined on a side where it is not there. */
export type ProfileChange = {
  before: StoredProfile | undefined;
  after: StoredProfile | undefined;
  today: string;
  secret: Buffer;
  /** Published numbers changed with it. */
  isCounted: boolean;
};

/** A person who gets new ids: whose, and the id that the profile had. */
export type VisibilitySwitch = { secret: Buffer; accountId: string; profileKey: number; formerId: string };

/** An account, as slices that react to it are told. `ownerKey` leads to its profile. */
export type KnownAccount = { id: string; email: string; ownerKey: Buffer };

/**
 * What happens in other slices when something happens in one. Each runs inside the transaction of its cause. The lists
 * stand in src/reactions.server.ts, so that no slice imports the slices that react to it.
 */
export type Reactions = {
  accountCreated: readonly ((trx: Trx, account: KnownAccount) => Promise<void>)[];
  /** Before the account's row goes. Returns the tags of cached answers to purge after the commit. */
  accountDeleted: readonly ((
    trx: Trx,
    account: KnownAccount,
    ctx: Pick<WriteContext, "secret" | "today" | "reactions">,
  ) => Promise<readonly string[] | void>)[];
  /** The owner of its e-mail takes an account over: all earlier ways in end. */
  accountReclaimed: readonly ((trx: Trx, accountId: string) => Promise<void>)[];
  /** People's stops are about to change, under their locks. Each gives back what is run after: did numbers change? */
  stopsChanging: readonly ((trx: Trx, profileKeys: readonly number[]) => Promise<() => Promise<boolean>>)[];
  /** Each announces the cached answers that show the change, and gives their tags to purge after the commit. */
  profileChanged: readonly ((trx: Trx, change: ProfileChange) => Promise<string[]>)[];
  /** Public, anonymous or private: the person got new ids. */
  visibilitySwitched: readonly ((trx: Trx, switched: VisibilitySwitch) => Promise<void>)[];
  /** A profile that others see in lists was saved. */
  listedProfileSaved: readonly ((trx: Trx, profileKey: number) => Promise<void>)[];
  /** A backup was restored: what was ended since must not go on. */
  restored: readonly ((trx: Trx) => Promise<void>)[];
  /** A profile was deleted that had stops at these companies. */
  companiesLeft: readonly ((trx: Trx, companyKeys: readonly number[]) => Promise<void>)[];
};

/** What the process holds from start to stop. */
export type Services = {
  config: Config;
  secret: Buffer;
  db: Database;
  /** What `db` is connected to; a backup takes a connection of its own. */
  databaseUrl: string;
  /** For look-ups by a typed text alone: few connections, and a short time for each statement. */
  lookups: Database;
  /** For batches alone: one connection with a longer time for each statement. */
  publishing: Database;
  log: Log;
  metrics: Metrics;
  /** As Prometheus reads them, of all processes where there are several. */
  readMetrics: () => Promise<string>;
  cache: PageCache;
  limiter: Limiter;
  /** Where pictures are; undefined where the database holds them. */
  pictures: PictureStore | undefined;
  reactions: Reactions;
  /** The clock; tests set it. */
  clock: () => Date;
  /** Chance; tests seed it. 0 <= x < 1. */
  random: () => number;
  /** Demo people are in the database (shown in the footer). */
  hasDemo: () => boolean;
  /** False while starting and stopping; /readyz says so. */
  ready: () => boolean;
  /** The process is stopping: each connection is closed after its answer. */
  leaving: () => boolean;
  /** Has the database just given a sign of life? Asks nobody and waits for nobody. */
  isDatabaseAlive: () => boolean;
  /** Nothing may be saved: the disk of the embedded database is as good as full, or another one just said so. */
  isDiskFull: () => boolean;
  /** The state to show to people. Stays true while saves are tried again on an external database that was full. */
  isShownFull: () => boolean;
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
  reactions: Reactions;
  pictures: PictureStore | undefined;
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
    /** What the request was counted by; undefined for probes. */
    allowance: Allowance | undefined;
    /** A valid token of ours, bound or not. */
    token: Token | undefined;
    tokenFrom: "cookie" | "bearer" | "none";
    viewer: Viewer | undefined;
    /** What the caller's personal access token may do; undefined for a session. */
    scope: "read" | "write" | undefined;
    admin: Admin | undefined;
    access: Access;
    /** The code that let the caller in, by a cookie or a token; looked for only where somebody may have one. */
    codeId: string | undefined;
    adminSession: AdminSession | undefined;
    /** A fresh bearer token that this call answers. */
    issued: string | undefined;
  };
};
