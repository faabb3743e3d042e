import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiUser, startTestApp, stop, type Answer, type TestApp } from "#tests/helpers/app.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { startCluster, type Cluster, type Node } from "#tests/helpers/cluster.ts";
import { readMetrics } from "#tests/helpers/metrics.ts";
import { startTcpProxy, type TcpProxy } from "#tests/helpers/tcp-proxy.ts";

// A primary and a replica, and two processes that read from both. Every test continues with what the one before left.

let cluster: Cluster;
let primary: Node;
let replica: Node;
/** In front of the replica. */
let proxy: TcpProxy;
let app: TestApp;
/** The other process. */
let other: TestApp;

beforeAll(async () => {
  cluster = await startCluster({ standbys: 1 });
  primary = cluster.primary;
  const [only] = cluster.standbys;
  if (!only) throw new Error("There is no replica.");
  replica = only;
  proxy = await startTcpProxy({ host: "127.0.0.1", port: replica.port });
  const url = new URL(replica.url);
  url.port = String(proxy.port);
  const env = { DEMO: "off", DATABASE_REPLICA_URLS: url.href };
  app = await startTestApp({ databaseUrl: primary.url, env, pages: true });
  other = await startTestApp({ databaseUrl: primary.url, env });
});
afterAll(async () => {
  await Promise.all([app.stop(), other.stop()]);
  await proxy.stop();
  await cluster.stop();
});

/** Waits until a stranger's read would go to the replica. */
async function untilRead(at: TestApp): Promise<void> {
  await expect
    .poll(async () => (await at.services.replicas?.choose(false)) !== undefined, { timeout: 10_000 })
    .toBe(true);
}

async function person(location: string): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  const pipeline = [stop("Replica Works", "Clerk", "2018-01-01", "2019-01-01", 80)];
  expect((await user.save({ location, pipeline })).status).toBe(200);
  return user;
}

let questions = 0;
/** Another address each time, so that no answer comes from memory. */
function pathOf(user: ApiUser): string {
  return `/api/profile/get/${user.profileId}?n=${(questions += 1)}`;
}

function visit(at: TestApp, user: ApiUser): Promise<Answer> {
  return new ApiUser(at).call("GET", pathOf(user));
}

/** A change that nobody announces: it shows which server was read. */
async function writeByHand(user: ApiUser, location: string): Promise<void> {
  await app.db.updateTable("profile").set({ location }).where("public_id", "=", user.profileId).execute();
}

/** Longer than the time between two heartbeats, and than that between two questions to the replica. */
const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 700));

describe("DATABASE_REPLICA_URLS", () => {
  it("strangers are answered by the replica, a person by the primary until the replica has their saves", async () => {
    const user = await person("old town");
    const admin = await adminClient(app, "reader@example.test");
    await untilRead(app);
    await replica.pause();
    await writeByHand(user, "new town");
    await aMoment();
    expect((await visit(app, user)).text).toContain("old town");
    const page = await (await fetch(`${app.url}/user/${user.profileId}`)).text();
    expect(page).toContain("Replica Works");
    expect(page).toContain("old town");
    expect(page).not.toContain("new town");
    expect((await user.call("GET", pathOf(user))).text).toContain("new town");
    const here = Object.assign(new ApiUser(other), { token: user.token });
    expect((await here.call("GET", pathOf(user))).text).toContain("new town");
    // Administrators decide about what is there now.
    expect((await admin.call("GET", pathOf(user))).text).toContain("new town");
    expect(await app.services.replicas?.choose(true)).toBeUndefined();
    await replica.resume();
    await expect.poll(async () => (await visit(app, user)).text, { timeout: 5_000 }).toContain("new town");
    await expect
      .poll(async () => (await app.services.replicas?.choose(true)) !== undefined, { timeout: 5_000 })
      .toBe(true);
  });

  it("writes and reads of one's own pages stay with the primary", async () => {
    const user = await person("quay");
    await replica.pause();
    try {
      expect((await user.save({ location: "pier" })).status).toBe(200);
      expect((await user.call("GET", "/api/user/me")).status).toBe(200);
      const late = await new ApiUser(app).signUp();
      expect((await late.call("GET", "/api/user/me")).status).toBe(200);
    } finally {
      await replica.resume();
    }
  });

  const hide = async (user: ApiUser): Promise<Answer> => user.save({ visibility: "private" });
  const erase = async (user: ApiUser): Promise<Answer> =>
    user.call("DELETE", `/api/profile/${user.profileId}`, { password: "correct-horse-battery" });
  const suspend = async (user: ApiUser): Promise<Answer> =>
    (await adminClient(app)).call("POST", `/api/admin/people/${user.profileId}/suspend`, { reason: "abuse" });

  it.each([
    ["a switch to private", hide],
    ["a deletion", erase],
    ["a suspension", suspend],
  ])("after %s, no process shows what the late replica still has", async (_what, act) => {
    const user = await person("harbour");
    const id = user.profileId;
    const known = Object.assign(new ApiUser(app), { profileId: id });
    await untilRead(app);
    await untilRead(other);
    await replica.pause();
    try {
      expect((await visit(other, known)).text).toContain("harbour");
      expect((await act(user)).status).toBe(200);
      for (let turn = 0; turn < 10; turn += 1) expect((await visit(app, known)).status).toBe(404);
      // The other process hears of it within moments, and the page that is made anew is not made from the replica.
      await expect.poll(async () => (await visit(other, known)).status, { timeout: 1_000 }).toBe(404);
      await aMoment();
      for (let turn = 0; turn < 10; turn += 1) expect((await visit(other, known)).status).toBe(404);
    } finally {
      await replica.resume();
    }
    await untilRead(app);
    await untilRead(other);
    expect((await visit(app, known)).status).toBe(404);
    expect((await visit(other, known)).status).toBe(404);
  });

  it("a replica that is more than ten seconds late is left out, named, and comes back by itself", async () => {
    const user = await person("valley");
    const name = `127.0.0.1:${proxy.port}/pipelines`;
    await untilRead(app);
    expect(await (await fetch(`${app.url}/readyz`)).json()).toEqual({ status: "ready" });
    await replica.pause();
    await writeByHand(user, "mountain");
    await aMoment();
    expect((await visit(app, user)).text).toContain("valley");
    await expect.poll(async () => (await visit(app, user)).text, { timeout: 15_000 }).toContain("mountain");
    await aMoment();
    const shown = await (await fetch(`${app.url}/readyz`)).json();
    expect(shown).toMatchObject({ status: "ready" });
    expect(JSON.stringify(shown)).toMatch(/replica 1 is 1\d seconds behind/);
    expect(app.logged()).toContain(JSON.stringify(name));
    const metrics = await readMetrics(app);
    expect(metrics.get(`replica_lag_seconds{replica="${name}"}`)).toBeGreaterThan(10);
    expect(metrics.get(`replica_used{replica="${name}"}`)).toBe(0);
    await replica.resume();
    await untilRead(app);
    await expect
      .poll(async () => (await fetch(`${app.url}/readyz`)).text(), { timeout: 5_000 })
      .not.toContain("detail");
    expect((await readMetrics(app)).get(`replica_used{replica="${name}"}`)).toBe(1);
  });

  it("a replica that dies in the middle of reads costs no answer, and comes back by itself", async () => {
    const user = await person("island");
    await untilRead(app);
    const statuses = new Set<number>();
    let isOver = false;
    const reading = Array.from({ length: 4 }, async () => {
      while (!isOver) statuses.add((await visit(app, user)).status);
    });
    await aMoment();
    await replica.kill();
    await aMoment();
    await aMoment();
    isOver = true;
    await Promise.all(reading);
    expect([...statuses]).toEqual([200]);
    expect(await (await fetch(`${app.url}/readyz`)).text()).toContain("does not answer");
    await replica.start();
    await untilRead(app);
  });

  it("a replica that hangs without a word costs two seconds once, and no answer", async () => {
    const user = await person("marsh");
    await untilRead(app);
    proxy.hold();
    const first = await Promise.all(Array.from({ length: 8 }, () => visit(app, user)));
    expect(first.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const since = performance.now();
    for (let turn = 0; turn < 5; turn += 1) expect((await visit(app, user)).status).toBe(200);
    expect(performance.now() - since).toBeLessThan(1_500);
    proxy.pass();
    await untilRead(app);
  });

  it("without a primary, public reads go on from a replica that has everything, and not from a late one", async () => {
    const user = await person("coast");
    await untilRead(app);
    await replica.pause();
    await writeByHand(user, "inland");
    await aMoment();
    await primary.kill();
    const deadline = performance.now() + 3_000;
    // The request that is under way at the kill may still be answered; nothing is read from the replica afterwards.
    while (performance.now() < deadline) {
      const answer = await visit(app, user);
      if (performance.now() > deadline - 1_800) expect(answer.status).toBe(503);
    }
    await replica.resume();
    await expect.poll(async () => (await visit(app, user)).text, { timeout: 5_000 }).toContain("inland");
    for (let turn = 0; turn < 5; turn += 1) expect((await visit(app, user)).status).toBe(200);
    const saved = await user.save({ location: "nowhere" });
    expect(saved.status).toBe(503);
    expect(Number(saved.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
