import { setImmediate } from "node:timers/promises";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pino } from "pino";
import type { RenderPage } from "#app/app.server.ts";
import { CLIENT_FOLDER, loadBuiltPages } from "#app/render.server.ts";
import { startApp } from "#app/start.server.ts";
import type { Database } from "#db/connect.ts";
import { hostsOf } from "#db/hosts.ts";
import { readConfig } from "#server/config.ts";
import { readSecret } from "#server/secret.ts";
import type { Services } from "#server/context.ts";
import { watchAnswers } from "./answers-seen.ts";
import { checkAnswer } from "./openapi.ts";
import type { TestDatabase } from "./postgres.ts";
import { createReadyDatabase } from "./ready-database.ts";

export type TestApp = {
  /** http://127.0.0.1:port */
  url: string;
  databaseUrl: string;
  db: Database;
  services: Services;
  /** Everything the app has logged, as one text. */
  logged: () => string;
  stop: () => Promise<void>;
};

/** Seconds between two checks for jobs: the least that pg-boss allows. */
const LEAST_POLL = 0.5;

const secrets = new Map<string, string>();

/** Apps on one database need one secret: that of the first app, whose folder may already be deleted. */
function secretOf(databaseUrl: string, folder: string): string {
  const [first = ""] = hostsOf(databaseUrl);
  const { pathname } = new URL(first);
  const file = join(folder, "secret");
  const key = secrets.get(pathname);
  if (key !== undefined) writeFileSync(file, key, { mode: 0o600 });
  else secrets.set(pathname, readSecret(file).toString("hex"));
  return file;
}

/** A fresh database as a first start leaves it: migrated, with the queue's tables, without data and without a secret. */
export function createAppDatabase(): Promise<TestDatabase> {
  return createReadyDatabase(async (databaseUrl) => {
    const app = await startTestApp({ databaseUrl });
    await app.db.deleteFrom("secret_check").execute();
    await app.stop();
  });
}

const noPages: RenderPage = async () =>
  new Response("no pages in this test", { status: 404, headers: { "content-type": "text/plain; charset=utf-8" } });

/**
 * The whole application over real HTTP, with its own database. Pages come from the build, only if asked for. "Now" is
 * fixed, so that texts are fixed too.
 */
export async function startTestApp(
  options: {
    pages?: boolean;
    env?: Record<string, string>;
    databaseUrl?: string;
    now?: () => Date;
    random?: () => number;
    /** Background work is done; else it is only written down. */
    jobs?: boolean;
    say?: (line: string) => void;
    diskOf?: string;
    isServerDown?: () => boolean;
  } = {},
): Promise<TestApp> {
  const database = options.databaseUrl === undefined ? await createAppDatabase() : undefined;
  const databaseUrl = options.databaseUrl ?? database?.url ?? "";
  const folder = await mkdtemp(join(tmpdir(), "pipelines-app-"));
  const lines: string[] = [];
  const sink = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
  const begin = async () => {
    const config = readConfig({
      NODE_ENV: "test",
      RATE_LIMITS: "test",
      // Refused elsewhere, and some tests run as production does.
      PASSWORD_COST: (options.env?.["NODE_ENV"] ?? "test") === "test" ? "test" : "full",
      PORT: "0",
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: "debug",
      DRAIN_SECONDS: "0",
      SECRET_FILE: secretOf(databaseUrl, folder),
      ...options.env,
    });
    return startApp({
      config,
      databaseUrl,
      log: pino({ level: config.logLevel, base: null }, sink),
      renderPage: options.pages ? await loadBuiltPages() : noPages,
      clientFolder: CLIENT_FOLDER,
      jobs: options.jobs ?? false,
      mostPoll: LEAST_POLL,
      hasLazyPaths: true,
      clock: options.now ?? (() => new Date("2026-11-15T12:00:00Z")),
      ...(options.say === undefined ? {} : { say: options.say }),
      ...(options.diskOf === undefined ? {} : { diskOf: options.diskOf }),
      ...(options.isServerDown === undefined ? {} : { isServerDown: options.isServerDown }),
      ...(options.random === undefined ? {} : { random: options.random }),
    });
  };
  const discard = async (): Promise<void> => {
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  };
  // Some tests are about an app that does not start.
  const app = await begin().catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  watchAnswers(app.port);
  return {
    url: `http://127.0.0.1:${app.port}`,
    databaseUrl,
    db: app.services.db,
    services: app.services,
    logged: () => lines.join(""),
    stop: async () => {
      await app.stop();
      await discard();
    },
  };
}

export type Answer<Body = unknown> = { status: number; body: Body; headers: Headers; text: string };

const agent = new Agent({ keepAlive: true });
/** When the last answer came over each kept connection, in milliseconds of `performance.now()`. */
const lastUsed = new WeakMap<Socket, number>();
/** The server closes a connection that was not used for eight seconds; a busy one may do so a little later or sooner. */
const MAY_BE_CLOSED_MS = 7_000;

type SentCall = { method: string; headers: Record<string, string>; body: string | undefined };
type RawAnswer = { status: number; contentType: string; rawHeaders: string[]; text: string };

/** One request over a kept connection. A call by `fetch` takes twice the work, and a test makes hundreds. */
export async function sendKept(url: URL, given: SentCall): Promise<RawAnswer> {
  // The server may have closed a kept connection while the test computed for seconds. Node's agent learns of that in a
  // whole turn of the event loop. Without it, the call would use the closed connection and fail.
  await setImmediate();
  await setImmediate();
  for (;;) {
    const sent = await sendOnce(url, given);
    if (sent !== "closed before") return sent;
  }
}

/** @returns "closed before" if the server closed the connection because it had not been used, and so has read nothing */
function sendOnce(url: URL, { method, body, headers: own }: SentCall): Promise<RawAnswer | "closed before"> {
  // Node leaves the length of a body out for DELETE.
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const headers = { ...length, ...own };
  let connection: Socket | undefined;
  let unused = 0;
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("error", reject);
      answer.on("end", () => {
        const { statusCode: status = 0, rawHeaders } = answer;
        const contentType = answer.headers["content-type"] ?? "";
        if (connection) lastUsed.set(connection, performance.now());
        resolve({ status, contentType, rawHeaders, text: new TextDecoder().decode(Buffer.concat(pieces)) });
      });
    });
    asked.on("socket", (socket) => {
      connection = socket;
      unused = performance.now() - (lastUsed.get(socket) ?? Infinity);
    });
    asked.on("error", (error: NodeJS.ErrnoException) => {
      if (unused > MAY_BE_CLOSED_MS && error.code === "ECONNRESET") resolve("closed before");
      else reject(error);
    });
    asked.end(body);
  });
}

export function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at] ?? "", raw[at + 1] ?? "");
  return headers;
}

/**
 * A client of the API as a program would be: bearer token, no cookies, JSON. Every answer is compared with the OpenAPI
 * document; an undeclared answer fails the test.
 */
export class ApiUser {
  readonly #url: string;
  #hasNames = false;
  token: string | undefined;
  profileId = "";
  email = "";

  constructor(app: Pick<TestApp, "url">) {
    this.#url = app.url;
  }

  async call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const url = new URL(`${this.#url}${path}`);
    const { status, contentType, rawHeaders, text } = await sendKept(url, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...headers,
      },
      body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
    });
    if (url.pathname.startsWith("/api/") && method !== "HEAD" && method !== "OPTIONS") {
      // The address as it was sent, with dots in the path already resolved.
      checkAnswer(method, url.pathname + url.search, { status, contentType, text });
    }
    let made: Headers | undefined;
    return {
      status,
      body: (contentType.startsWith("application/json") ? JSON.parse(text) : undefined) as Body,
      // Most tests read none.
      get headers() {
        return (made ??= headersOf(rawHeaders));
      },
      text,
    };
  }

  async fetchToken(): Promise<string> {
    const answer = await this.call<string>("GET", "/api/token", undefined);
    this.token = answer.body;
    return answer.body;
  }

  /** A new account with a bound token. */
  async signUp(
    email = `${randomBytes(6).toString("hex")}@example.test`,
    password = "correct-horse-battery",
  ): Promise<this> {
    await this.fetchToken();
    const answer = await this.call<{ profileId: string }>("POST", "/api/user/signup", { email, password });
    if (answer.status !== 200) throw new Error(`sign-up failed: ${answer.text}`);
    this.profileId = answer.body.profileId;
    this.email = email;
    return this;
  }

  /** A new session of the same account. */
  async logIn(password = "correct-horse-battery"): Promise<void> {
    await this.fetchToken();
    const answer = await this.call("POST", "/api/user/login", { email: this.email, password });
    if (answer.status !== 200) throw new Error(`login failed: ${answer.text}`);
  }

  /** Saves a pipeline the way the edit page does. */
  async save(patch: Record<string, unknown>): Promise<Answer<SavedProfile>> {
    const answer = await this.call<SavedProfile>("PATCH", `/api/profile/${this.profileId}`, {
      created: true,
      // The first save of a form always has names; later ones may leave them out.
      ...(this.#hasNames ? {} : { firstName: "Some", lastName: "Testperson" }),
      ...patch,
    });
    if (answer.status === 200) {
      this.profileId = answer.body._id;
      this.#hasNames = true;
    }
    return answer;
  }
}

export type SavedProfile = {
  _id: string;
  rev: number;
  anonymous: boolean;
  pipeline: {
    _id: string;
    companyId: string;
    companyName: string;
    displayName: string;
    title: string;
    startDate: string;
    endDate: string;
    isIndefinite: boolean;
    rating: number;
    roles: unknown[];
  }[];
  [field: string]: unknown;
};

/** An experience as the edit page sends it. */
export function stop(
  company: string,
  title: string,
  startDate: string,
  endDate: string | "current",
  rating = 0,
): Record<string, unknown> {
  const isCurrent = endDate === "current";
  return {
    companyId: "",
    companyName: company,
    title,
    startDate,
    endDate: isCurrent ? "2200-12-02" : endDate,
    isIndefinite: isCurrent,
    rating,
  };
}
