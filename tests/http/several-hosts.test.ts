import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiUser, startTestApp, stop, type Answer, type TestApp } from "#tests/helpers/app.ts";
import { startCluster, type Cluster, type Node } from "#tests/helpers/cluster.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";

// A primary and two standbys, all named in DATABASE_URL. Every test continues with what the one before left.

let cluster: Cluster;
let primary: Node;
/** The one that becomes the primary. */
let standby: Node;
let app: TestApp;
let person: ApiUser;

beforeAll(async () => {
  cluster = await startCluster({ standbys: 2, isSynchronous: true });
  primary = cluster.primary;
  const hosts = [...cluster.standbys, primary].map(({ port }) => `127.0.0.1:${port}`).join(",");
  app = await startTestApp({
    databaseUrl: `postgres://pipelines@${hosts}/pipelines?target_session_attrs=read-write`,
    jobs: true,
    env: { DEMO: "off" },
  });
  person = await new ApiUser(app).signUp();
  await waitForPaths(app);
});
afterAll(async () => {
  await app.stop();
  await cluster.stop();
});

/** What happened to each read and save; none may be a bug of ours. */
const statuses = new Set<number>();

async function note(asking: Promise<Answer>): Promise<Answer> {
  const answer = await asking;
  statuses.add(answer.status);
  if (answer.status === 503) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  return answer;
}

function save(location: string): Promise<Answer> {
  return note(person.save({ location, pipeline: [stop("Several Hosts", "Clerk", "2018-01-01", "2019-01-01", 80)] }));
}

let texts = 0;
/** Another text each time, so that no answer comes from memory. */
const look = (): Promise<Answer> =>
  note(new ApiUser(app).call("GET", `/api/company/get/companies/none${(texts += 1)}`));
const readOwn = (): Promise<Answer> => note(person.call("GET", `/api/profile/get/${person.profileId}`));

async function portOf(): Promise<unknown> {
  const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(app.db);
  return rows[0]?.port;
}

/** The connections that the app has at a server, by their names. */
async function namesAt(node: Node): Promise<string[]> {
  const rows = await node.query(
    "select distinct application_name as name from pg_stat_activity where datname = 'pipelines' and application_name like 'pipelines%' order by 1",
  );
  return rows.map(({ name }) => String(name));
}

describe("several hosts in DATABASE_URL", () => {
  it("changes go to the one that takes them, although standbys are named first", async () => {
    expect((await save("before")).status).toBe(200);
    expect(await portOf()).toBe(primary.port);
  });

  it("while no host takes changes, standbys that lack a change are not read", async () => {
    for (const one of cluster.standbys) await one.pause();
    expect((await save("hidden by the standby")).status).toBe(200);
    // Longer than the time between two heartbeats.
    await new Promise((resolve) => setTimeout(resolve, 600));
    await primary.kill();
    const deadline = performance.now() + 3_000;
    while (performance.now() < deadline) {
      expect((await look()).status).toBe(503);
      expect((await readOwn()).status).toBe(503);
    }
  });

  it("reads go on from a standby once it has everything, and changes are 503", async () => {
    for (const one of cluster.standbys) await one.resume();
    await expect.poll(async () => (await look()).status, { timeout: 10_000 }).toBe(200);
    await expect.poll(async () => (await readOwn()).text, { timeout: 10_000 }).toContain("hidden by the standby");
    await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status, { timeout: 5_000 }).toBe(200);
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await save("nowhere")).status).toBe(503);
      expect((await look()).status).toBe(200);
      expect((await readOwn()).status).toBe(200);
    }
  });

  it("saves are back within five seconds after another standby's promotion, and reads did not fail", async () => {
    const read = await portOf();
    const other = cluster.standbys.find(({ port }) => port !== read);
    if (!other) throw new Error("There is no other standby.");
    standby = other;
    await standby.promote();
    const since = performance.now();
    for (let status = 503; status !== 200; status = (await save("after")).status) {
      expect(performance.now() - since).toBeLessThan(5_000);
      expect((await look()).status).toBe(200);
    }
    expect((await readOwn()).text).toContain("after");
    const ports = await Promise.all(Array.from({ length: 20 }, portOf));
    expect(new Set(ports)).toEqual(new Set([standby.port]));
  });

  it("purges, jobs and the path engine follow too", async () => {
    const path = `/api/profile/get/${person.profileId}`;
    const isKept = (): boolean => app.services.cache.get(`${path}\n`, Date.parse("2026-11-15T12:00:00Z")) !== undefined;
    await expect.poll(async () => (await fetch(`${app.url}${path}`)).ok && isKept(), { timeout: 10_000 }).toBe(true);
    await sql`select pg_notify('pipelines_purge', '*')`.execute(app.db);
    await expect.poll(isKept, { timeout: 2_000 }).toBe(false);
    await expect
      .poll(() => namesAt(standby), { timeout: 10_000 })
      .toEqual(expect.arrayContaining(["pipelines", "pipelines-jobs", "pipelines-paths", "pipelines-purge"]));
  });

  it("the old primary, started again by itself, is not used: it lacks what was saved since", async () => {
    await primary.start();
    await standby.kill();
    const deadline = performance.now() + 3_000;
    while (performance.now() < deadline) expect((await readOwn()).status).toBe(503);
    expect(await namesAt(primary)).not.toContain("pipelines");
    await standby.start();
    await expect.poll(async () => (await readOwn()).status, { timeout: 10_000 }).toBe(200);
    expect((await readOwn()).text).toContain("after");
    expect(await portOf()).toBe(standby.port);
  });

  it("no answer was a bug of ours", () => {
    expect([...statuses].toSorted()).toEqual([200, 503]);
  });
});
