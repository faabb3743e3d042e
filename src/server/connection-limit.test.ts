import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { expect, test } from "vitest";
import { limitConnections } from "./connection-limit.ts";

const MOST = 400;

class Connection extends EventEmitter {
  readonly remoteAddress: string;
  isClosed = false;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.isClosed = true;
    this.emit("close");
  }
}

function startServer(trustProxy: string[] = []) {
  const server = new EventEmitter() as EventEmitter & { maxConnections?: number };
  limitConnections(server as unknown as Server, { trustProxy, rateLimitFactor: 1 });
  const open = (address: string): Connection => {
    const connection = new Connection(address);
    server.emit("connection", connection);
    return connection;
  };
  return {
    server,
    open,
    openMany: (address: string, count: number) => Array.from({ length: count }, () => open(address)),
  };
}

test("an address has 400 connections; the next one is closed, and those of others are not", () => {
  const { open, openMany } = startServer();
  expect(openMany("192.0.2.1", MOST).filter(({ isClosed }) => isClosed)).toEqual([]);
  expect(open("192.0.2.1").isClosed).toBe(true);
  expect(open("::ffff:192.0.2.1").isClosed).toBe(true);
  expect(open("192.0.2.2").isClosed).toBe(false);
});

test("a connection that ends makes room for one, and one that was refused for none", () => {
  const { open, openMany } = startServer();
  const [first] = openMany("192.0.2.1", MOST);
  for (let n = 0; n < 10; n += 1) expect(open("192.0.2.1").isClosed).toBe(true);
  first?.destroy();
  expect(open("192.0.2.1").isClosed).toBe(false);
  expect(open("192.0.2.1").isClosed).toBe(true);
});

test("the connections of an address are forgotten when they end", () => {
  const { openMany } = startServer();
  for (let round = 0; round < 3; round += 1) {
    const connections = openMany("192.0.2.1", MOST);
    expect(connections.filter(({ isClosed }) => isClosed)).toEqual([]);
    for (const one of connections) one.destroy();
  }
});

test.each(["192.0.2.9", "2001:db8::9", "::1"])(
  "a trusted proxy at %s is not counted, because it carries everybody's requests",
  (address) => {
    const { openMany } = startServer([address]);
    expect(openMany(address, MOST + 10).filter(({ isClosed }) => isClosed)).toEqual([]);
  },
);

test("the addresses of one IPv6 network are counted together", () => {
  const { open, openMany } = startServer(["2001:db8::9"]);
  openMany("2001:db8::1", MOST);
  expect(open("2001:db8::2").isClosed).toBe(true);
  expect(open("2001:db8:0:1::2").isClosed).toBe(false);
});

test("all connections together are limited too", () => {
  expect(startServer().server.maxConnections).toBe(4_000);
});
