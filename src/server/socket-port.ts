import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { deserialize, serialize } from "node:v8";

/** Bytes before each message: its length. */
const HEAD_BYTES = 4;
/** Bytes of one message, and of all that the other end has not read. The longest answer has a few hundred kB. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Passes messages over a socket, each whole and in order, as a worker thread's port does. A port whose other end sends
 * what cannot be read, or does not read, ends.
 */
export class SocketPort<In, Out> extends EventEmitter<{ message: [In]; error: [unknown]; exit: [] }> {
  readonly #socket: Socket;
  #pieces: Buffer[] = [];
  #held = 0;
  /** The length of the message that is being received; undefined before its head is here. */
  #length: number | undefined;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on("data", (piece: Buffer) => this.#receive(piece));
    socket.on("error", (error) => this.emit("error", error));
    socket.once("close", () => this.emit("exit"));
  }

  postMessage(message: Out): void {
    if (this.#socket.destroyed) return;
    const body = serialize(message);
    if (this.#socket.writableLength + body.length > MOST_BYTES) {
      this.#socket.destroy(new Error("The other end does not read what it is sent."));
      return;
    }
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32BE(body.length);
    // One write for both.
    this.#socket.cork();
    this.#socket.write(head);
    this.#socket.write(body);
    this.#socket.uncork();
  }

  unref(): void {
    this.#socket.unref();
  }

  async terminate(): Promise<void> {
    if (this.#socket.closed) return;
    const closed = new Promise((resolve) => this.once("exit", () => resolve(undefined)));
    this.#socket.destroy();
    await closed;
  }

  #receive(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#held += piece.length;
    try {
      for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext())
        this.emit("message", deserialize(next) as In);
    } catch (error) {
      this.#socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** The next message; undefined if it is not all here yet. */
  #takeNext(): Buffer | undefined {
    if (this.#length === undefined) {
      this.#length = this.#take(HEAD_BYTES)?.readUInt32BE();
      if (this.#length === undefined) return undefined;
      if (this.#length > MOST_BYTES) throw new Error("The other end sends too long a message.");
    }
    const body = this.#take(this.#length);
    if (body !== undefined) this.#length = undefined;
    return body;
  }

  #take(length: number): Buffer | undefined {
    if (this.#held < length) return undefined;
    // Joined only when all is here. Joining after each piece would copy a long message many times.
    const [first] = this.#pieces;
    const all = this.#pieces.length === 1 && first !== undefined ? first : Buffer.concat(this.#pieces);
    this.#held -= length;
    this.#pieces = this.#held === 0 ? [] : [all.subarray(length)];
    return all.subarray(0, length);
  }
}
