import { callbackify } from "node:util";
import pg from "pg";
import { hostsOf } from "./hosts.ts";
import { NoPrimary, primaryOf, type Place, type Primary } from "./primary.ts";
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

/** A connection to the primary of several hosts. Which host that is, it asks when it opens. */
export class FollowingClient extends pg.Client {
  readonly #primary: Primary;
  readonly #mayBeReadOnly: boolean;
  /** The address of the chosen host. Undefined until the primary is found. */
  #url: string | undefined;

  constructor(primary: Primary, config: pg.ClientConfig, mayBeReadOnly: boolean) {
    super(config);
    this.#primary = primary;
    this.#mayBeReadOnly = mayBeReadOnly;
    this.on("error", () => this.#askForSearch());
  }

  /** True if new connections go to another host than this one. */
  get isOutdated(): boolean {
    return this.#url !== undefined && !this.#primary.mayUse(this.#url);
  }

  /** Ends the connection as a broken network would, so that the pool notices it. */
  drop(): void {
    this.connection.stream.destroy(new Moved("The database's primary has moved."));
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.Client> | void {
    if (!callback) return this.#open();
    callbackify(() => this.#open())((error) => callback(error ?? undefined));
  }

  async #open(): Promise<this> {
    const place = await this.#primary.find({ mayBeReadOnly: this.#mayBeReadOnly });
    // A pool's time limit for connecting, which destroys the stream, may have passed during the search.
    if (this.connection.stream.destroyed) throw new Error("timeout expired");
    this.#choose(place.url);
    try {
      await super.connect();
      await this.#checkRole(place);
    } catch (error) {
      this.#askForSearch();
      void this.end().catch(() => {});
      throw error;
    }
    return this;
  }

  /** Lets `connect` go to this host. Only host and port differ from what the constructor was given. */
  #choose(url: string): void {
    this.#url = url;
    const { host, port } = new pg.Client({ connectionString: url });
    Object.assign(this, { host, port });
  }

  /** @throws NoPrimary if the server is not what the search found, or the primary has moved meanwhile */
  async #checkRole(place: Place): Promise<void> {
    // A server that is being promoted may refuse the question.
    const role = await readRole(this).catch((error: unknown) => {
      throw new NoPrimary(error);
    });
    if (this.isOutdated || !this.#primary.suits(place, role)) throw new NoPrimary();
  }

  /** A lost connection may mean that the primary has moved. For an outdated one that is known already. */
  #askForSearch(): void {
    if (!this.isOutdated) this.#primary.doubt();
  }
}

/** A pool whose connections move when the primary moves: idle ones at once, busy ones after their work. */
class FollowingPool extends pg.Pool {
  readonly #idle = new Set<pg.ClientBase>();
  readonly #unfollow: () => void;

  constructor(primary: Primary, config: pg.PoolConfig, mayBeReadOnly: boolean) {
    /** The pool makes its clients with one argument. */
    class PoolClient extends FollowingClient {
      constructor(clientConfig: pg.ClientConfig = {}) {
        super(primary, clientConfig, mayBeReadOnly);
      }
    }
    super({ ...config, Client: PoolClient });
    this.on("release", (_error, client) => this.#onRelease(client));
    this.on("acquire", (client) => void this.#idle.delete(client));
    this.on("remove", (client) => void this.#idle.delete(client));
    this.#unfollow = primary.onMove(() => this.#onMove());
  }

  #onRelease(client: pg.ClientBase): void {
    // The pool removes a client that is ending.
    if (client instanceof FollowingClient && client.isOutdated) void client.end().catch(() => {});
    else this.#idle.add(client);
  }

  #onMove(): void {
    for (const client of this.#idle) if (client instanceof FollowingClient && client.isOutdated) client.drop();
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    this.#unfollow();
    return callback ? super.end(callback) : super.end();
  }
}

/** A connection to the database. If the address names several hosts, to their primary. */
export function newClient(url: string, config: pg.ClientConfig, options: ClientOptions = {}): pg.Client {
  const primary = primaryOf(url);
  if (!primary) return new pg.Client({ ...config, connectionString: url });
  return new FollowingClient(primary, withFirstHost(url, config), options.mayBeReadOnly === true);
}

/** A pool of such connections. */
export function newPool(url: string, config: pg.PoolConfig, options: ClientOptions = {}): pg.Pool {
  const primary = primaryOf(url);
  if (!primary) return new pg.Pool({ ...config, connectionString: url });
  return new FollowingPool(primary, withFirstHost(url, config), options.mayBeReadOnly === true);
}

/** User, database and parameters are the same for all hosts, so those of the first one do until one is chosen. */
function withFirstHost<Config extends pg.ClientConfig>(url: string, config: Config): Config {
  const [first] = hostsOf(url);
  return { ...config, connectionString: first };
}
