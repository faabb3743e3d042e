/**
 * npm run test:failover [-- 10 [pooler]]
 * Builds a cluster from Debian's packages on this machine: three PostgreSQL under Patroni with a synchronous standby,
 * etcd and HAProxy, from the files in deploy/cluster. Kills the primary ten times while people save and visitors read,
 * in turn PostgreSQL alone and the whole machine. Counts acknowledged saves that are lost, seconds without saves, and
 * reads that fail. With "pooler" pages and calls go through PgBouncer and HAProxy instead of to the three hosts. Exits with 1 if a save is lost or an answer is neither 200 nor 503. Needs apt-get, dpkg-deb and
 * Python, installs nothing, and takes about five minutes.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ApiUser, startTestApp, stop } from "#tests/helpers/app.ts";
import { findPgBouncer, startPgBouncer, type PgBouncer } from "#tests/helpers/pgbouncer.ts";
import { PatroniCluster } from "./cluster.ts";

const [kills = "10", way] = process.argv.slice(2);
const KILLS = Number(kills);
const WRITERS = 6;
const READERS = 4;
const PAUSE = 50;

type Writer = { user: ApiUser; acknowledged: number; tried: number };

const folder = mkdtempSync(join(tmpdir(), "pipelines-failover-"));
const cluster = await PatroniCluster.start(folder);
let bouncer: PgBouncer | undefined;
let isWell = true;
const complain = (line: string): void => {
  isWell = false;
  console.log(line);
};
try {
  const first = await cluster.whole();
  await cluster.prepare(first);
  const replicas = cluster.machines.map((machine) => cluster.urlOf(machine)).join(",");
  const proxied = cluster.url.replace(/@[^/]+/, `@127.0.0.1:${cluster.proxyPort}`);
  if (way === "pooler") {
    const program = findPgBouncer(folder);
    if (!program) throw new Error("PgBouncer cannot be fetched.");
    await throughProxy(0);
    bouncer = await startPgBouncer(program, proxied);
  }
  const app = await startTestApp({
    databaseUrl: bouncer ? proxied : cluster.url,
    env: { DEMO: "off", DATABASE_REPLICA_URLS: replicas, ...(bouncer && { DATABASE_POOL_URL: bouncer.url }) },
  });
  let isOver = false;
  let savedAt = performance.now();
  const reads = { own: { all: 0, failed: 0 }, visitors: { all: 0, failed: 0 } };
  const note = (status: number, what: string): void => {
    if (status !== 200 && status !== 503) complain(`${what} was answered with ${status}`);
  };

  const writers: Writer[] = [];
  for (let n = 0; n < WRITERS; n += 1) {
    const user = await new ApiUser(app).signUp();
    await user.save({ location: "0", pipeline: [stop("Failover Works", "Clerk", "2018-01-01", "2019-01-01", 80)] });
    writers.push({ user, acknowledged: 0, tried: 0 });
  }

  async function read(writer: Writer, kind: keyof typeof reads): Promise<string> {
    const path = `/api/profile/get/${writer.user.profileId}?n=${(reads[kind].all += 1)}`;
    const answer = await (kind === "own" ? writer.user : new ApiUser(app)).call("GET", path);
    if (answer.status !== 200) reads[kind].failed += 1;
    note(answer.status, `A read (${kind})`);
    return answer.text;
  }

  const working = [
    ...writers.map(async (writer) => {
      while (!isOver) {
        writer.tried += 1;
        const answer = await writer.user.save({ location: String(writer.tried) });
        note(answer.status, "A save");
        if (answer.status === 200) {
          writer.acknowledged = writer.tried;
          savedAt = performance.now();
        }
        await read(writer, "own");
        await setTimeout(PAUSE);
      }
    }),
    ...writers.slice(0, READERS).map(async (writer) => {
      while (!isOver) {
        await read(writer, "visitors");
        await setTimeout(PAUSE);
      }
    }),
  ];

  /** The acknowledged saves that the database does not have, by what each person sees of themselves. */
  async function countLost(): Promise<number> {
    let lost = 0;
    for (const writer of writers) {
      const { acknowledged } = writer;
      const found = /"location":"(\d+)"/.exec(await read(writer, "own"))?.[1];
      if (found === undefined || Number(found) < acknowledged) lost += acknowledged - Number(found ?? 0);
    }
    return lost;
  }

  async function throughProxy(since: number): Promise<number> {
    for (;;) {
      const rows = await cluster.query(proxied, "select 1 where not pg_is_in_recovery()").catch(() => []);
      if (rows.length > 0) return (performance.now() - since) / 1_000;
      await setTimeout(100);
    }
  }

  console.log("kill  what              seconds without saves  through HAProxy  failed reads: own  visitors  lost");
  for (let turn = 1; turn <= KILLS; turn += 1) {
    const primary = await cluster.whole();
    await setTimeout(1_000);
    const isWholeMachine = turn % 2 === 0;
    const before = { own: reads.own.failed, visitors: reads.visitors.failed };
    const since = performance.now();
    cluster.kill(primary, isWholeMachine);
    await setTimeout(500);
    const through = throughProxy(since);
    while (savedAt < since + 500) await setTimeout(20);
    const seconds = (savedAt - since) / 1_000;
    if (isWholeMachine) cluster.startMachine(primary);
    const behind = await through;
    const lost = await countLost();
    if (lost > 0) complain(`${lost} acknowledged saves are lost`);
    console.log(
      [
        String(turn).padStart(4),
        (isWholeMachine ? "whole machine" : "PostgreSQL").padEnd(16),
        seconds.toFixed(1).padStart(22),
        behind.toFixed(1).padStart(16),
        String(reads.own.failed - before.own).padStart(18),
        String(reads.visitors.failed - before.visitors).padStart(9),
        String(lost).padStart(5),
      ].join("  "),
    );
  }
  await cluster.whole();
  isOver = true;
  await Promise.all(working);
  const saves = writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  console.log(
    `about ${saves} saves, ${reads.own.all} own reads (${reads.own.failed} failed), ${reads.visitors.all} reads of visitors (${reads.visitors.failed} failed)`,
  );
  if ((await countLost()) > 0) complain("acknowledged saves are lost at the end");
  await app.stop();
} finally {
  await bouncer?.stop();
  await cluster.stop();
  if (isWell) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  else console.log(`logs: ${folder}`);
}
process.exit(isWell ? 0 : 1);
