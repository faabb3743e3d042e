import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import addressparser from "nodemailer/lib/addressparser";
import MailComposer from "nodemailer/lib/mail-composer";
import { isPlainText } from "#core/text.ts";
import { Breaker } from "./breaker.ts";
import { isThisMachine } from "./public-address.ts";

/** One mail to one person, ready to leave. */
export type OutgoingMail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** With angle brackets; the same at every try. */
  messageId: string;
  date: Date;
  headers: Readonly<Record<string, string>>;
};

/** The result of one try. */
export type Outcome =
  | { state: "accepted" }
  /** The server refuses this mail for this recipient for good. */
  | { state: "refused"; reason: string }
  /** The server did not take it; another try may succeed. */
  | { state: "later"; reason: string }
  /** The server has the whole mail, but its answer was lost (RFC 1047). */
  | { state: "in-doubt"; reason: string };

export type MailTransport = {
  /**
   * @param handOver awaited when the server has everything except the final dot: the last moment at which surely
   * nothing was sent. If it throws, the dot is not sent, and `send` throws its error.
   */
  send: (mail: OutgoingMail, handOver: () => Promise<void>) => Promise<Outcome>;
  /** Connects, encrypts and signs in, and sends nothing. @throws Error in the mail server's words */
  verify: () => Promise<void>;
  /** Aborts running sends and closes all connections. */
  close: () => void;
};

const CONNECTIONS = 5;
const SECOND = 1_000;
const IDLE = 10 * SECOND;

/**
 * Opens a mail server at `smtp://` or `smtps://`, with user and password in the address. Without `smtps` the connection
 * must be encrypted by STARTTLS, except to this machine. `?timeout=` sets after how many seconds of silence a try ends;
 * the default is 20.
 * @throws Error for an unusable sender or address
 */
export function openMailTransport(smtpUrl: string, sender: string): MailTransport {
  const from = parseSender(sender);
  const url = new URL(smtpUrl);
  const timeout = secondsOf(url) * SECOND;
  const isSecure = url.protocol === "smtps:";
  const pool = createTransport({
    pool: true,
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && !isThisMachine(url.hostname),
    ...(url.username === ""
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    maxConnections: CONNECTIONS,
    // The queue retries a mail itself, because each try is counted and stored.
    maxRequeues: 0,
    idleTimeout: IDLE,
    connectionTimeout: Math.min(timeout, 10 * SECOND),
    greetingTimeout: Math.min(timeout, 10 * SECOND),
    socketTimeout: timeout,
    dnsTimeout: Math.min(timeout, 10 * SECOND),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // Each mail gets its own error from its callback.
  pool.on("error", () => {});
  // Gives the library the stream itself. A copy would be read at once, but it must be read only when the server is
  // ready for the mail.
  pool.use("stream", (mail, done) => {
    const { raw } = mail.data;
    if (raw instanceof Readable) Object.assign(mail.message, { createReadStream: () => raw });
    done();
  });
  const breaker = new Breaker();

  return {
    close: () => pool.close(),
    verify: async () => void (await pool.verify()),
    send: async (mail, handOver) => {
      if (!breaker.mayTry(performance.now())) return { state: "later", reason: "The mail server does not answer." };
      const whole = await compose(mail, from);
      let handing: Promise<void> | undefined;
      let handingError: unknown;
      const raw = Readable.from(
        (async function* () {
          yield whole;
          handing = handOver().catch((error: unknown) => {
            handingError = error;
            throw error;
          });
          await handing;
        })(),
      );
      try {
        await pool.sendMail({
          envelope: { from: from.address, to: [mail.to] },
          raw,
          signal: AbortSignal.timeout(3 * timeout),
        });
        breaker.succeeded();
        return { state: "accepted" };
      } catch (error) {
        // The server may still be reading the mail, so wait until this has ended before deciding.
        await handing?.catch(() => {});
        if (handingError !== undefined) throw handingError;
        if (handing === undefined && isUnreachable(error)) breaker.failed(performance.now());
        else breaker.succeeded();
        return judge(error, handing !== undefined);
      }
    },
  };
}

type Sender = { name: string; address: string };

/** "Pipelines <no-reply@pipelines.example>" in its parts. */
function parseSender(text: string): Sender {
  const [first, ...others] = isPlainText(text) ? addressparser(text, { flatten: true }) : [];
  if (!first?.address || others.length > 0 || !/^[^\s@]+@[^\s@]+$/.test(first.address)) {
    throw new Error('The setting MAIL_FROM must be one sender, such as "Pipelines <no-reply@pipelines.example>".');
  }
  return { name: first.name, address: first.address };
}

function secondsOf(url: URL): number {
  const text = url.searchParams.get("timeout") ?? "20";
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > 120) {
    throw new Error("The timeout in the setting SMTP_URL must be a number of seconds from 1 to 120.");
  }
  return Number(text);
}

/** The whole message, as objects into the composer: no text of ours is ever parsed for addresses or headers. */
async function compose(mail: OutgoingMail, from: Sender): Promise<Buffer> {
  for (const line of [mail.to, mail.subject, mail.messageId, ...Object.values(mail.headers)]) {
    if (!isPlainText(line)) throw new Error("A header of an e-mail must be one line of text.");
  }
  return await new MailComposer({
    from,
    to: { name: "", address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    date: mail.date,
    headers: { ...mail.headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

type SmtpFacts = { responseCode: number; command: string; response: string };

function factsOf(error: unknown): SmtpFacts {
  const given: Record<string, unknown> = error instanceof Error ? { ...error } : {};
  return {
    responseCode: typeof given["responseCode"] === "number" ? given["responseCode"] : 0,
    command: typeof given["command"] === "string" ? given["command"] : "",
    response: typeof given["response"] === "string" ? given["response"] : "",
  };
}

function judge(error: unknown, isHandedOver: boolean): Outcome {
  const { responseCode, command, response } = factsOf(error);
  const reason = response !== "" ? response : error instanceof Error ? error.message : "";
  if (responseCode === 0) return { state: isHandedOver ? "in-doubt" : "later", reason };
  // A refused login or sender is a mistake in our settings, not a problem of this recipient. The operator can correct
  // it.
  const isAboutThisMail = command === "RCPT TO" || command === "DATA";
  return { state: responseCode >= 500 && isAboutThisMail ? "refused" : "later", reason };
}

/** True if the server is away, and not only refused this mail. */
function isUnreachable(error: unknown): boolean {
  const { command } = factsOf(error);
  return command !== "RCPT TO" && command !== "DATA" && command !== "MAIL FROM";
}
