import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadIfChanged } from "#db/catalogue-version.ts";
import { openDatabase, type Database } from "#db/connect.ts";
import { COMPANY_FILES } from "#features/catalogue/read.server.ts";
import { SCHOOLS_FILE } from "#features/school/catalogue.server.ts";
import { ApiUser, createAppDatabase, stop } from "#tests/helpers/app.ts";
import { HEAP, MEMORY } from "#scripts/lib/memory.mjs";
import { MAIN } from "#scripts/lib/programs.mjs";
import { postmasterOf } from "#tests/helpers/embedded.ts";
import { FormService } from "#tests/helpers/form-service.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";
import { SeveralProcesses } from "#tests/helpers/processes-child.ts";

// Several processes at one port: who dies comes back, all are replaced without a failed request, jobs are done once.

const COUNT = 2;
let database: TestDatabase;
let db: Database;
let service: FormService;
let app: SeveralProcesses;

beforeAll(async () => {
  database = await createAppDatabase();
  db = openDatabase(database.url, { max: 2 });
  // Marks the catalogue as loaded. No test here needs it, and loading it takes seconds.
  for (const files of [COMPANY_FILES, [SCHOOLS_FILE]]) await loadIfChanged(db, files, () => Promise.resolve());
  service = await new FormService().start();
  app = new SeveralProcesses({
    PROCESSES: String(COUNT),
    DATABASE_URL: database.url,
    FORM_SERVICE_URL: service.url,
    LOG_LEVEL: "fatal",
  });
  if ((await app.start()) !== undefined) throw new Error(app.complaints);
  await all();
  // Questions about paths are answered once the process in place 0 has read all pipelines.
  const agent = new Agent();
  await app.until(async () => (await ask("/api/title", agent)).status === "200");
});
afterAll(async () => {
  await app.stop();
  await service.stop();
  await db.destroy();
  await database.drop();
});

/** Waits until all processes have the connection that tells them about changes. */
const all = (): Promise<void> =>
  app.until(async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and application_name = 'pipelines-purge'`.execute(db);
    return rows[0]?.count === COUNT && app.workers().length === COUNT;
  });

/** Does a statement of the app wait for this table? */
async function isWaitingFor(table: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where not granted and relation = ${table}::regclass`.execute(db);
  return rows.length > 0;
}

/** Sends one request. Returns its status, or the way in which it failed. */
function ask(path: string, agent: Agent): Promise<{ status: string; text: string }> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve) => {
    const asked = request({ hostname, port, path, agent }, (answer) => {
      let text = "";
      answer.on("data", (piece: Buffer) => (text += piece.toString()));
      answer.on("error", () => resolve({ status: "cut", text }));
      answer.on("end", () => resolve({ status: String(answer.statusCode), text }));
    });
    asked.on("error", () => resolve({ status: asked.reusedSocket ? "cut" : "refused", text: "" }));
    asked.end();
  });
}

const PATHS = ["/readyz", "/api/company/names", "/api/title"];

/** Asks on and on, over kept connections and new ones, while `work` is done; how often each status came. */
async function askWhile(work: () => Promise<void>): Promise<Record<string, number>> {
  const kept = new Agent({ keepAlive: true, maxSockets: 6 });
  const fresh = new Agent({ keepAlive: false });
  const seen: Record<string, number> = {};
  let isOver = false;
  const asking = [kept, kept, kept, fresh, fresh].map(async (agent, n) => {
    while (!isOver) {
      const path = PATHS[n % PATHS.length] ?? "/readyz";
      const { status, text } = await ask(path, agent);
      const what = status === "200" ? status : `${status} ${path} ${text.slice(0, 200)}`;
      seen[what] = (seen[what] ?? 0) + 1;
      await setTimeout(10);
    }
  });
  try {
    await work();
  } finally {
    isOver = true;
    await Promise.all(asking);
    kept.destroy();
    fresh.destroy();
  }
  return seen;
}

/** Has each process answer on a connection of its own. The supervisor gives the next one to the one that waits longest. */
async function nextInLine(): Promise<number> {
  const { hostname, port } = new URL(app.url);
  const clients: Socket[] = [];
  const holders: number[] = [];
  while (new Set(holders.slice(-COUNT)).size < COUNT) {
    const client = connect(Number(port), hostname);
    clients.push(client);
    client.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(client, "data");
    holders.push(app.holderOf(client));
  }
  for (const client of clients) client.destroy();
  const [first] = holders.slice(-COUNT);
  if (first === undefined) throw new Error("There is no process.");
  return first;
}

const doesJobs = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name = 'pipelines-jobs'`.execute(db);
  return rows[0]?.count ?? 0;
};

async function suggest(text: string): Promise<void> {
  const user = await new ApiUser(app).signUp();
  expect((await user.call("POST", "/api/suggestions", { type: "company", text })).status).toBe(200);
}
const forwarded = (text: string): number =>
  service.received.filter(({ body }) => new URLSearchParams(body).get("text") === text).length;

describe("processes at one port", () => {
  it("have the settings for memory that their supervisor was started with", () => {
    const of = (pid: number, file: string): string[] => readFileSync(`/proc/${pid}/${file}`, "utf8").split("\0");
    expect(app.workers()).toHaveLength(COUNT);
    for (const pid of app.workers()) {
      expect(of(pid, "cmdline")).toEqual(expect.arrayContaining(HEAP));
      expect(of(pid, "environ")).toEqual(expect.arrayContaining(Object.entries(MEMORY).map((pair) => pair.join("="))));
    }
  });

  it("show a change within a second, whichever of them took it and whichever is asked", async () => {
    const user = await new ApiUser(app).signUp();
    const fresh = new Agent({ keepAlive: false });
    for (let turn = 0; turn < 4; turn += 1) {
      const saved = await user.save({
        firstName: `Shared${turn}`,
        pipeline: [stop("Shared Works", "Clerk", "2020-01-01", "current")],
      });
      expect(saved.status, saved.text).toBe(200);
      const countOld = async (): Promise<number> => {
        const address = `/api/profile/get/${user.profileId}`;
        const seen = await Promise.all(Array.from({ length: 8 }, () => ask(address, fresh)));
        return seen.filter(({ text }) => !text.includes(`Shared${turn}`)).length;
      };
      // On a busy machine an answer may take longer. Those asked for after a second must be right.
      const due = performance.now() + 1_000;
      for (let isDue = false; !isDue;) {
        isDue = performance.now() >= due;
        const old = await countOld();
        if (old === 0) break;
        if (isDue) expect(old).toBe(0);
        await setTimeout(50);
      }
    }
  });

  it("are measured together", async () => {
    const fresh = new Agent({ keepAlive: false });
    const counted = async (): Promise<number> => {
      const { text } = await ask("/metrics", fresh);
      return Number(/^http_requests_total\{route="\/api\/company\/names",status="200"\} (\d+)/m.exec(text)?.[1] ?? 0);
    };
    const before = await counted();
    for (let n = 0; n < 20; n += 1) await ask(`/api/company/names?x=${n}`, fresh);
    expect(await counted()).toBe(before + 20);
    const { text } = await ask("/metrics", fresh);
    expect(text).toMatch(/^database_up 1$/m);
    // The engine's process is asked for its memory every few seconds.
    await app.until(async () =>
      /^path_engine_resident_memory_bytes \d{8,}$/m.test((await ask("/metrics", fresh)).text),
    );
  });

  it("do background work in one of them, each job once, and in another one when that dies", async () => {
    expect(await doesJobs()).toBeLessThanOrEqual(3);
    await suggest("the first");
    await app.until(() => forwarded("the first") > 0);
    // The oldest has the jobs.
    const [first] = app.workers();
    process.kill(first ?? 0, "SIGKILL");
    await app.until(() => !app.workers().includes(first ?? 0));
    await suggest("the second");
    await app.until(() => forwarded("the second") > 0);
    await all();
    expect([forwarded("the first"), forwarded("the second")]).toEqual([1, 1]);
    expect(await doesJobs()).toBeLessThanOrEqual(3);
  });

  it("lose no connection that was given to a process which ends at that moment", async () => {
    const ending = await nextInLine();
    // The supervisor does nothing until SIGCONT. Then it finds new connections before it finds the end of this process.
    app.signal("SIGSTOP");
    const fresh = new Agent({ keepAlive: false });
    const asked = Promise.all(
      Array.from({ length: 8 }, () =>
        Promise.race([ask("/api/company/names", fresh), setTimeout(30_000, { status: "never answered" })]),
      ),
    );
    await setTimeout(200);
    process.kill(ending, "SIGTERM");
    // Time to end, if it does not wait for the supervisor.
    await setTimeout(1_500);
    app.signal("SIGCONT");
    expect((await asked).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => "200"));
    await app.until(() => !app.workers().includes(ending));
    await all();
  });

  it("go on when one is killed, and are as many again soon after", async () => {
    const killed = app.workers().at(-1) ?? 0;
    process.kill(killed, "SIGKILL");
    await app.until(() => !app.workers().includes(killed));
    const seen = await askWhile(all);
    expect(seen).toEqual({ "200": expect.any(Number) as number });
    expect(app.workers()).not.toContain(killed);
  });

  it("are replaced one after the other on SIGHUP, and no request fails or finds the site not ready", async () => {
    const before = app.workers();
    const seen = await askWhile(async () => {
      // The next process cannot read pipelines at first, so it cannot answer questions about paths.
      await db.transaction().execute(async (trx) => {
        await sql`lock table role in access exclusive mode`.execute(trx);
        app.signal("SIGHUP");
        await app.until(() => isWaitingFor("role"));
        await setTimeout(1_500);
      });
      await app.until(() => before.every((pid) => !app.workers().includes(pid)), 90);
      await all();
    });
    expect(seen).toEqual({ "200": expect.any(Number) as number });
    expect(seen["200"]).toBeGreaterThan(20);
    await suggest("the third");
    await app.until(() => forwarded("the third") > 0);
    expect(forwarded("the third")).toBe(1);
  });

  it("all end with the first one, in order", async () => {
    const children = app.children();
    expect(children).toHaveLength(COUNT + 1);
    expect(await app.stop()).toBe(0);
    for (const pid of children) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });
});

it("several processes that cannot start say why once, and end", async () => {
  const wrong = new SeveralProcesses({
    PROCESSES: "2",
    DATABASE_URL: "postgresql://nobody:wrong@127.0.0.1:1/none",
    DATABASE_WAIT_SECONDS: "0",
  });
  expect(await wrong.start()).toBe(1);
  await wrong.stop();
  expect(wrong.complaints.trim().split("\n")).toHaveLength(1);
});

it("over the database that comes along they share it, and leave none behind", async () => {
  const own = new SeveralProcesses({ PROCESSES: "2" });
  expect(await own.start()).toBeUndefined();
  await own.until(() => own.children().length >= 4);
  expect((await fetch(`${own.url}/readyz`)).status).toBe(200);
  const children = own.children();
  expect(await own.stop()).toBe(0);
  // The system may list an ended process for a moment.
  for (const pid of children)
    await expect.poll(() => isRunning(pid), { message: `process ${pid}`, timeout: 5_000 }).toBe(false);
});

it("asked to end while their database starts, they end it too", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pipelines-starting-"));
  const settings = { PORT: "0", BASE_URL: "https://pipelines.example", DEMO: "off", DATA_DIR: folder };
  const env = { ...process.env, NODE_ENV: "test", ...settings };
  const child = spawn(process.execPath, [MAIN], { stdio: "ignore", env });
  const ended = once(child, "exit");
  await expect.poll(() => postmasterOf(folder), { timeout: 60_000, interval: 5 }).toBeDefined();
  const pid = postmasterOf(folder)?.pid ?? 0;
  child.kill("SIGTERM");
  expect((await ended)[0]).toBe(0);
  // The system may list an ended process for a moment. Nobody but this test would end one that is left.
  await expect
    .poll(() => isRunning(pid), { timeout: 5_000 })
    .toBe(false)
    .catch((error: unknown) => {
      process.kill(pid, "SIGINT");
      throw error;
    });
  expect(postmasterOf(folder)).toBeUndefined();
  await rm(folder, { recursive: true, force: true });
});

it("R7: asked to stop while its processes wait for a database, it ends in seconds, and none has to be killed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pipelines-waiting-"));
  const where = { PORT: "0", BASE_URL: "https://pipelines.example", DATA_DIR: folder };
  const settings = { ...where, DATABASE_URL: "postgresql://nobody@127.0.0.1:1/nothing" };
  const env = { ...process.env, NODE_ENV: "test", PROCESSES: "2", LOG_LEVEL: "error", ...settings };
  const child = spawn(process.execPath, [MAIN], { env });
  const ended = once(child, "exit");
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (said += text.toString()));
  await expect.poll(() => said, { timeout: 60_000 }).toContain("Waiting for the database at 127.0.0.1:1");
  const from = performance.now();
  child.kill("SIGTERM");
  expect((await ended)[0]).toBe(0);
  expect(performance.now() - from).toBeLessThan(15_000);
  expect(said.trim().split("\n")).toHaveLength(1);
  await rm(folder, { recursive: true, force: true });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
