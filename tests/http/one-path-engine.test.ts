import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import type { Socket } from "node:net";
import { getPriority } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { loadIfChanged } from "#db/catalogue-version.ts";
import { openDatabase, type Database } from "#db/connect.ts";
import { COMPANY_FILES } from "#features/catalogue/read.server.ts";
import { SCHOOLS_FILE } from "#features/school/catalogue.server.ts";
import { createAppDatabase } from "#tests/helpers/app.ts";
import { ownFolder } from "#tests/helpers/own-folder.ts";
import { five, job, pathOf, person } from "#tests/helpers/path-people.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";
import { SeveralProcesses } from "#tests/helpers/processes-child.ts";

// All processes at a port ask one path engine, which has a process of its own.

let database: TestDatabase;
let db: Database;
let app: SeveralProcesses;
/** The folder for temporary files, of these processes alone. */
const folder = ownFolder("one-engine");
const sockets = (): string[] => readdirSync(folder).filter((name) => name.startsWith("pipelines-paths-"));

const env = () => ({
  PROCESSES: "2",
  DATABASE_URL: database.url,
  SECRET_FILE: join(folder, "secret"),
  TMPDIR: folder,
});

/** Settings with which each process runs this first. */
function withPreload(name: string, code: string) {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  return { ...env(), NODE_OPTIONS: `--import=${file}` };
}

beforeAll(async () => {
  database = await createAppDatabase();
  db = openDatabase(database.url, { max: 2 });
  // Marks the catalogue as loaded. No test here needs it, and loading it takes seconds.
  for (const files of [COMPANY_FILES, [SCHOOLS_FILE]]) await loadIfChanged(db, files, () => Promise.resolve());
  app = new SeveralProcesses({ ...env(), LOG_LEVEL: "debug" });
  if ((await app.start()) !== undefined) throw new Error(app.complaints);
  await allAnswer();
});
afterAll(async () => {
  await app.stop();
  await db.destroy();
  await database.drop();
});

type Answer = { status: number; text: string };

/** Sends one request. Status 0: the connection was refused or cut. */
function ask(path: string, agent: Agent, see = (_socket: Socket): void => {}): Promise<Answer> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve) => {
    const asked = request({ hostname, port, path, agent });
    asked.on("error", (error) => resolve({ status: 0, text: error.message }));
    asked.on("response", (answer) => {
      let text = "";
      see(answer.socket);
      answer.on("data", (piece: Buffer) => (text += piece.toString()));
      answer.on("error", (error) => resolve({ status: 0, text: error.message }));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.end();
  });
}

/** The answers of all processes; the supervisor gives each connection to the next one. */
async function askEach(path: string): Promise<Answer[]> {
  const answers = new Map<number, Answer>();
  for (let n = 0; n < 20 && answers.size < 2; n += 1) {
    // The connection stays open until it is known who has it.
    const agent = new Agent({ keepAlive: true });
    let holder = 0;
    const answer = await ask(path, agent, (socket) => (holder = app.holderOf(socket)));
    agent.destroy();
    answers.set(holder, answers.get(holder) ?? answer);
  }
  return [...answers.values()];
}

/** Waits until both processes answer questions about paths. */
const allAnswer = (): Promise<void> =>
  app.until(async () => (await askEach("/api/title")).filter(({ status }) => status === 200).length === 2);

/** How many people each process counts at this company; null for fewer than five. */
async function counts(name: string): Promise<unknown[]> {
  const answers = await askEach(pathOf(name));
  return answers.map(({ status, text }) =>
    status === 200 ? (JSON.parse(text) as { people: unknown }).people : status,
  );
}

describe("the path engine of several processes", () => {
  it("runs once, with a lower priority, at a socket that no other user can open", async () => {
    expect([app.workers().length, app.engines().length]).toEqual([2, 1]);
    expect(getPriority(app.engines()[0])).toBe(5);
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and application_name = 'pipelines-paths'`.execute(db);
    expect(rows[0]?.count).toBeGreaterThanOrEqual(1);
    // One engine has two pools of two connections, and one that hears of changes.
    expect(rows[0]?.count).toBeLessThanOrEqual(5);
    expect(sockets()).toHaveLength(1);
    expect(statSync(join(folder, sockets()[0] ?? "")).mode & 0o777).toBe(0o700);
  });

  it("tells each process what was saved through any of them, and counts nobody who hides", async () => {
    const members = await five(app, "Shared Engine Works");
    const sixth = await person(app, { pipeline: [job("Shared Engine Works")] });
    await expect.poll(() => counts("Shared Engine Works"), { timeout: 10_000 }).toEqual([6, 6]);
    for (const one of [sixth, ...members.slice(0, 2)]) {
      expect((await one.save({ visibility: "private" })).status).toBe(200);
      const left = one === sixth ? 5 : null;
      await expect.poll(() => counts("Shared Engine Works"), { timeout: 10_000 }).toEqual([left, left]);
    }
  });

  it("comes back after it was killed, with what changed meanwhile; the site goes on", async () => {
    const members = await five(app, "Killed Engine Works");
    await expect.poll(() => counts("Killed Engine Works"), { timeout: 10_000 }).toEqual([5, 5]);
    const [killed] = app.engines();
    process.kill(killed ?? 0, "SIGKILL");
    await app.until(() => !app.engines().includes(killed ?? 0));
    await app.until(() =>
      app.log.some((line) => /"signal":"SIGKILL","msg":"the process of the path engine/.test(line)),
    );
    expect((await members[0]?.save({ visibility: "private" }))?.status).toBe(200);
    for (const { status } of await askEach("/readyz")) expect(status).toBe(200);
    for (const { status } of await askEach("/api/company/names")) expect(status).toBe(200);
    const late = await person(app, { pipeline: [job("Killed Engine Works")] });
    await allAnswer();
    await expect.poll(() => counts("Killed Engine Works"), { timeout: 10_000 }).toEqual([5, 5]);
    expect((await late.save({ visibility: "private" })).status).toBe(200);
    await expect.poll(() => counts("Killed Engine Works"), { timeout: 10_000 }).toEqual([null, null]);
    expect(app.engines()).toHaveLength(1);
    expect(sockets()).toHaveLength(1);
  });

  it("hears of changes again after its connection was cut, which the log says", async () => {
    const members = await five(app, "Cut Off Works");
    await expect.poll(() => counts("Cut Off Works"), { timeout: 10_000 }).toEqual([5, 5]);
    const [engine] = app.engines();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'pipelines-paths' and datname = current_database()`.execute(db);
    await app.until(() => app.log.some((line) => line.includes(`"pid":${engine},"msg":"purge channel lost`)));
    expect((await members[0]?.save({ visibility: "private" }))?.status).toBe(200);
    await allAnswer();
    await expect.poll(() => counts("Cut Off Works"), { timeout: 10_000 }).toEqual([null, null]);
    expect(app.engines()).toEqual([engine]);
  });

  it("comes back after a cleaner of temporary files has removed its socket, also for a process that starts then", async () => {
    for (const name of sockets()) rmSync(join(folder, name), { recursive: true });
    const [killed = 0] = app.workers();
    process.kill(killed, "SIGKILL");
    await app.until(() => app.workers().length === 2 && !app.workers().includes(killed));
    await allAnswer();
    expect(sockets()).toHaveLength(1);
    expect(statSync(join(folder, sockets()[0] ?? "")).mode & 0o777).toBe(0o700);
  });

  it("refuses questions while it hangs, and everything else is answered", async () => {
    const [engine = 0] = app.engines();
    process.kill(engine, "SIGSTOP");
    try {
      const asked = ask("/api/paths/next", new Agent());
      expect((await askEach("/readyz")).map(({ status }) => status)).toEqual([200, 200]);
      const { status, text } = await asked;
      expect([status, text]).toEqual([503, expect.stringContaining("overloaded")]);
    } finally {
      process.kill(engine, "SIGCONT");
    }
    await allAnswer();
    expect(app.engines()).toEqual([engine]);
  });

  it("is replaced before the processes on SIGHUP, and no question fails", async () => {
    await five(app, "Replaced Engine Works");
    await expect.poll(() => counts("Replaced Engine Works"), { timeout: 10_000 }).toEqual([5, 5]);
    const before = app.children();
    const [engine = 0] = app.engines();
    const kept = new Agent({ keepAlive: true, maxSockets: 4 });
    const fresh = new Agent({ keepAlive: false });
    const wrong: string[] = [];
    let right = 0;
    let isOver = false;
    const asking = [kept, kept, fresh, fresh].map(async (agent, n) => {
      for (let round = n; !isOver; round += 1) {
        const path = round % 2 === 0 ? pathOf("Replaced Engine Works") : "/api/title";
        // Text that was asked for before is given from memory, so each question is another one.
        const { status, text } = await ask(`${path}${path.includes("?") ? "&" : "?"}x=${round}`, agent);
        if (status === 200 && (round % 2 === 1 || text.includes('"people":5'))) right += 1;
        else wrong.push(`${status} ${text.slice(0, 200)}`);
        await setTimeout(10);
      }
    });
    app.signal("SIGHUP");
    await app.until(() => app.children().every((pid) => !before.includes(pid)), 60);
    isOver = true;
    await Promise.all(asking);
    for (const agent of [kept, fresh]) agent.destroy();
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThan(20);
    expect(app.engines()).not.toContain(engine);
    await app.until(() => app.workers().length === 2 && app.engines().length === 1);
    expect(sockets()).toHaveLength(1);
    await allAnswer();
    expect(await counts("Replaced Engine Works")).toEqual([5, 5]);
  });

  it("ends with the others, and leaves no socket", async () => {
    const children = app.children();
    expect(children).toHaveLength(3);
    expect(await app.stop()).toBe(0);
    for (const pid of children) expect(isRunning(pid)).toBe(false);
    expect(sockets()).toEqual([]);
  });
});

it("all processes end when the first one is killed, and leave no socket", async () => {
  const killed = new SeveralProcesses(env());
  expect(await killed.start()).toBeUndefined();
  await killed.until(() => killed.workers().length === 2 && killed.engines().length === 1);
  const children = killed.children();
  killed.signal("SIGKILL");
  for (const pid of children)
    await expect.poll(() => isRunning(pid), { message: `process ${pid}`, timeout: 10_000 }).toBe(false);
  expect(sockets()).toEqual([]);
  await killed.stop();
});

it("ends also in an endless loop, when all others are killed, and leaves no socket", async () => {
  const looping = `if (process.argv[1]?.includes("path-process")) process.on("SIGUSR2", () => { for (;;); });`;
  const killed = new SeveralProcesses(withPreload("looping", looping));
  expect(await killed.start()).toBeUndefined();
  await killed.until(async () => (await fetch(`${killed.url}/api/title`)).status === 200);
  const [engine = 0] = killed.engines();
  process.kill(engine, "SIGUSR2");
  await killed.until(async () => (await fetch(`${killed.url}/api/paths/next?x=loop`)).status === 503);
  killed.signal("SIGKILL");
  await expect.poll(() => isRunning(engine), { timeout: 15_000 }).toBe(false);
  await expect.poll(() => sockets()).toEqual([]);
  await killed.stop();
});

it("belongs to the only process where there is one, which starts it again and tells its memory", async () => {
  const only = new SeveralProcesses({ ...env(), PROCESSES: "1" });
  expect(await only.start()).toBeUndefined();
  const answers = async (): Promise<boolean> => (await fetch(`${only.url}/api/title`)).status === 200;
  await only.until(answers);
  const [engine = 0] = only.engines();
  expect([only.children().includes(engine), getPriority(engine), sockets()]).toEqual([true, 5, []]);
  process.kill(engine, "SIGKILL");
  await only.until(async () => !only.engines().includes(engine) && (await answers()));
  const measured = async (): Promise<string> => (await fetch(`${only.url}/metrics`)).text();
  await only.until(async () => /^path_engine_resident_memory_bytes \d{8,}$/m.test(await measured()));
  const [other = 0] = only.engines();
  only.signal("SIGKILL");
  await expect.poll(() => isRunning(other), { timeout: 10_000 }).toBe(false);
  await only.stop();
});

it.each(["1", "2"])(
  "dies at each start with PROCESSES=%s: the log says how, and the pauses grow",
  async (PROCESSES) => {
    const dies = `if (process.argv[1]?.includes("path-process")) process.exit(7);`;
    const dying = new SeveralProcesses({ ...withPreload("dying", dies), PROCESSES, LOG_LEVEL: "warn" });
    onTestFinished(async () => void (await dying.stop()));
    expect(await dying.start()).toBeUndefined();
    const ends = () =>
      dying.log.filter((line) => /"code":7,"signal":null,"msg":"the (process of the )?path engine/.test(line));
    await dying.until(() => ends().length >= 5);
    const times = ends().map((line) => Date.parse((JSON.parse(line) as { time: string }).time));
    // 250, 500, 1,000 and 2,000 milliseconds, and what the starts take.
    expect((times[4] ?? 0) - (times[3] ?? 0)).toBeGreaterThan(1_900);
    await dying.until(async () => (await fetch(`${dying.url}/readyz`)).status === 200);
  },
);

it("where there are folders and no sockets, each process has an engine of its own, and the log says why once", async () => {
  const refuses = `
    import { Server } from "node:net";
    const { listen } = Server.prototype;
    Server.prototype.listen = function (at, ...more) {
      return listen.call(this, String(at).includes("pipelines-paths-") ? "/dev/null/no-socket" : at, ...more);
    };`;
  const alone = new SeveralProcesses({ ...withPreload("no-sockets", refuses), LOG_LEVEL: "warn" });
  expect(await alone.start()).toBeUndefined();
  await alone.until(async () => (await fetch(`${alone.url}/api/title`)).status === 200);
  expect(alone.engines()).toEqual([]);
  expect(sockets()).toEqual([]);
  const said = alone.log.filter((line) => line.includes("engine"));
  expect(said).toEqual([
    expect.stringMatching(/ENOTDIR.*"the processes cannot share a path engine: each has its own"/),
  ]);
  await alone.stop();
});

it("without a folder for its socket, each process has an engine of its own", async () => {
  const alone = new SeveralProcesses({ ...env(), TMPDIR: join(folder, "missing") });
  expect(await alone.start()).toBeUndefined();
  await alone.until(async () => (await fetch(`${alone.url}/api/title`)).status === 200);
  expect(alone.engines()).toEqual([]);
  await alone.stop();
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
