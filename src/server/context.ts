import type { PictureStore } from "#core/picture-store.ts";
import type { Database, Trx } from "#db/connect.ts";
import type { CountedPerson, StoredProfile } from "#core/stored-profile.ts";
import type { Allowance } from "./allowance.ts";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { PageCache } from "./page-cache.ts";
import type { Replicas } from "./replicas.ts";
import type { Limiter } from "./limiter.ts";
import type { Token } from "./token.ts";

/** The signed-in person. `profileKey` is internal and never part of an answer. */
export type Viewer = {
  accountId: string;
  email: string;
  profileKey: number;
  profileId: string;
  profileCreated: boolean;
  username: string;
  /** Sessions that began before this time have ended, because the person was suspended. */
  sessionsFrom: Date;
  /** Hashes of the profile's earlier ids (src/server/former-ids.ts). */
  formerIds?: Buffer;
};

/** A signed-in administrator. Administrators are never viewers; the two have separate sessions. */
export type Admin = { adminId: string; email: string };

/** The administrator's session. `handleHash` is set only if an API client holds it. */
export type AdminSession = { id: string; handleHash: Buffer | null };

/**
 * What a caller may open while the site is closed (setting EARLY_ACCESS): everything, only pages that are open to
 * everybody (shown without header and footer), or nothing. Everybody has "full" access to an open site.
 */
export type Access = "full" | "open" | "none";

/**
 * A profile before and after a change in a transaction. `before` or `after` is undefined if the profile is new or gone.
 */
export type ProfileChange = {
  before: StoredProfile | undefined;
  after: StoredProfile | undefined;
  today: string;
  secret: Buffer;
  /** True if the change altered numbers that answers show, even if others see the person as before. */
  isCounted: boolean;
};

/**
 * Says whether numbers change. `finish` changes those that many saves share. It comes last in the transaction, because
 * the others wait from then on.
 */
export type SettledChange = {
  isCounted: boolean;
  /** True if the numbers have changed already. Then names and ids of companies may have changed, too. */
  isFinished?: boolean;
  finish: () => Promise<void>;
};

/** A person who gets new ids. `formerId` is the profile's id until now. */
export type VisibilitySwitch = { secret: Buffer; accountId: string; profileKey: number; formerId: string };

/** An account, as reactions get it. `ownerKey` finds its profile. */
export type KnownAccount = { id: string; email: string; ownerKey: Buffer };

/**
 * Functions of other slices that run when something happens in one slice, inside the same transaction. The lists are in
 * src/reactions.server.ts, so that no slice imports the slices that react to it.
 */
export type Reactions = {
  accountCreated: readonly ((trx: Trx, account: KnownAccount) => Promise<void>)[];
  /** Runs before the account's row is deleted. Returns the tags of cached answers to purge after the commit. */
  accountDeleted: readonly ((
    trx: Trx,
    account: KnownAccount,
    ctx: Pick<WriteContext, "secret" | "today" | "reactions">,
  ) => Promise<readonly string[] | void>)[];
  /** Somebody proved to own an account's e-mail address and takes the account over. All earlier ways in must end. */
  accountReclaimed: readonly ((trx: Trx, accountId: string) => Promise<void>)[];
  /**
   * Runs before a person's stops change, while their profile is locked. Returns a function to run after the change, with
   * undefined if the person was deleted.
   */
  stopsChanging: readonly ((
    trx: Trx,
    before: CountedPerson,
    ctx: Pick<WriteContext, "secret">,
  ) => Promise<(after: CountedPerson | undefined) => Promise<SettledChange>>)[];
  /**
   * Runs when a profile has changed, before it is read again: what it asks for with sendLater goes in the same packet.
   * Returns a function to run with the change, which returns tags as those of profileChanged do.
   */
  profileChanging: readonly ((trx: Trx, profileKey: number) => Promise<(change: ProfileChange) => Promise<string[]>>)[];
  /** Announces the cached answers that show the change. Returns their tags to purge after the commit. */
  profileChanged: readonly ((trx: Trx, change: ProfileChange) => Promise<string[]>)[];
  /** The person switched between public, anonymous and private, and got new ids. */
  visibilitySwitched: readonly ((trx: Trx, switched: VisibilitySwitch) => Promise<void>)[];
  /** A profile that others see in lists was saved, and may have companies that only people named. */
  listedProfileSaved: readonly ((trx: Trx, profileKey: number) => Promise<void>)[];
  /** A backup was restored. Ends again what has ended since the backup was made. */
  restored: readonly ((trx: Trx) => Promise<void>)[];
  /** A profile with stops at these companies was deleted. */
  companiesLeft: readonly ((trx: Trx, companyKeys: readonly number[]) => Promise<void>)[];
};

/** What the process holds from start to stop. A request may get other databases (src/server/replicas.ts). */
export type Services = {
  config: Config;
  secret: Buffer;
  db: Database;
  /** The address of `db`. A backup opens its own connection with it. */
  databaseUrl: string;
  /** For look-ups by a typed text: few connections, and a short time limit for each statement. */
  lookups: Database;
  /** Standbys that answer public reads. Undefined if none are set up. `db` and `lookups` are those of the primary. */
  replicas: Replicas | undefined;
  /** For batches: one connection with a longer time limit for each statement. */
  publishing: Database;
  log: Log;
  metrics: Metrics;
  /** The metrics of all processes, in the format of Prometheus. */
  readMetrics: () => Promise<string>;
  cache: PageCache;
  limiter: Limiter;
  /** Where pictures are stored; undefined if the database holds them. */
  pictures: PictureStore | undefined;
  reactions: Reactions;
  /** The clock; tests set it. */
  clock: () => Date;
  /** A random number, 0 <= x < 1. Tests seed it. */
  random: () => number;
  /** Are demo people in the database? The footer says so. */
  hasDemo: () => boolean;
  /** False while starting and stopping; /readyz says so. */
  ready: () => boolean;
  /** The process is stopping: each connection is closed after its answer. */
  leaving: () => boolean;
  /** Has the database just answered a heartbeat? Reads a variable and waits for nothing. */
  isDatabaseAlive: () => boolean;
  /**
   * True if nothing can be saved: the embedded database's disk is nearly full, or an external database just reported a
   * full disk.
   */
  isDiskFull: () => boolean;
  /**
   * Should screens say that the disk is full? Stays true while saves to an external database are tried again after a
   * full disk.
   */
  isShownFull: () => boolean;
};

/**
 * What a write may use. Call `purge` after the commit: it drops the cached answers of this process. The other processes
 * are told inside the transaction, by `announce`.
 */
export type WriteContext = {
  db: Database;
  secret: Buffer;
  now: Date;
  today: string;
  viewer: Viewer | undefined;
  admin: Admin | undefined;
  /** The caller's network address, for the audit log, which stores a shortened form. */
  address: string;
  /** SHA-256 of the token that makes the call. */
  tokenHash?: Buffer | undefined;
  purge: (tags: readonly string[]) => void;
  reactions: Reactions;
  pictures: PictureStore | undefined;
};

export type SignedInContext = WriteContext & { viewer: Viewer };
export type AdminContext = WriteContext & { admin: Admin };

/** What each request carries through Hono. */
export type AppEnv = {
  Bindings: { remoteAddress?: string; incoming?: { socket: { remoteAddress?: string } } };
  Variables: {
    services: Services;
    requestId: string;
    now: Date;
    address: string;
    /** The rate limit that counted the request; undefined for probes. */
    allowance: Allowance | undefined;
    /** A valid token of ours, whether bound to an account or not. */
    token: Token | undefined;
    tokenFrom: "cookie" | "bearer" | "none";
    viewer: Viewer | undefined;
    /** The scope of the caller's personal access token; undefined for a session. */
    scope: "read" | "write" | undefined;
    admin: Admin | undefined;
    access: Access;
    /**
     * The early-access code that let the caller in, from a cookie or a token. It is looked up while the site is closed,
     * or if the caller has such a cookie.
     */
    codeId: string | undefined;
    adminSession: AdminSession | undefined;
    /** A fresh bearer token to send with the answer. */
    issued: string | undefined;
  };
};
