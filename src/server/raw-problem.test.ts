import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { answerUnreadable } from "./raw-problem.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** What a server sends until it closes a connection on which these bytes came and nothing after them. */
async function answerTo(bytes: string): Promise<string> {
  const server = createServer({ headersTimeout: 50, connectionsCheckingInterval: 20 });
  answerUnreadable(server, { secure: false, development: false });
  ends.push(() => server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let shown = "";
  socket.on("data", (chunk) => (shown += chunk.toString("latin1")));
  if (bytes !== "") socket.write(bytes);
  await once(socket, "close");
  return shown.split("\r\n")[0] ?? "";
}

test("a connection on which nothing came is closed without an answer, which a browser would take for its next request's", async () => {
  expect(await answerTo("")).toBe("");
});

test("a request whose headers come too slowly is told so, and one that is none that it is not readable", async () => {
  expect(await answerTo("GET / HTTP/1.1\r\nHost: a")).toBe("HTTP/1.1 408 Request Timeout");
  expect(await answerTo("nonsense\r\n\r\n")).toBe("HTTP/1.1 400 Bad Request");
});
