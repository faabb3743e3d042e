import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Duplex } from "node:stream";
import { serialize } from "node:v8";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SocketPort } from "./socket-port.ts";

/** What a socket is to a port, without a system's socket. */
class PretendSocket extends Duplex {
  sent: Buffer[] = [];
  override _read(): void {}
  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.sent.push(piece);
    done();
  }
}
const portOf = (socket: Duplex) => new SocketPort<unknown, unknown>(socket as Socket);
const send = (port: SocketPort<unknown, unknown>, message: unknown): void => port.postMessage(message);

const frame = (message: unknown): Buffer => {
  const body = serialize(message);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
};

const messages = fc.array(
  fc.oneof(
    fc.constant(undefined),
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.record({ kind: fc.string(), ids: fc.array(fc.string()), number: fc.double() }),
  ),
  { minLength: 1, maxLength: 8 },
);

describe("messages over a socket", () => {
  it("arrive whole and in order, wherever the stream of bytes is cut", async () => {
    await fc.assert(
      fc.asyncProperty(messages, fc.array(fc.nat(), { maxLength: 40 }), async (given, cuts) => {
        const [from, to] = [new PretendSocket(), new PretendSocket()];
        const sender = portOf(from);
        for (const message of given) send(sender, message);
        const bytes = Buffer.concat(from.sent);
        const heard: unknown[] = [];
        portOf(to).on("message", (message) => heard.push(message));
        const places = [...new Set([0, ...cuts.map((cut) => cut % bytes.length), bytes.length])].toSorted(
          (a, b) => a - b,
        );
        for (const [n, place] of places.slice(1).entries()) to.push(bytes.subarray(places[n], place));
        to.push(null);
        to.resume();
        await once(to, "end");
        expect(heard).toEqual(given);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ["too long a message", Buffer.from([255, 255, 255, 255])],
    ["what is not a message", Buffer.concat([Buffer.from([0, 0, 0, 3]), Buffer.from("abc")])],
  ])("end with an error where the other end sends %s", async (_, bytes) => {
    const socket = new PretendSocket();
    const port = portOf(socket);
    const heard: unknown[] = [];
    port.on("message", (message) => heard.push(message));
    const failed = once(port, "error");
    const ended = new Promise((resolve) => port.once("exit", () => resolve("ended")));
    socket.push(Buffer.concat([frame("before"), bytes]));
    expect((await failed)[0]).toBeInstanceOf(Error);
    expect(await ended).toBe("ended");
    expect(heard).toEqual(["before"]);
    // Nobody hears what is sent after the end.
    port.postMessage("late");
    expect(socket.sent).toEqual([]);
  });
});

describe.skipIf(process.platform === "win32")("messages over a real socket", () => {
  const folder = mkdtempSync(join(tmpdir(), "pipelines-socket-"));
  const address = join(folder, "port");
  const server = createServer();
  beforeAll(() => new Promise<void>((resolve) => server.listen(address, resolve)));
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  async function open() {
    const incoming = once(server, "connection") as Promise<[Socket]>;
    const near = portOf(connect(address));
    const [socket] = await incoming;
    return { near, far: portOf(socket), socket };
  }

  it("of many packets are whole, and the end is heard at both ends", async () => {
    const { near, far } = await open();
    const text = "x".repeat(3_000_000);
    const heard: unknown[] = [];
    far.on("message", (message) => send(far, message));
    near.on("message", (message) => heard.push(message));
    for (const message of [text, { n: 1 }, text]) send(near, message);
    await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(3);
    expect(heard).toEqual([text, { n: 1 }, text]);
    const ended = once(far, "exit");
    await near.terminate();
    await near.terminate();
    await ended;
  });

  it("that nobody reads end the connection before they fill the memory", async () => {
    const { near, far, socket } = await open();
    socket.pause();
    const failed = once(near, "error");
    const text = "x".repeat(8_000_000);
    for (let n = 0; n < 9; n += 1) send(near, text);
    expect((await failed)[0]).toMatchObject({ message: "The other end does not read what it is sent." });
    await far.terminate();
  });

  it("reach nobody where nobody listens", async () => {
    const port = portOf(connect(join(folder, "nobody")));
    const ended = new Promise((resolve) => port.once("exit", () => resolve("ended")));
    const failed = once(port, "error");
    port.postMessage("lost");
    expect((await failed)[0]).toMatchObject({ code: "ENOENT" });
    expect(await ended).toBe("ended");
  });
});
