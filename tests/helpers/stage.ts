import { randomBytes } from "node:crypto";
import { reactions } from "#app/reactions.server.ts";
import { createAccount } from "#features/account/create-write.server.ts";
import { bindToken } from "#features/session/write.server.ts";
import { createAdmin } from "#features/admin/write.server.ts";
import { newPublicId } from "#server/ids.ts";
import { hashPassword } from "#server/password.ts";
import { issueToken, readToken } from "#server/token.ts";
import { drawPng } from "./pictures.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "./app.ts";
import { TestNetwork } from "./oidc.ts";
import { waitForPaths } from "./path-site.ts";

/** One site open to everybody, and the same site closed; the people on it come by the cell. */
export type House = {
  open: TestApp;
  closed: TestApp;
  network: TestNetwork;
  passwordHash: string;
  admin: { email: string; password: string };
  /** The administrator's token that served last; it may be dead by now. */
  adminToken: string | undefined;
  schoolId: string;
  /** A PNG. */
  picture: Buffer<ArrayBuffer>;
};

export const PASSWORD = "correct-horse-battery";

export async function buildHouse(options: { pages?: boolean } = {}): Promise<House> {
  const now = () => new Date();
  const network = await new TestNetwork().start();
  const open = await startTestApp({ ...options, now, env: network.env });
  const closed = await startTestApp({
    ...options,
    now,
    databaseUrl: open.databaseUrl,
    env: { ...network.env, EARLY_ACCESS: "on", SECRET_FILE: open.services.config.secretFile },
  });
  const admin = { email: "admin@example.test", password: "violet-anchor-41" };
  await createAdmin(open.db, admin);
  const schoolId = newPublicId();
  await open.db
    .insertInto("school")
    .values({ public_id: schoolId, name: "Some School", name_key: "some school", country: "", country_code: "" })
    .execute();
  const picture = Buffer.from(await drawPng({ width: 32, height: 32 }));
  const passwordHash = await hashPassword(PASSWORD);
  const house: House = { open, closed, network, passwordHash, admin, adminToken: undefined, schoolId, picture };
  // The company Alpha comes of it.
  await new Stage(house, {}).publicOwner();
  await waitForPaths(open);
  return house;
}

export async function leaveHouse(house: House): Promise<void> {
  await house.closed.stop();
  await house.open.stop();
  await house.network.stop();
}

type Person = { accountId: string; email: string; token: string; profileId: string };

/** Values for names in braces in the table's rows. Each is made for the one cell that asks for it. */
type Maker = (stage: Stage) => Promise<string>;

/** The people and things of one cell, made when they are first needed. */
export class Stage {
  readonly house: House;
  readonly #made = new Map<string, Promise<string>>();
  #owner: Promise<Person> | undefined;
  #publicOwner: Promise<Person & { username: string }> | undefined;
  readonly #makers: Readonly<Record<string, Maker>>;

  constructor(house: House, makers: Readonly<Record<string, Maker>>) {
    this.house = house;
    this.#makers = makers;
  }

  /** The person who owns everything that the address names. */
  owner(): Promise<Person> {
    this.#owner ??= this.person();
    return this.#owner;
  }

  /** The same, with a public profile of one job. */
  publicOwner(): Promise<Person & { username: string }> {
    this.#publicOwner ??= this.#publish();
    return this.#publicOwner;
  }

  async #publish(): Promise<Person & { username: string }> {
    const owner = await this.owner();
    const user = new ApiUser(this.house.open);
    user.token = owner.token;
    user.profileId = owner.profileId;
    const username = `u.${randomBytes(6).toString("hex")}`;
    const saved = await user.save({ username, pipeline: [stop("Alpha", "Clerk", "2020-01-01", "current", 80)] });
    if (saved.status !== 200) throw new Error(saved.text);
    return { ...owner, profileId: user.profileId, username };
  }

  /** Somebody signed in by e-mail and password, whose profile is empty. */
  async person(): Promise<Person> {
    const { open, passwordHash } = this.house;
    const email = `${randomBytes(6).toString("hex")}@example.test`;
    const accountId = await open.db
      .transaction()
      .execute((trx) =>
        createAccount(
          trx,
          { secret: open.services.secret, reactions },
          { email, passwordHash, emailVerifiedAt: new Date() },
        ),
      );
    const token = await this.session(accountId);
    const user = new ApiUser(open);
    user.token = token;
    const { body } = await user.call("GET", "/api/user/me");
    return { accountId, email, token, profileId: String(body["profileId"]) };
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

  /** One that works: the last one where nothing ended it, since a password takes its time. */
  async adminToken(): Promise<string> {
    const { open, adminToken } = this.house;
    const user = new ApiUser(open);
    user.token = adminToken;
    const isLive = adminToken !== undefined && (await user.call("GET", "/api/admin/me")).status === 200;
    const token = isLive ? adminToken : await this.newAdminToken();
    this.house.adminToken = token;
    return token;
  }

  /** A further session of the administrator. */
  async newAdminToken(): Promise<string> {
    const user = new ApiUser(this.house.open);
    user.token = this.rightless();
    const answer = await user.call("POST", "/api/admin/login", this.house.admin);
    if (answer.status !== 200) throw new Error(answer.text);
    return user.token;
  }

  /** A call of the administrator's, for things that only they can make. */
  async asAdmin<Body = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Body> {
    return this.as<Body>(await this.adminToken(), method, path, body);
  }

  async asOwner<Body = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Body> {
    return this.as<Body>((await this.owner()).token, method, path, body);
  }

  async as<Body>(token: string, method: string, path: string, body?: unknown): Promise<Body> {
    const user = new ApiUser(this.house.open);
    user.token = token;
    const answer = await user.call<Body>(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  }

  /** Suspends the owner as an administrator does, without the answer. */
  async suspendOwner(): Promise<void> {
    const { profileId } = await this.owner();
    const { db } = this.house.open;
    await db.updateTable("profile").set({ suspended: true }).where("public_id", "=", profileId).execute();
  }

  /** Replaces names in braces in a text. */
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
