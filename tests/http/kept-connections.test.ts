import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { sendKept } from "#tests/helpers/app.ts";

// A client of tests may send a call again only if the server surely has not read it. Otherwise a test could not see that
// a call took effect twice, or that an app ends connections without an answer.

const CALL = { method: "POST", headers: {}, body: "{}" };

const ends: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const end of ends.splice(0)) end();
});

/** A server that answers the calls named here, by their number from 1 on, and closes the connection of the others. */
async function serverThatAnswers(...answered: number[]): Promise<{ url: URL; calls: () => number }> {
  let calls = 0;
  const answer = (response: ServerResponse): void => {
    calls += 1;
    if (answered.includes(calls)) response.end("done");
    else response.destroy();
  };
  const server = createServer((_request, response) => answer(response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}`), calls: () => calls };
}

/** Lets the clock by which connections are idle go on. */
function wait(milliseconds: number): void {
  const before = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => before() + milliseconds);
}

test("a call on a connection that was not used for so long that it may be closed is sent again, on a new one", async () => {
  const { url, calls } = await serverThatAnswers(1, 3);
  expect((await sendKept(url, CALL)).text).toBe("done");
  wait(7_500);
  expect((await sendKept(url, CALL)).text).toBe("done");
  expect(calls()).toBe(3);
});

test("a call on a new connection is not sent again, also after one on an unused connection", async () => {
  const { url, calls } = await serverThatAnswers(2);
  await expect(sendKept(url, CALL)).rejects.toMatchObject({ code: "ECONNRESET" });
  expect(calls()).toBe(1);
  expect((await sendKept(url, CALL)).text).toBe("done");
  wait(7_500);
  await expect(sendKept(url, CALL)).rejects.toMatchObject({ code: "ECONNRESET" });
  expect(calls()).toBe(4);
});

test("a call on a connection that was used a moment ago is not sent again", async () => {
  const { url, calls } = await serverThatAnswers(1, 3);
  expect((await sendKept(url, CALL)).text).toBe("done");
  wait(6_500);
  await expect(sendKept(url, CALL)).rejects.toMatchObject({ code: "ECONNRESET" });
  expect(calls()).toBe(2);
});
