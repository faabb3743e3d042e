import { randomBytes } from "node:crypto";
import { bindToken, createAccount } from "#features/account/session-write.server.ts";
import { createAdmin } from "#features/admin/write.server.ts";
import { newPublicId } from "#server/ids.ts";
import { hashPassword } from "#server/password.ts";
import { issueToken, readToken } from "#server/token.ts";
import { drawPng } from "./pictures.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "./app.ts";

/** One site open to everybody, and the same site closed; the people on it come by the cell. */
export type House = {
  open: TestApp;
  closed: TestApp;
  passwordHash: string;
  admin: { email: string; password: string };
  schoolId: string;
  /** A PNG. */
  picture: Buffer<ArrayBuffer>;
};

export const PASSWORD = "correct-horse-battery";

export async function buildHouse(options: { pages?: boolean } = {}): Promise<House> {
  const now = () => new Date();
  const open = await startTestApp({ ...options, now });
  const closed = await startTestApp({
    ...options,
    now,
    databaseUrl: open.databaseUrl,
    env: { EARLY_ACCESS: "on", SECRET_FILE: open.services.config.secretFile },
  });
  const admin = { email: "admin@example.test", password: "violet-anchor-41" };
  await createAdmin(open.db, admin);
  const schoolId = newPublicId();
  await open.db
    .insertInto("school")
    .values({ public_id: schoolId, name: "Some School", name_key: "some school", country: "", country_code: "" })
    .execute();
  const picture = Buffer.from(await drawPng({ width: 32, height: 32 }));
  return { open, closed, passwordHash: await hashPassword(PASSWORD), admin, schoolId, picture };
}

export async function leaveHouse(house: House): Promise<void> {
  await house.closed.stop();
  await house.open.stop();
}

export type Person = { accountId: string; email: string; token: string; profileId: string; username: string };

/** What the rows of the table may name in braces: made for the one cell that asks. */
type Maker = (stage: Stage) => Promise<string>;

/** The people and things of one cell, made when they are first needed. */
export class Stage {
  readonly house: House;
  readonly #made = new Map<string, Promise<string>>();
  #owner: Promise<Person> | undefined;
  #adminToken: Promise<string> | undefined;
  readonly #makers: Readonly<Record<string, Maker>>;

  constructor(house: House, makers: Readonly<Record<string, Maker>>) {
    this.house = house;
    this.#makers = makers;
  }

  /** Whose everything is that the address names. */
  owner(): Promise<Person> {
    this.#owner ??= this.person();
    return this.#owner;
  }

  /** Somebody signed in, by e-mail and password, with a public profile and one job. */
  async person(): Promise<Person> {
    const { open, passwordHash } = this.house;
    const name = randomBytes(6).toString("hex");
    const email = `${name}@example.test`;
    const accountId = await open.db
      .transaction()
      .execute((trx) =>
        createAccount(trx, { secret: open.services.secret }, { email, passwordHash, emailVerifiedAt: new Date() }),
      );
    const token = await this.session(accountId);
    const user = new ApiUser(open);
    user.token = token;
    user.profileId = String((await user.call("GET", "/api/user/me")).body["profileId"]);
    const username = `u.${name}`;
    const saved = await user.save({ username, pipeline: [stop("Alpha", "Clerk", "2020-01-01", "current", 80)] });
    if (saved.status !== 200) throw new Error(saved.text);
    return { accountId, email, token, profileId: user.profileId, username };
  }

  /** A further session of an account. */
  async session(accountId: string): Promise<string> {
    const { open } = this.house;
    const now = new Date();
    const text = issueToken(open.services.secret, now);
    const token = readToken(open.services.secret, text, now);
    if (!token) throw new Error("no token");
    await open.db
      .transaction()
      .execute((trx) => bindToken(trx, accountId, { token, kind: "client", replaces: undefined }, now, "Test"));
    return text;
  }

  rightless(): string {
    return issueToken(this.house.open.services.secret, new Date());
  }

  adminToken(): Promise<string> {
    this.#adminToken ??= (async () => {
      const user = new ApiUser(this.house.open);
      user.token = this.rightless();
      const answer = await user.call("POST", "/api/admin/login", this.house.admin);
      if (answer.status !== 200) throw new Error(answer.text);
      return user.token;
    })();
    return this.#adminToken;
  }

  /** A call of the administrator's, for things that only they can make. */
  async asAdmin<Body = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Body> {
    const user = new ApiUser(this.house.open);
    user.token = await this.adminToken();
    const answer = await user.call<Body>(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  }

  async asOwner<Body = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Body> {
    const user = new ApiUser(this.house.open);
    user.token = (await this.owner()).token;
    const answer = await user.call<Body>(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  }

  /** As an administrator does it, but for the answer. */
  async suspendOwner(): Promise<void> {
    const { accountId, profileId } = await this.owner();
    const { db } = this.house.open;
    await db.updateTable("account").set({ suspended: true }).where("id", "=", accountId).execute();
    await db.updateTable("profile").set({ suspended: true }).where("public_id", "=", profileId).execute();
  }

  /** A text with what stands in braces filled in. */
  async fill(text: string): Promise<string> {
    let filled = text;
    for (const [mark, name = ""] of text.matchAll(/\{([a-zA-Z]+)\}/g)) {
      const maker = this.#makers[name];
      if (!maker) throw new Error(`Nobody knows how to make {${name}}.`);
      const made = this.#made.get(name) ?? maker(this);
      this.#made.set(name, made);
      filled = filled.replace(mark, await made);
    }
    return filled;
  }
}
