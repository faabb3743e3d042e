import { connect, createServer, type AddressInfo, type Server } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { FollowingClient, newPool } from "#db/client.ts";
import { openPool } from "#db/connect.ts";
import { isDatabaseAway } from "#db/database-away.ts";
import { Journal } from "#db/journal.ts";
import { PreparedPool } from "#db/prepared-pool.ts";
import { NoPrimary, Primary, primaryOf } from "#db/primary.ts";
import { Replica } from "#db/replica.ts";
import type { ReadSource } from "#db/read-pool.ts";
import { readRole, type Role } from "#db/role.ts";
import { openLog } from "#server/log.ts";
import { PageCache } from "#server/page-cache.ts";
import { openPurgeChannel } from "#server/purge-channel.ts";
import { startCluster, type Cluster, type Node } from "#tests/helpers/cluster.ts";

// The parts that follow a primary and its standbys, each alone. The last test promotes a standby.

let cluster: Cluster;
let standby: Node;
let late: Node;
/** At the primary. */
let pool: pg.Pool;

beforeAll(async () => {
  cluster = await startCluster({ standbys: 2 });
  const [one, two] = cluster.standbys;
  if (!one || !two) throw new Error("There are no standbys.");
  [standby, late] = [one, two];
  pool = openPool(cluster.primary.url);
  await pool.query("create table said (word text)");
  await pool.query("insert into said values ('before')");
});
afterAll(async () => {
  await pool.end();
  await cluster.stop();
});

async function roleOf(url: string): Promise<Role> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await readRole(client);
  } finally {
    await client.end();
  }
}

/** What the heartbeat does. */
async function beat(journal: Journal): Promise<void> {
  const asked = performance.now();
  journal.primaryAnswered(await roleOf(cluster.primary.url), asked);
}

describe("a replica", () => {
  const journal = new Journal();
  let replica: Replica;

  function open(url: string): Replica {
    const way = { primary: new PreparedPool(pool), options: { max: 4 } };
    return new Replica(url, journal, { db: way, lookups: way }, () => {});
  }

  /** Unlike `expect.poll`, this does not let faked time pass. */
  async function until(turn: ReadSource, milliseconds: number): Promise<ReadSource> {
    const deadline = performance.now() + milliseconds;
    do await beat(journal);
    while (replica.source !== turn && performance.now() < deadline);
    return replica.source;
  }

  beforeEach(async () => {
    journal.isListening = true;
    await beat(journal);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await replica.close();
  });

  it("whose address leads to several servers is read only from the one whose position is known", async () => {
    let target = standby;
    const ways: Server = createServer((socket) => {
      const up = connect(target.port, "127.0.0.1");
      socket.on("error", () => up.destroy()).on("close", () => up.destroy());
      up.on("error", () => socket.destroy()).on("close", () => socket.destroy());
      socket.pipe(up).pipe(socket);
    });
    await new Promise<void>((resolve) => ways.listen(0, "127.0.0.1", resolve));
    const url = new URL(standby.url);
    url.port = String((ways.address() as AddressInfo).port);
    const beating = setInterval(() => void beat(journal), 200);
    replica = open(url.href);
    try {
      await late.pause();
      await pool.query("update said set word = 'after'");
      journal.changed();
      await beat(journal);
      await expect.poll(() => replica.source, { timeout: 5_000 }).toBe("replica");
      const read = () => sql<{ word: string; port: number }>`select word, inet_server_port() as port from said`;
      // The position is asked on a connection that is open already. All others lead to the late one.
      target = late;
      for (let turn = 0; turn < 5; turn += 1) {
        const { rows } = await read().execute(replica.db);
        expect(rows).toEqual([{ word: "after", port: cluster.primary.port }]);
      }
      target = standby;
      const { rows } = await read().execute(replica.db);
      expect(rows).toEqual([{ word: "after", port: standby.port }]);
    } finally {
      clearInterval(beating);
      await late.resume();
      ways.close();
    }
  });

  it("is not read any more from the moment when the connection that asks for its position ends", async () => {
    // It asks once, and not again while this test runs.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    replica = open(standby.url);
    expect(await until("replica", 5_000)).toBe("replica");
    await standby.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pipelines-replica'",
    );
    expect(await until("primary", 1_000)).toBe("primary");
  });

  it("is asked after the primary while nobody tells us of changes", async () => {
    const met = vi.spyOn(journal, "standbyAnswered");
    replica = open(standby.url);
    expect(await until("replica", 5_000)).toBe("replica");
    expect(met).toHaveBeenCalledWith(expect.objectContaining({ isStandby: true }));
    journal.isListening = false;
    await expect.poll(() => replica.source, { timeout: 1_000 }).toBe("primary-first");
  });
});

describe("a connection to one of several hosts", () => {
  const address = (): string =>
    `postgres://pipelines@127.0.0.1:${standby.port},127.0.0.1:${cluster.primary.port}/pipelines`;

  function known(): Primary {
    const primary = primaryOf(address());
    if (!primary) throw new Error("The primary is not looked for.");
    return primary;
  }

  const client = (): FollowingClient => new FollowingClient(known(), { connectionString: cluster.primary.url }, false);

  afterEach(() => void vi.restoreAllMocks());

  it("is not used if the primary moved while it was opened", async () => {
    await known().find({ mayBeReadOnly: false });
    vi.spyOn(known(), "mayUse").mockReturnValue(false);
    await expect(client().connect()).rejects.toThrow(NoPrimary);
  });

  it("says that there is no primary if the server cannot say what it is", async () => {
    const one = client();
    const refused = Object.assign(new Error("recovery is not in progress"), { code: "55000" });
    one.query = vi.fn().mockRejectedValue(refused);
    const error = await one.connect().catch((cause: unknown) => cause);
    expect(error).toMatchObject({ name: "NoPrimary", cause: refused });
    expect(isDatabaseAway(error)).toBe(true);
  });

  it("is not used if it leads to a server of an older timeline", async () => {
    const place = await known().find({ mayBeReadOnly: false });
    const role = await roleOf(cluster.primary.url);
    expect(known().suits(place, role)).toBe(true);
    expect(known().suits(place, { ...role, timeline: 0 })).toBe(false);
    expect(known().suits(place, { ...role, isStandby: true, isReadOnly: true })).toBe(false);
  });

  it("may go to a standby only if no other one has received more", async () => {
    const { journal } = known();
    await beat(journal);
    const there = { url: standby.url, isReadOnly: true };
    const suits = async () => known().suits(there, await roleOf(standby.url));
    await expect.poll(suits, { timeout: 5_000 }).toBe(true);
    const role = await roleOf(standby.url);
    known().suits({ url: late.url, isReadOnly: true }, { ...role, received: role.received + 1_000_000 });
    expect(await suits()).toBe(false);
  });

  it("that goes to the wrong host after a move is dropped without a search, and the pool ends its watch", async () => {
    const unfollow = vi.fn();
    let move = (): void => {};
    vi.spyOn(known(), "onMove").mockImplementation((act) => {
      move = act;
      return unfollow;
    });
    const followed = newPool(address(), {});
    const errors: Error[] = [];
    followed.on("error", (error) => errors.push(error));
    await followed.query("select 1");
    const doubt = vi.spyOn(known(), "doubt");
    vi.spyOn(known(), "mayUse").mockReturnValue(false);
    move();
    await expect.poll(() => errors.map(({ name }) => name)).toEqual(["Moved"]);
    await expect.poll(() => followed.totalCount).toBe(0);
    expect(doubt).not.toHaveBeenCalled();
    await followed.end();
    expect(unfollow).toHaveBeenCalledOnce();
  });
});

it("nobody waits for the primary's position once the heartbeat goes to a standby", async () => {
  const journal = new Journal();
  const channel = openPurgeChannel(standby.url, { cache: new PageCache(), log: openLog("silent"), journal });
  try {
    await channel.opened;
    await beat(journal);
    const since = performance.now();
    expect(await journal.now()).toBeUndefined();
    expect(performance.now() - since).toBeLessThan(700);
  } finally {
    await channel.close();
  }
});

it("a newer primary is found although the old one lives and its connections work", async () => {
  const primary = new Primary([cluster.primary.url, standby.url]);
  const stop = primary.watch();
  try {
    expect(await primary.find({ mayBeReadOnly: false })).toEqual({ url: cluster.primary.url, isReadOnly: false });
    await standby.promote();
    await expect.poll(() => primary.mayUse(standby.url), { timeout: 15_000 }).toBe(true);
    expect((await cluster.primary.query("select not pg_is_in_recovery() as lives"))[0]).toEqual({ lives: true });
  } finally {
    stop();
  }
});
