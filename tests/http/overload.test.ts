import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { connect, type Socket } from "node:net";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { issueToken } from "#server/token.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { readMetrics } from "#tests/helpers/metrics.ts";
import { jsonOf, sendRaw, type RawAnswer } from "#tests/helpers/raw.ts";

// S4, R10, R12: after too many or too slow requests, the rest of the site still works. The tests check an order of
// events, so a busy machine makes them slower but not wrong. Speed is measured by bench/ and `npm run attack`.
const PATIENCE = 60_000;
const TEST = 120_000;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ pages: true, now: () => new Date(), env: { PASSWORD_COST: "full" } });
});
afterAll(() => app.stop());

function expectBusy(answer: RawAnswer): void {
  expect(answer.status).toBe(503);
  expect(jsonOf(answer)).toMatchObject({
    error: "We are busy right now. Try again in a moment.",
    code: "overloaded",
    requestId: expect.stringMatching(/./),
  });
  expect(Number(answer.headers.get("retry-after")?.[0])).toBeGreaterThanOrEqual(1);
  expect(answer.headers.get("x-content-type-options")).toEqual(["nosniff"]);
  expect(answer.headers.get("content-type")).toEqual(["application/json; charset=utf-8"]);
}

it(
  "S4: 200 logins at once: some wait, the rest get 503 with Retry-After, and pages go on",
  async () => {
    const authorization = `Bearer ${issueToken(app.services.secret, new Date())}`;
    const answers: RawAnswer[] = [];
    const worked = (): number => answers.filter(({ status }) => status === 400).length;
    let overtook = 0;
    // On a busy machine a page may take as long as many logins. One that waited in their line would every time.
    for (let flood = 0; flood === 0 || (overtook < 2 && flood < 5); flood += 1) {
      let waiting = 200;
      const logins = Array.from({ length: waiting }, async (_, n) => {
        const body = JSON.stringify({ email: `flood${n}@example.test`, password: "correct-horse-battery" });
        const headers = { "content-type": "application/json", authorization };
        const login = { method: "POST", path: "/api/user/login", body, headers, patience: PATIENCE };
        answers.push(await sendRaw(app, login).finally(() => (waiting -= 1)));
      });
      for (let n = 0; waiting > 0; n += 1) {
        const before = worked();
        expect((await sendRaw(app, { path: `/?n=${flood}.${n}`, patience: PATIENCE })).status).toBe(200);
        // The line has 32 places.
        if (waiting >= 16 && worked() - before < 16) overtook += 1;
        // Some pages are enough, and each of them takes time from the logins.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await Promise.all(logins);
    }
    // Pages that were requested while logins waited came before these: they do not wait in the same line.
    expect(overtook).toBeGreaterThanOrEqual(2);
    const done = answers.filter(({ status }) => status === 400);
    const refused = answers.filter(({ status }) => status !== 400);
    expect(done.length).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expectBusy(answer);
  },
  TEST,
);

/** Keeps every query of the app in hand, whose answer is there already, so that no time limit of the database counts. */
function holdQueries({ services }: TestApp): { waiting: () => number; release: () => void } {
  const original = services.db;
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      waiting += 1;
      await gate.promise;
      return result;
    },
  };
  services.db = original.withPlugin(plugin);
  return {
    waiting: () => waiting,
    release: () => {
      services.db = original;
      gate.resolve();
    },
  };
}

/** Another process on the same database, with limits, whose queries wait until they are released. */
async function startHeld(): Promise<{ busy: TestApp; held: ReturnType<typeof holdQueries> }> {
  const busy = await startTestApp({
    databaseUrl: app.databaseUrl,
    env: { RATE_LIMITS: "on", TRUST_PROXY: "127.0.0.1", SECRET_FILE: app.services.config.secretFile },
  });
  return { busy, held: holdQueries(busy) };
}

it(
  "R10: 32 reads are worked on at once, the next get a 503 soon, saves and health are still answered, and it is over when they are",
  async () => {
    const { busy, held } = await startHeld();
    let n = 0;
    const read = (): Promise<RawAnswer> => {
      n += 1;
      const headers = { "x-forwarded-for": `10.0.${n >> 8}.${n & 255}` };
      return sendRaw(busy, { path: `/api/company/get/firm${n}`, headers, patience: PATIENCE });
    };
    try {
      const all = Array.from({ length: 200 }, read);
      await expect.poll(held.waiting, { timeout: PATIENCE }).toBe(32);
      // None of the 32 requests can be answered yet, so a request that is answered did not wait behind them.
      let refused = 0;
      for (const one of all)
        void one.then((answer) => {
          if (answer.status === 503) refused += 1;
        });
      await expect.poll(() => refused, { timeout: PATIENCE }).toBe(168);
      for (const path of ["/healthz", "/readyz"]) expect((await sendRaw(busy, { path })).status).toBe(200);
      expect((await sendRaw(busy, { method: "PATCH", path: "/api/profile/x", body: "{}" })).status).toBe(401);
      // A refused client keeps its connection, because new connections cost more than refusals and wait longer.
      const from = { headers: { "x-forwarded-for": "10.1.0.1" } };
      const more = Array.from({ length: 100 }, (_, at) => fetch(`${busy.url}/api/company/get/more${at}`, from));
      for (const answer of await Promise.all(more))
        expect([answer.status, answer.headers.get("connection")]).toEqual([503, "keep-alive"]);
      // One more is what /readyz says beside its status, for which it does not wait.
      expect(held.waiting()).toBeLessThanOrEqual(33);
      held.release();
      const answers = await Promise.all(all);
      for (const answer of answers) if (answer.status !== 404) expectBusy(answer);
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(32);
      expect((await read()).status).toBe(404);
      const metrics = await readMetrics(busy);
      expect(metrics.get('http_requests_total{route="(refused)",status="503"}')).toBe(268);
    } finally {
      held.release();
      await busy.stop();
    }
  },
  TEST,
);

it(
  "clients that leave do not make room for more work than there are places",
  async () => {
    const { busy, held } = await startHeld();
    const client = new AbortController();
    const read = (n: number, signal?: AbortSignal): Promise<RawAnswer | Response> => {
      const headers = { "x-forwarded-for": `10.0.0.${n}` };
      const path = `/api/company/get/firm${n}`;
      return signal
        ? fetch(busy.url + path, { headers, signal })
        : sendRaw(busy, { path, headers, patience: PATIENCE });
    };
    try {
      // More than there are places, because a busy machine refuses some of them before.
      const left = Promise.allSettled(Array.from({ length: 200 }, (_, n) => read(n, client.signal)));
      await expect.poll(held.waiting, { timeout: PATIENCE }).toBe(32);
      client.abort();
      expect((await left).filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(32);
      const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => read(200 + n)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 503));
      expect(held.waiting()).toBe(32);
      held.release();
      await expect.poll(async () => (await read(250)).status, { timeout: PATIENCE }).toBe(404);
    } finally {
      held.release();
      await busy.stop();
    }
  },
  TEST,
);

/** Once the server has closed its end of the connection from this port of ours. */
function closedByServer(port: () => number | undefined): Promise<void> {
  return new Promise((resolve) => {
    const onSocket = (message: unknown): void => {
      const { socket } = message as { socket: Socket };
      // All that wait here listen to all sockets.
      socket.setMaxListeners(0);
      socket.once("close", () => {
        if (socket.remotePort !== port()) return;
        unsubscribe("net.server.socket", onSocket);
        resolve();
      });
    };
    subscribe("net.server.socket", onSocket);
  });
}

type Dawdler = { seconds: number; bytes: number };

/**
 * Opens a connection and sends these bytes and then very little more. Reports when the server closes it, or
 * we do by `until`, and what it sent until then.
 */
function dawdle(first: string, more: string | undefined, isReading = true, until?: AbortSignal): Promise<Dawdler> {
  const { hostname, port } = new URL(app.url);
  const started = performance.now();
  let bytes = 0;
  return new Promise((resolve) => {
    let local: number | undefined;
    const closed = isReading ? Promise.resolve() : closedByServer(() => local);
    const socket = connect(Number(port), hostname, () => {
      local = socket.localPort;
      socket.write(first);
    });
    const timer = setInterval(() => {
      if (more !== undefined && socket.writable) socket.write(more);
    }, 1_000);
    socket.on("error", () => {});
    until?.addEventListener("abort", () => socket.destroy());
    socket.on("close", () => {
      clearInterval(timer);
      resolve({ seconds: (performance.now() - started) / 1_000, bytes });
    });
    socket.on("data", (piece) => (bytes += piece.length));
    if (isReading) return;
    // A paused socket does not notice its end, so it resumes after the end.
    socket.pause();
    void closed.then(() => socket.resume());
  });
}

it(
  "R12: slow heads, slow bodies and slow readers are closed, and others are served meanwhile",
  async () => {
    const token = issueToken(app.services.secret, new Date());
    const post = `POST /api/user/verify HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    // Together far more than the buffers of both ends of a connection hold.
    const long = "/api/openapi.json";
    const ANSWERS = 150;
    const whole = (await sendRaw(app, { path: long, patience: PATIENCE })).text.length;
    const slow = [
      ...Array.from({ length: 40 }, () => dawdle("GET / HTTP/1.1\r\nHost: x\r\n", "X-a: b\r\n")),
      ...Array.from({ length: 40 }, () => dawdle(`${post}Content-Length: 5000\r\n\r\n{`, " ")),
      ...Array.from({ length: 40 }, () => dawdle(`${post}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`, "1\r\n \r\n")),
      // Refused before its body is read, and still sending.
      ...Array.from({ length: 10 }, () =>
        dawdle("POST /api/user/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n{", " "),
      ),
      ...Array.from({ length: 10 }, () => dawdle("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", undefined)),
      // Says nothing at all.
      ...Array.from({ length: 10 }, () => dawdle("", undefined)),
    ];
    const readers = Array.from({ length: 3 }, () =>
      dawdle(`GET ${long} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(ANSWERS), undefined, false),
    );
    let isOver = false;
    const over = Promise.all([...slow, ...readers]).finally(() => {
      isOver = true;
    });
    let served = 0;
    while (!isOver) {
      const answer = await sendRaw(app, { path: "/api/company/get/companies/a", patience: PATIENCE });
      // A machine that has no time for us at all gets the honest answer; it must not get that alone.
      if (answer.status !== 200) expectBusy(answer);
      else if (!isOver) served += 1;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    expect(served).toBeGreaterThanOrEqual(2);
    // Longer than any of ours, shorter than what Node allows by itself.
    await over;
    for (const { seconds } of await Promise.all(slow)) expect(seconds).toBeLessThan(50);
    // A client that reads again finds the connection closed, and gets only what was already on its way.
    for (const { bytes } of await Promise.all(readers)) expect(bytes).toBeLessThan((ANSWERS * whole) / 2);
  },
  TEST,
);

it.each([
  { what: "a file", path: "/assets/", head: "" },
  { what: "an answer that is made", path: "/api/openapi.json", head: "Authorization: Bearer none\r\n" },
])(
  "whoever reads $what slowly keeps nobody from it",
  async ({ path, head }) => {
    const long = path === "/assets/" ? await findLargestScript() : path;
    const many = `GET ${long} HTTP/1.1\r\nHost: x\r\n${head}\r\n`.repeat(40);
    // More than all places of their line.
    const seen = new AbortController();
    const slow = Array.from({ length: 80 }, () => dawdle(many, undefined, false, seen.signal));
    let isOver = false;
    const over = Promise.all(slow).finally(() => {
      isOver = true;
    });
    const headers = { authorization: "Bearer none" };
    // The flood of their first requests is refused in part, and so may we be. Once it is over we are served, while all
    // of them are still open: a busy machine makes both later.
    let status = 0;
    while (status !== 200 && !isOver) {
      ({ status } = await sendRaw(app, { path: long, headers, patience: PATIENCE }));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect({ status, isOver }).toEqual({ status: 200, isOver: false });
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      ({ status } = await sendRaw(app, { path: long, headers, patience: PATIENCE }));
      if (!isOver) statuses.push(status);
    }
    expect([...new Set(statuses)]).toEqual([200]);
    // That the server closes slow readers, the test above says.
    seen.abort();
    await over;
  },
  TEST,
);

async function findLargestScript(): Promise<string> {
  const { text } = await sendRaw(app, { path: "/search", patience: PATIENCE });
  const paths = [...new Set([...text.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([found]) => found))];
  const sizes = await Promise.all(
    paths.map(async (found) => ({
      found,
      size: (await sendRaw(app, { path: found, patience: PATIENCE })).text.length,
    })),
  );
  return sizes.toSorted((a, b) => b.size - a.size)[0]?.found ?? "";
}
