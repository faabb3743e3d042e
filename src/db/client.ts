import { callbackify } from "node:util";
import pg from "pg";
import { hostsOf } from "./hosts.ts";
import { NoPrimary, primaryOf, type Primary } from "./primary.ts";
import { readRole } from "./role.ts";

type ClientOptions = {
  /** May the connection go to a standby while there is no primary? */
  mayBeReadOnly?: boolean;
};

type Callback = (error?: Error) => void;

/** Ends a connection because another host became the primary. */
export class Moved extends Error {
  override name = "Moved";
}

/** A client that connects to whichever of several hosts is the primary. */
export class FollowingClient extends pg.Client {
  readonly #primary: Primary;
  readonly #mayBeReadOnly: boolean;
  /** Undefined until the search has ended. */
  #url: string | undefined;

  constructor(primary: Primary, config: pg.ClientConfig, mayBeReadOnly: boolean) {
    super(config);
    this.#primary = primary;
    this.#mayBeReadOnly = mayBeReadOnly;
    this.on("error", () => this.#doubt());
  }

  /** False if connections go to another host now. */
  get isRightPlace(): boolean {
    return this.#url === undefined || this.#primary.mayUse(this.#url);
  }

  /** Ends the connection as a broken network would. */
  drop(): void {
    this.connection.stream.destroy(new Moved("The database's primary has moved."));
  }

  /** A lost connection may mean that the primary has moved, but not if connections go to another host already. */
  #doubt(): void {
    if (this.isRightPlace) this.#primary.doubt();
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.Client> | void {
    if (!callback) return this.#open();
    callbackify(() => this.#open())((error) => callback(error ?? undefined));
  }

  async #open(): Promise<this> {
    const place = await this.#primary.find({ mayBeReadOnly: this.#mayBeReadOnly });
    // The pool gives up by destroying the stream, which may have happened during the search.
    if (this.connection.stream.destroyed) throw new Error("timeout expired");
    const { host, port } = new pg.Client({ connectionString: place.url });
    this.#url = place.url;
    Object.assign(this, { host, port });
    try {
      await super.connect();
      // A server that is being promoted may refuse the question.
      const role = await readRole(this).catch((error: unknown) => {
        throw new NoPrimary(error);
      });
      if (!this.isRightPlace || !this.#primary.suits(place, role)) throw new NoPrimary();
    } catch (error) {
      this.#doubt();
      void this.end().catch(() => {});
      throw error;
    }
    return this;
  }
}

/** A pool that is told when the primary moves, until it ends. */
class FollowingPool extends pg.Pool {
  unfollow: (() => void) | undefined;

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    this.unfollow?.();
    return callback ? super.end(callback) : super.end();
  }
}

/** A connection to the database. If the address names several hosts, to their primary. */
export function newClient(url: string, config: pg.ClientConfig, options: ClientOptions = {}): pg.Client {
  const primary = primaryOf(url);
  if (!primary) return new pg.Client({ ...config, connectionString: url });
  const [first] = hostsOf(url);
  return new FollowingClient(primary, { ...config, connectionString: first }, options.mayBeReadOnly === true);
}

/** A pool of such connections. If the primary moves, its connections move too. */
export function newPool(url: string, config: pg.PoolConfig, options: ClientOptions = {}): pg.Pool {
  const primary = primaryOf(url);
  if (!primary) return new pg.Pool({ ...config, connectionString: url });
  const followed = primary;
  const mayBeReadOnly = options.mayBeReadOnly === true;
  class PoolClient extends FollowingClient {
    constructor(given: pg.ClientConfig = {}) {
      super(followed, given, mayBeReadOnly);
    }
  }
  const [first] = hostsOf(url);
  const pool = new FollowingPool({ ...config, connectionString: first, Client: PoolClient });
  const idle = new Set<pg.Client>();
  const forget = (client: pg.Client): void => void idle.delete(client);
  pool.on("acquire", forget).on("remove", forget);
  pool.on("release", (_error, client) => {
    // The pool removes a client that is ending.
    if (client instanceof FollowingClient && !client.isRightPlace) void client.end().catch(() => {});
    else idle.add(client);
  });
  pool.unfollow = primary.onMove(() => {
    // The pool notices the loss of an idle connection.
    for (const client of idle) if (client instanceof FollowingClient && !client.isRightPlace) client.drop();
  });
  return pool;
}
