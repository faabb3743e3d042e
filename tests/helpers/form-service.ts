import { createServer, type IncomingHttpHeaders, type Server } from "node:http";

/** How the service treats a form: it accepts it, or fails in one of these ways. */
type FormBehaviour = "accept" | "refuse" | "stall" | "drop" | "redirect" | "thank";

/** A real form service on loopback, which writes down what it got. */
export class FormService {
  readonly #server: Server;
  readonly received: { headers: IncomingHttpHeaders; body: string; did: FormBehaviour }[] = [];
  behaviour: FormBehaviour = "accept";
  url = "";

  constructor() {
    this.#server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        const did = this.behaviour;
        this.received.push({ headers: request.headers, body: Buffer.concat(pieces).toString(), did });
        if (did === "stall") return;
        if (did === "drop") request.socket.destroy();
        else if (did === "redirect") response.writeHead(307, { location: `${this.url}/elsewhere` }).end();
        else if (did === "thank") response.writeHead(302, { location: `${this.url}/thanks` }).end();
        else response.writeHead(did === "accept" ? 200 : 503).end("{}");
      });
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (typeof address === "object" && address !== null) this.url = `http://127.0.0.1:${address.port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
