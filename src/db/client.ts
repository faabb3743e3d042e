import { callbackify } from "node:util";
import pg from "pg";
import { hostsOf } from "./hosts.ts";
import { NoPrimary, primaryOf, type Primary } from "./primary.ts";
import { readRole } from "./role.ts";

export type ClientOptions = {
  /** May the connection go to a standby while there is no primary? */
  mayBeReadOnly?: boolean;
};

type Callback = (error?: Error) => void;

/** A client that connects to whichever of several hosts is the primary. */
export class FollowingClient extends pg.Client {
  readonly #primary: Primary;
  readonly #mayBeReadOnly: boolean;
  #url = "";

  constructor(primary: Primary, config: pg.ClientConfig, mayBeReadOnly: boolean) {
    super(config);
    this.#primary = primary;
    this.#mayBeReadOnly = mayBeReadOnly;
    // The place is known before this, so only a lost connection says something about it.
    this.on("error", () => this.#primary.doubt());
  }

  /** False if connections go to another host now. */
  get isRightPlace(): boolean {
    return this.#primary.mayUse(this.#url);
  }

  /** Ends the connection as a broken network would. */
  drop(): void {
    this.connection.stream.destroy();
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
      const { isReadOnly } = await readRole(this);
      if (isReadOnly && !place.isReadOnly) throw new NoPrimary();
    } catch (error) {
      this.#primary.doubt();
      void this.end().catch(() => {});
      throw error;
    }
    return this;
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
  const pool = new pg.Pool({ ...config, connectionString: first, Client: PoolClient });
  const idle = new Set<pg.Client>();
  const forget = (client: pg.Client): void => void idle.delete(client);
  pool.on("acquire", forget).on("remove", forget);
  pool.on("release", (_error, client) => {
    // The pool removes a client that is ending.
    if (client instanceof FollowingClient && !client.isRightPlace) void client.end().catch(() => {});
    else idle.add(client);
  });
  primary.onMove(() => {
    // The pool notices the loss of an idle connection.
    for (const client of idle) if (client instanceof FollowingClient && !client.isRightPlace) client.drop();
  });
  return pool;
}
