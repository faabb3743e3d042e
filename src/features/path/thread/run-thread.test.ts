import { MessageChannel } from "node:worker_threads";
import { afterEach, expect, it, vi } from "vitest";
import type { FromThread, ToThread } from "./messages.ts";
import { runThread } from "./run-thread.server.ts";

const { port1: port, port2: inside } = new MessageChannel();
afterEach(() => port.close());

it("a query that nobody answers is given up on the word to reconnect, although that word comes after it", async () => {
  const heard: FromThread[] = [];
  port.on("message", (message: FromThread) => heard.push(message));
  const say = (message: ToThread): void => port.postMessage(message);
  let giveUp = (_error: Error): void => {};
  const some = vi.fn(
    () =>
      new Promise<never>((_resolve, reject) => {
        giveUp = reject;
      }),
  );
  const all = async function* () {};
  runThread(inside, { some, all, reconnect: () => giveUp(new Error("Connection terminated")) }, "2026-11-15");
  say({ kind: "changed", ids: ["0123456789abcdef01234567"] });
  await expect.poll(() => some.mock.calls.length).toBe(1);
  say({ kind: "reconnect" });
  await expect.poll(() => heard).toContainEqual({ kind: "trouble", message: "Connection terminated" });
  // Changes may be missing, so everything is read.
  await expect.poll(() => heard.map(({ kind }) => kind)).toContain("filled");
});
