import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { closeSlowReaders, paceOf } from "./slow-connections.ts";

test("a connection with nothing left to send is at rest", () => {
  expect(paceOf(undefined, { sent: 500, waiting: 0, at: 0 })).toBeUndefined();
  expect(paceOf({ sent: 0, since: 0 }, { sent: 500, waiting: 0, at: 60_000 })).toBeUndefined();
});

test("a reader of a kilobyte a second is slow and goes on", () => {
  let pace = paceOf(undefined, { sent: 0, waiting: 1e6, at: 0 });
  for (let second = 1; second < 60; second += 1) {
    if (pace === "slow") break;
    pace = paceOf(pace, { sent: second * 1_100, waiting: 1e6, at: second * 1_000 });
  }
  expect(pace).not.toBe("slow");
});

test("a reader of a few bytes a second is closed after ten", () => {
  let pace = paceOf(undefined, { sent: 0, waiting: 1e6, at: 0 });
  let second = 0;
  while (pace !== "slow" && second < 60) {
    second += 1;
    pace = paceOf(pace, { sent: second * 100, waiting: 1e6, at: second * 1_000 });
  }
  expect([pace, second]).toEqual(["slow", 10]);
});

class Connection extends EventEmitter {
  /** Bytes written to the socket, sent or still waiting, as Node counts them. */
  bytesWritten = 0;
  writableLength = 0;
  isClosed = false;

  destroy(): void {
    this.isClosed = true;
    this.emit("close");
  }
}

describe("connections of a server", () => {
  const server = new EventEmitter();
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    closeSlowReaders(server as unknown as Server);
  });
  afterEach(() => {
    server.emit("close");
    server.removeAllListeners();
    vi.useRealTimers();
  });

  function connect(): Connection {
    const connection = new Connection();
    server.emit("connection", connection);
    return connection;
  }

  test("are closed where bytes wait that nobody reads, also while more are written", () => {
    const [slow, quick, idle] = [connect(), connect(), connect()];
    for (let second = 0; second < 15; second += 1) {
      slow.bytesWritten += 50_000;
      slow.writableLength += 50_000;
      quick.bytesWritten += 50_000;
      quick.writableLength = 50_000;
      vi.advanceTimersByTime(1_000);
    }
    expect([slow.isClosed, quick.isClosed, idle.isClosed]).toEqual([true, false, false]);
  });
});
