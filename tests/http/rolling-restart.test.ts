import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { AppProcess } from "#tests/helpers/app-process.ts";

// Two app processes on one database, as an operator runs them: with the defaults, ended by SIGTERM. In front of them is
// a simple balancer. It uses them alternately, keeps connections, and leaves out a process while its /readyz says no.

/** The balancer's connections to the app, and its clients' to it. */
const toApp = new Agent({ keepAlive: true, maxSockets: 32 });
const toBalancer = new Agent({ keepAlive: true, maxSockets: 32 });
const CLIENTS = 10;
/** Milliseconds that a request waits for a connection to the database before it is refused. */
const LATE = 2_000;

const running: (AppProcess | undefined)[] = [];
const isReady = [false, false];
let turn = 0;
let home: TestApp;

async function startOne(place: number): Promise<void> {
  const { config } = home.services;
  running[place] = await AppProcess.start({
    DATA_DIR: config.dataDir,
    DATABASE_URL: home.databaseUrl,
    SECRET_FILE: config.secretFile,
    DRAIN_SECONDS: undefined,
  });
}

async function end(place: number): Promise<number> {
  const started = performance.now();
  await running[place]?.end("SIGTERM");
  running[place] = undefined;
  isReady[place] = false;
  return performance.now() - started;
}

/** Every 50 ms, as a balancer would every few seconds with a drain that is longer than that. */
const asking = setInterval(() => {
  for (const [place, one] of running.entries()) {
    if (one === undefined) continue;
    // An answer that comes late on a busy machine says nothing about the process that was started meanwhile.
    const note = (ok: boolean): void => {
      if (running[place] === one) isReady[place] = ok;
    };
    fetch(`http://127.0.0.1:${one.port}/readyz`).then(
      (answer) => note(answer.ok),
      () => note(false),
    );
  }
}, 50);

/** Waits for a process that is ready: on a busy machine the database, and with it /readyz, answers late at times. */
async function choose(): Promise<number | undefined> {
  turn += 1;
  const places = [turn % 2, (turn + 1) % 2];
  for (const deadline = performance.now() + 10_000; performance.now() < deadline; await setTimeout(20)) {
    const place = places.find((one) => isReady[one]);
    if (place !== undefined) return place;
  }
  return undefined;
}

async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const place = await choose();
  const port = place === undefined ? undefined : running[place]?.port;
  if (port === undefined) return void outgoing.writeHead(503).end("nobody is ready");
  const { url: path, method, headers } = incoming;
  const asked = request({ host: "127.0.0.1", port, path, method, headers, agent: toApp }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502);
    answer.pipe(outgoing);
  });
  // A balancer that repeats requests would hide the faults that this test looks for.
  asked.on("error", (error) => outgoing.writeHead(502).end(error.message));
  incoming.pipe(asked);
}

const balancer = createServer((incoming, outgoing) => void pass(incoming, outgoing));
const users: ApiUser[] = [];

beforeAll(async () => {
  // The other processes have the real time, and a session that was not used for 14 days ends.
  home = await startTestApp({ now: () => new Date() });
  for (let n = 0; n < CLIENTS; n += 1) {
    const user = await new ApiUser(home).signUp();
    await user.save({ pipeline: [stop("Rolling Works", "Clerk", "2018-01-01", "2019-01-01")] });
    users.push(user);
  }
  await Promise.all([startOne(0), startOne(1)]);
  await new Promise<void>((resolve) => balancer.listen(0, "127.0.0.1", resolve));
}, 300_000);

afterAll(async () => {
  clearInterval(asking);
  for (const agent of [toApp, toBalancer]) agent.destroy();
  await new Promise<void>((resolve) => {
    balancer.close(() => resolve());
    balancer.closeAllConnections();
  });
  await Promise.all([end(0), end(1)]);
  await home.stop();
});

/** The answer's status; "late" for one that a busy machine's database kept waiting; anything else with its words. */
function ask(user: ApiUser, body: string | undefined): Promise<string> {
  const began = performance.now();
  const { port } = balancer.address() as AddressInfo;
  const isSave = body !== undefined;
  return new Promise((resolve) => {
    const asked = request(
      {
        host: "127.0.0.1",
        port,
        path: isSave ? `/api/profile/${user.profileId}` : `/api/profile/get/${user.profileId}`,
        method: isSave ? "PATCH" : "GET",
        agent: toBalancer,
        headers: {
          authorization: `Bearer ${user.token}`,
          ...(isSave ? { "content-type": "application/json", "content-length": body.length } : {}),
        },
      },
      (answer) => {
        let text = "";
        answer.on("data", (piece: Buffer) => (text += piece.toString()));
        answer.on("end", () => {
          if (answer.statusCode === 200) resolve("200");
          else if (answer.statusCode === 503 && performance.now() - began > LATE) resolve("late");
          else resolve(`${isSave ? "save" : "read"} ${answer.statusCode} ${text}`);
        });
      },
    );
    asked.on("error", (error) => resolve(error.message));
    asked.end(body);
  });
}

/** Clients that ask on and on, every third time to save, while `work` is done; how often each answer came. */
async function askWhile(work: () => Promise<void>): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  let isOver = false;
  const asked = users.map(async (user, n) => {
    for (let round = n; !isOver; round += 1) {
      const answer = await ask(user, round % 3 === 0 ? JSON.stringify({ location: `Place ${round}` }) : undefined);
      seen.set(answer, (seen.get(answer) ?? 0) + 1);
      await setTimeout(5);
    }
  });
  await work().finally(() => (isOver = true));
  await Promise.all(asked);
  return seen;
}

it("R19: at the defaults a restart of each in turn, under load on kept connections, fails no request", async () => {
  await expect.poll(() => isReady, { timeout: 60_000 }).toEqual([true, true]);
  const took: number[] = [];
  const seen = await askWhile(async () => {
    for (const place of [0, 1]) {
      took.push(await end(place));
      await startOne(place);
      await expect.poll(() => isReady, { timeout: 60_000 }).toEqual([true, true]);
    }
  });
  console.info("stops took", ...took.map((ms) => Math.round(ms)), "answers", Object.fromEntries(seen));
  expect([...seen.keys()].filter((answer) => answer !== "late")).toEqual(["200"]);
  expect(seen.get("200")).toBeGreaterThan(100);
  expect(seen.get("late") ?? 0).toBeLessThan((seen.get("200") ?? 0) / 20);
}, 300_000);
