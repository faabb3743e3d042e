import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "#app/app.server.ts";
import { Limiter } from "#server/limiter.ts";
import { limitOf, PROBES } from "#server/route-limits.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";

// S9: nothing that costs work can be asked for without end.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Answers 200 to whatever gets through, so that only a limit can refuse. */
const anyPage = async (): Promise<Response> => new Response("page");

test("every route of the application refuses a caller whose allowance is used up, probes excepted", async () => {
  const used = { ...app.services, limiter: new Limiter(0) };
  const site = createApp(used, anyPage, "/nowhere");
  const asked = new Set<string>(["GET /", "GET /company/x", "GET /no/such/page", "POST /no/such/page"]);
  for (const { method, path } of site.routes) {
    const concrete = path.replace(/:\w+(?:\{[^}]*\})?/g, "x").replaceAll("*", "x");
    asked.add(`${method === "ALL" ? "GET" : method} ${concrete}`);
  }
  expect(asked.size).toBeGreaterThan(100);
  const letThrough: string[] = [];
  for (const one of asked) {
    const [method = "GET", path = "/"] = one.split(" ");
    const answer = await site.fetch(new Request(`http://site.test${path}`, { method }), {
      incoming: { socket: { remoteAddress: "127.0.0.1" } },
    });
    if (answer.status !== 429) letThrough.push(one);
  }
  expect(letThrough.toSorted()).toEqual([...PROBES].map((path) => `GET ${path}`).toSorted());
});

const get = (path: string) => ({ method: "GET", path, search: "" });

test("every path has an allowance, whatever it is called", () => {
  for (const path of [
    "/",
    "/api/docs",
    "/api/x",
    "/assets/a.js",
    "/pictures/x.webp",
    "/link-pictures/site.png",
    "//x",
    "/%00",
  ])
    expect(limitOf(get(path), false), path).toBeDefined();
  expect(limitOf(get("/api/x"), true)?.name).toBe("signed-in");
  for (const path of PROBES) expect(limitOf(get(path), false)).toBeUndefined();
});

test("one address cannot open all connections, and others still get in", async () => {
  const strict = await startTestApp({ env: { RATE_LIMITS: "on" } });
  const port = Number(new URL(strict.url).port);
  const sockets: Socket[] = [];
  const open = (from: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", localAddress: from }, () => resolve(socket));
      socket.once("error", reject);
      sockets.push(socket);
    });
  try {
    for (let n = 0; n < 400; n += 1) await open("127.0.0.9");
    const extra = await open("127.0.0.9");
    await new Promise((resolve) => extra.once("close", resolve));
    const other = await open("127.0.0.10");
    const answered = new Promise<string>((resolve) => other.once("data", (data) => resolve(data.toString())));
    other.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(await answered).toContain("200 OK");
    // A place that is given back can be taken again.
    const first = sockets[0];
    const closed = new Promise((resolve) => first?.once("close", resolve));
    first?.destroy();
    await closed;
    await expect
      .poll(async () => {
        const again = await open("127.0.0.9");
        await new Promise((resolve) => setTimeout(resolve, 20));
        return again.destroyed || again.closed;
      })
      .toBe(false);
  } finally {
    for (const socket of sockets) socket.destroy();
    await strict.stop();
  }
});

test("a trusted proxy brings everybody's requests, so its connections are not counted", async () => {
  const site = await startTestApp({ env: { RATE_LIMITS: "on", TRUST_PROXY: "127.0.0.9" } });
  const port = Number(new URL(site.url).port);
  const sockets: Socket[] = [];
  try {
    await Promise.all(
      Array.from(
        { length: 450 },
        () =>
          new Promise<void>((resolve, reject) => {
            const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.9" }, () => resolve());
            socket.once("error", reject);
            sockets.push(socket);
          }),
      ),
    );
    const last = sockets.at(-1);
    const answered = new Promise<string>((resolve, reject) => {
      last?.once("data", (data) => resolve(data.toString()));
      last?.once("close", () => reject(new Error("closed")));
    });
    last?.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(await answered).toContain("200 OK");
    expect(sockets.filter((socket) => socket.closed)).toEqual([]);
  } finally {
    for (const socket of sockets) socket.destroy();
    await site.stop();
  }
});
