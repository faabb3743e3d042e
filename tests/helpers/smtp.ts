import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** How a server treats a mail: it accepts it, or fails in one of these ways. */
type Behaviour =
  | { do: "accept"; afterMs?: number }
  /** Answers with an SMTP status, to the sender, to the recipient, or to the whole mail. */
  | { do: "refuse"; at: "sender" | "recipient" | "mail"; code: number; text?: string }
  /** Says nothing more. */
  | { do: "stall"; at: "recipient" | "mail" }
  /** Takes the whole mail and hangs up without an answer. */
  | { do: "drop" };

type Delivery = {
  /** Every address named for this one message. */
  recipients: string[];
  from: string;
  raw: string;
  /** Lower-case names; unfolded values. */
  headers: Map<string, string>;
  /** The answer that the client got. */
  answer: "taken" | "nothing";
};

/** For tests in which no mail stalls. */
export const PATIENT_SECONDS = 20;

/** A real SMTP server in this process, on loopback, which writes down what it got. */
export class SmtpSink {
  /** Made anew at each start: one that was closed refuses everybody from then on. */
  #server: SMTPServer | undefined;
  readonly deliveries: Delivery[] = [];
  /** Connections that were opened so far. */
  connections = 0;
  /** How the server treats the next mails. `tries` is the number of mails to this recipient so far. */
  behave: (recipient: string, tries: number) => Behaviour = () => ({ do: "accept" });
  readonly #tries = new Map<string, number>();
  #port = 0;
  readonly #timeout: number;

  /**
   * @param timeout seconds of our silence after which the app gives a mail up and sends it again. Where no mail stalls, a
   * busy machine may be that silent, so take more.
   */
  constructor(timeout = 2) {
    this.#timeout = timeout;
  }

  #make(): SMTPServer {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS", "AUTH"],
      disableReverseLookup: true,
      logger: false,
      onConnect: (_session, done) => {
        this.connections += 1;
        done();
      },
      onMailFrom: (_address, _session, done) => {
        const behaviour = this.behave("", 0);
        if (behaviour.do === "refuse" && behaviour.at === "sender") return done(refusal(behaviour));
        done();
      },
      onRcptTo: ({ address }, _session, done) => {
        const tries = (this.#tries.get(address) ?? 0) + 1;
        this.#tries.set(address, tries);
        const behaviour = this.behave(address, tries);
        if (behaviour.do === "stall" && behaviour.at === "recipient") return;
        if (behaviour.do === "refuse" && behaviour.at === "recipient") return done(refusal(behaviour));
        done();
      },
      onData: (stream, session, done) => {
        const pieces: Buffer[] = [];
        stream.on("data", (piece: Buffer) => pieces.push(piece));
        stream.on("end", () => this.#took(Buffer.concat(pieces).toString("utf8"), session, done));
      },
    });
    server.on("error", () => {});
    return server;
  }

  get #open(): Iterable<{ id: string; _socket: Socket }> {
    return (this.#server?.connections ?? []) as unknown as Iterable<{ id: string; _socket: Socket }>;
  }

  #took(raw: string, session: SMTPServerSession, done: (error?: Error | null) => void): void {
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    const [first = ""] = recipients;
    const behaviour = this.behave(first, this.#tries.get(first) ?? 0);
    if (behaviour.do === "stall") return;
    if (behaviour.do === "refuse") return done(refusal(behaviour));
    const { mailFrom } = session.envelope;
    const delivery: Delivery = {
      recipients,
      from: mailFrom === false ? "" : mailFrom.address,
      raw,
      headers: headersOf(raw),
      answer: behaviour.do === "drop" ? "nothing" : "taken",
    };
    this.deliveries.push(delivery);
    if (behaviour.do === "drop") return this.#hangUp(session);
    setTimeout(() => done(), behaviour.afterMs ?? 0);
  }

  #hangUp(session: SMTPServerSession): void {
    for (const connection of this.#open) {
      if (connection.id === session.id) connection._socket.destroy();
    }
  }

  /** Takes everything, and knows of nothing before. */
  reset(): void {
    this.behave = () => ({ do: "accept" });
    this.deliveries.length = 0;
    this.#tries.clear();
  }

  /** Listens; after a stop again on the same port. */
  async start(): Promise<this> {
    const server = this.#make();
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (server.server.address() as AddressInfo).port;
    return this;
  }

  /** The setting SMTP_URL. */
  get url(): string {
    return `smtp://127.0.0.1:${this.#port}?timeout=${this.#timeout}`;
  }

  async stop(): Promise<void> {
    for (const connection of this.#open) connection._socket.destroy();
    await new Promise<void>((resolve) => {
      if (this.#server) this.#server.close(() => resolve());
      else resolve();
    });
  }

  /** The mails that were delivered to one address. */
  for(recipient: string): Delivery[] {
    return this.deliveries.filter(({ recipients }) => recipients.includes(recipient));
  }
}

function refusal(behaviour: { code: number; text?: string }): Error {
  return Object.assign(new Error(behaviour.text ?? "not today"), { responseCode: behaviour.code });
}

function headersOf(raw: string): Map<string, string> {
  const [head = ""] = raw.split("\r\n\r\n");
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}

/** The text of a mail's parts, decoded. */
export function partsOf(delivery: Delivery): { text: string; html: string } {
  const boundary = /boundary="?([^";]+)/.exec(delivery.headers.get("content-type") ?? "")?.[1] ?? "";
  const found = { text: "", html: "" };
  for (const part of delivery.raw.split(`--${boundary}`).slice(1)) {
    const at = part.indexOf("\r\n\r\n");
    const head = part.slice(0, at).toLowerCase();
    const decoded = decode(part.slice(at + 4), head);
    if (head.includes("text/html")) found.html = decoded;
    else if (head.includes("text/plain")) found.text = decoded;
  }
  return found;
}

function decode(body: string, head: string): string {
  if (head.includes("base64")) return Buffer.from(body, "base64").toString("utf8");
  if (!head.includes("quoted-printable")) return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
