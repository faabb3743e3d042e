import { randomBytes } from "node:crypto";
import { Browser } from "#tests/helpers/browser.ts";
import { mustBeLocal } from "./load.ts";
import { runScript } from "./processes.ts";
import type { Site } from "./site.ts";

const PASSWORD = "correct-horse-battery";
const ADMIN = { email: "admin@example.test", password: "violet-anchor-41" } as const;
export const STOPS = 8;

export type SentStop = {
  companyId: string;
  companyName: string;
  title: string;
  startDate: string;
  endDate: string;
  isIndefinite: boolean;
  rating: number;
};

/** Another pipeline each time, at companies that are there. */
export function pipelineOf(companies: readonly string[], turn: number): SentStop[] {
  return Array.from({ length: STOPS }, (_, n) =>
    stopAt(companies[(turn * 13 + n * 7) % companies.length] ?? `Company ${n}`, {
      title: turn % 2 === 0 ? "Software Engineer" : "Analyst",
      year: 2010 + n,
      rating: 60,
    }),
  );
}

/** As the editor sends one. */
export function stopAt(companyName: string, role: { title: string; year: number; rating: number }): SentStop {
  const { title, year, rating } = role;
  const dates = { startDate: `${year}-01-01`, endDate: `${year}-11-01`, isIndefinite: false };
  return { companyId: "", companyName, title, ...dates, rating };
}

/** Somebody signed in, as a program is. */
export class Member {
  readonly #url: string;
  #token = "";
  #profileId = "";

  constructor(url: string) {
    mustBeLocal(url);
    this.#url = url;
  }

  /** A page takes the session from its cookie. */
  get cookie(): string {
    return `token=${this.#token}`;
  }

  async #send<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await fetch(this.#url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(this.#token === "" ? {} : { authorization: `Bearer ${this.#token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 200)}`);
    return JSON.parse(text) as Body;
  }

  async signUp(): Promise<this> {
    this.#token = await this.#send<string>("GET", "/api/token");
    const email = `${randomBytes(6).toString("hex")}@example.test`;
    const { profileId } = await this.#send<{ profileId: string }>("POST", "/api/user/signup", {
      email,
      password: PASSWORD,
    });
    this.#profileId = profileId;
    return this;
  }

  /** @returns milliseconds that the save took */
  async save(pipeline: readonly SentStop[]): Promise<number> {
    const started = performance.now();
    const { _id } = await this.#send<{ _id: string }>("PATCH", `/api/profile/${this.#profileId}`, {
      created: true,
      firstName: "Some",
      lastName: "Testperson",
      pipeline,
    });
    this.#profileId = _id;
    return performance.now() - started;
  }

  /** @returns the id of the line that the member shares from now on */
  async share(): Promise<string> {
    const input = { level: "everything", action: "make" };
    const [link] = await this.#send<{ path: string }[]>("POST", "/api/user/links", input);
    return link?.path.replace("/s/", "") ?? "";
  }
}

/** Makes an administrator beside the running site. @returns the cookie of a session */
export async function signInAdmin(site: Site): Promise<string> {
  await runScript(["scripts/admin-create.ts", "--email", ADMIN.email], {
    root: site.root,
    env: site.env,
    input: `${ADMIN.password}\n`,
    failed: "The administrator could not be made.",
    isQuiet: true,
  });
  const browser = new Browser({ url: site.url });
  await browser.send("GET", "/api/token");
  const answer = await browser.send("POST", "/api/admin/login", ADMIN);
  if (answer.status !== 200) throw new Error(`The administrator's log-in answered ${answer.status}.`);
  return browser.cookieHeader;
}
