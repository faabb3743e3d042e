import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";

// Bodies that arrive slowly. The app's timers are turned forward, because nobody waits ten seconds here.

const SECONDS = 1_000;
/** Milliseconds in which an answer would come that must not come. */
const MOMENT = 300;
const UNKNOWN = "0123456789abcdef01234567";
const FORM = "multipart/form-data; boundary=b";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
afterEach(() => vi.useRealTimers());

type Slow = { method: string; path: string; type: string; user?: ApiUser; rest?: string };

/** The next request, when the app has begun with it. Its limit of time begins then. */
function nextRequest(): Promise<IncomingMessage> {
  return new Promise((resolve) => {
    const begun = (message: unknown): void => {
      unsubscribe("http.server.request.start", begun);
      const { request } = message as { request: IncomingMessage };
      // After this message the app is called, in the same turn.
      setImmediate(() => resolve(request));
    };
    subscribe("http.server.request.start", begun);
  });
}

/**
 * Sends half of a body, and the rest after a pause.
 * @param isAwaited whether an answer comes; else it is looked for during a moment
 * @returns the answer's first line; "" if none has come
 */
async function answerAfter(
  pause: number,
  { method, path, type, user, rest = "" }: Slow,
  isAwaited: boolean,
): Promise<string> {
  const { hostname, port, host } = new URL(app.url);
  const begun = nextRequest();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const socket = connect({ port: Number(port), host: hostname });
  let shown = "";
  socket.on("data", (chunk) => (shown += chunk.toString("latin1")));
  socket.on("error", () => {});
  const head = [`${method} ${path} HTTP/1.1`, `host: ${host}`, `content-type: ${type}`, "content-length: 200"];
  if (user?.token !== undefined) head.push(`authorization: Bearer ${user.token}`);
  socket.write(`${head.join("\r\n")}\r\n\r\n${"x".repeat(100)}`);
  const request = await begun;
  // The app reads a form as it comes, and anything else once it is there. Before it reads, it asks the database, whose
  // answer must not be late.
  while (type === FORM && !request.readableDidRead) await sleep(MOMENT / 10);
  vi.advanceTimersByTime(pause);
  vi.useRealTimers();
  socket.write(rest);
  if (isAwaited) await expect.poll(() => shown).toContain("\r\n");
  else await sleep(MOMENT);
  const ended = shown.split("\r\n")[0] ?? "";
  socket.destroy();
  return ended;
}

const json = { method: "POST", path: "/api/auth/login", type: "application/json" };

it("a body that takes longer than ten seconds is given up", async () => {
  expect(await answerAfter(9 * SECONDS, json, false)).toBe("");
  expect(await answerAfter(11 * SECONDS, json, true)).toBe("HTTP/1.1 408 Request Timeout");
});

it("a picture and a logo may take longer", async () => {
  const person = await new ApiUser(app).signUp();
  const calls = [
    { method: "PATCH", path: `/api/pfp/${person.profileId}`, type: FORM, user: person },
    { method: "POST", path: `/api/company/logo/${UNKNOWN}`, type: FORM, user: await adminClient(app) },
  ];
  for (const call of calls) {
    expect(await answerAfter(30 * SECONDS, call, false), call.path).toBe("");
    // What arrives in the end is answered: half of a form is refused.
    expect(await answerAfter(30 * SECONDS, { ...call, rest: "x".repeat(100) }, true)).toMatch(/^HTTP\/1\.1 4(?!08)/);
  }
});
