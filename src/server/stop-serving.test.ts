import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LONG_IDLE_MS, trackConnections } from "./stop-serving.ts";

let server: Server;
let connections: ReturnType<typeof trackConnections>;
let clients: Socket[];

beforeEach(async () => {
  server = createServer((_, outgoing) => {
    if (!server.listening) outgoing.shouldKeepAlive = false;
    outgoing.end("answer");
  });
  connections = trackConnections(server);
  clients = [];
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterEach(() => {
  for (const client of clients) client.destroy();
  server.closeAllConnections();
  server.close();
});

/** A connection that the server has accepted, and all that the server sends on it until it ends. */
async function open(): Promise<{ client: Socket; received: Promise<string>; sent: () => string }> {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen.");
  const accepted = once(server, "connection");
  const client = connect(address.port, "127.0.0.1");
  clients.push(client);
  let text = "";
  client.on("data", (piece: Buffer) => (text += piece.toString()));
  const received = new Promise<string>((resolve) => {
    client.once("error", (error) => resolve(String(error)));
    client.once("close", () => resolve(text));
  });
  await accepted;
  return { client, received, sent: () => text };
}

const REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

it("answers a new connection whose request comes after the server stopped listening", async () => {
  const { client, received } = await open();
  const closed = connections.close(LONG_IDLE_MS);
  await expect.poll(() => server.listening).toBe(false);
  client.write(REQUEST);
  expect(await received).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Connection: close[^]*answer$/);
  await closed;
});

it("answers once more on a kept connection whose next request was on its way", async () => {
  const { client, received, sent } = await open();
  client.write(REQUEST);
  await expect.poll(sent).toMatch(/answer$/);
  const closed = connections.close(LONG_IDLE_MS);
  await expect.poll(() => server.listening).toBe(false);
  client.write(REQUEST);
  expect(await received).toMatch(/answer[^]*Connection: close[^]*answer$/);
  await closed;
});

it("closes a connection without a request when its time is over", async () => {
  const { received } = await open();
  let isClosed = false;
  const closed = connections.close(400).then(() => (isClosed = true));
  await setTimeout(200);
  expect(isClosed).toBe(false);
  expect(await received).toBe("");
  await closed;
});
