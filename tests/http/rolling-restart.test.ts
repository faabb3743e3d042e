import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { createTestDatabase } from "#tests/helpers/postgres.ts";

// Two processes' worth of the app on one database, behind a balancer that
// does what balancers do: asks each for its readiness, keeps connections.

const database = await createTestDatabase();
const running: (TestApp | undefined)[] = [];
const agent = new Agent({ keepAlive: true });
const isReady = [false, false];
let turn = 0;
/** Seconds; many times what the balancer needs to see it. */
const DRAIN = "2";

async function startOne(place: number): Promise<void> {
  running[place] = await startTestApp({ databaseUrl: database.url, env: { DRAIN_SECONDS: DRAIN } });
}

/** Asks everybody every 50 ms, as a balancer would every few seconds. */
const asking = setInterval(() => {
  for (const [place, app] of running.entries()) {
    if (app === undefined) continue;
    fetch(`${app.url}/readyz`).then(
      (answer) => (isReady[place] = answer.ok),
      () => (isReady[place] = false),
    );
  }
}, 50);

function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
  turn += 1;
  const place = [turn % 2, (turn + 1) % 2].find((one) => isReady[one]);
  const app = place === undefined ? undefined : running[place];
  if (app === undefined) return void outgoing.writeHead(503).end();
  const { port } = new URL(app.url);
  const asked = request({ host: "127.0.0.1", port, path: incoming.url, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502);
    answer.pipe(outgoing);
  });
  // A balancer that repeats would hide what is to be seen.
  asked.on("error", () => outgoing.writeHead(502).end());
  asked.end();
}

const balancer = createServer(pass);

beforeAll(async () => {
  await Promise.all([startOne(0), startOne(1)]);
  await new Promise<void>((resolve) => balancer.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  clearInterval(asking);
  agent.destroy();
  await new Promise<void>((resolve) => {
    balancer.close(() => resolve());
    balancer.closeAllConnections();
  });
  await Promise.all(running.flatMap((app) => (app === undefined ? [] : [app.stop()])));
  await database.drop();
});

/** Asks on and on through the balancer while `work` is done; how often each status came. */
async function askWhile(work: () => Promise<void>): Promise<Record<number, number>> {
  const { port } = balancer.address() as AddressInfo;
  const seen: Record<number, number> = {};
  const open: Promise<void>[] = [];
  let isOver = false;
  const done = work().finally(() => (isOver = true));
  while (!isOver) {
    open.push(
      fetch(`http://127.0.0.1:${port}/api/company/get/companies`).then(async (answer) => {
        await answer.arrayBuffer();
        seen[answer.status] = (seen[answer.status] ?? 0) + 1;
      }),
    );
    await setTimeout(20);
  }
  await done;
  await Promise.all(open);
  return seen;
}

async function restart(place: number): Promise<void> {
  await running[place]?.stop();
  running[place] = undefined;
  isReady[place] = false;
  await startOne(place);
  await expect.poll(() => isReady[place], { timeout: 10_000 }).toBe(true);
}

it("R19: readiness goes false ahead of the close, and a restart of each in turn fails no request", async () => {
  await expect.poll(() => isReady, { timeout: 10_000 }).toEqual([true, true]);
  const seen = await askWhile(async () => {
    for (const place of [0, 1, 0, 1]) await restart(place);
  });
  expect(Object.keys(seen)).toEqual(["200"]);
  expect(seen[200]).toBeGreaterThan(50);
}, 60_000);
