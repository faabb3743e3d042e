import { connect, type Socket } from "node:net";

type Free = { socket: Socket; answered: ((status: number) => void) | undefined; text: string };

/**
 * Clients that keep their connections, and read only the status and the end of an answer. They need a fifth of the time
 * of node:http. So the server on the same machine has more time.
 */
export class RawClients {
  readonly #port: number;
  readonly #free: Free[] = [];
  readonly #all = new Set<Socket>();

  constructor(port: number) {
    this.#port = port;
  }

  /**
   * @param request a whole HTTP/1.1 request
   * @returns the status after the whole answer has arrived; 0 if the connection ended before
   */
  ask(request: string): Promise<number> {
    return new Promise((resolve) => {
      const one = this.#free.pop() ?? this.#open();
      one.answered = resolve;
      one.text = "";
      one.socket.write(request);
    });
  }

  close(): void {
    for (const socket of this.#all) socket.destroy();
  }

  #open(): Free {
    const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    const one: Free = { socket, answered: undefined, text: "" };
    this.#all.add(socket);
    socket.setEncoding("latin1");
    socket.on("data", (part: string) => {
      one.text += part;
      const status = statusOfWhole(one.text);
      if (status === undefined) return;
      const { answered } = one;
      one.answered = undefined;
      if (/\r\nconnection: close\r\n/i.test(one.text)) socket.end();
      else this.#free.push(one);
      answered?.(status);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#all.delete(socket);
      const at = this.#free.indexOf(one);
      if (at !== -1) this.#free.splice(at, 1);
      one.answered?.(0);
    });
    return one;
  }
}

/** The status of a complete answer; undefined if a part is missing. The app's answers have a length, or come in chunks. */
function statusOfWhole(text: string): number | undefined {
  const head = text.indexOf("\r\n\r\n");
  if (head === -1) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  const isWhole = length === undefined ? text.endsWith("0\r\n\r\n") : text.length >= head + 4 + Number(length);
  return isWhole ? Number(text.slice(9, 12)) : undefined;
}
