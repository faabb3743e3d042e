import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database, Trx } from "#db/connect.ts";
import { allAfterResponseDone } from "#server/after-response.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { Authenticator } from "#tests/helpers/authenticator.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { emailsTo, linkTo } from "#tests/helpers/emails.ts";
import { beginSignIn, codeOf, comeBack, isSignedIn, newPerson, signInThrough } from "#tests/helpers/network-people.ts";
import { TestNetwork } from "#tests/helpers/oidc.ts";
import { begin, expectRefused, logIn } from "#tests/helpers/passkeys.ts";
import { jsonOf, type RawAnswer } from "#tests/helpers/raw.ts";
import { waitingForLocks } from "#tests/helpers/waiting.ts";

// S30: whoever signs up with somebody else's e-mail, which nobody has confirmed, leaves no way in that outlives
// the owner's arrival. Here the owner comes by "forgot password".

const PASSWORD = "correct-horse-battery";
const NEXT = "another-horse-battery";
let network: TestNetwork;
let app: TestApp;

beforeAll(async () => {
  network = await new TestNetwork().start();
  app = await startTestApp({ env: network.env });
});
afterAll(async () => {
  await app.stop();
  await network.stop();
});

async function reset(email: string): Promise<number> {
  const owner = new ApiUser(app);
  await owner.fetchToken();
  await owner.call("POST", "/api/user/reset/ask", { email });
  await allAfterResponseDone();
  const token = await linkTo(app, email, "reset-password");
  return (await owner.call("POST", "/api/user/reset", { token, password: NEXT })).status;
}

const confirm = (email: string) =>
  app.db.updateTable("account").set({ email_verified_at: new Date() }).where("email_key", "=", email).execute();

describe("S30: a password reset of an account that nobody had confirmed", () => {
  async function withKey(email: string): Promise<Authenticator> {
    const planter = await new ApiUser(app).signUp(email, PASSWORD);
    const key = new Authenticator(app.services.config.baseUrl);
    const response = key.create(await begin(planter));
    expect((await planter.call("POST", "/api/user/passkeys", { name: "Planted", response })).status).toBe(200);
    return key;
  }

  test("ends the passkeys that were put in before", async () => {
    const key = await withKey("planted-key@network.test");
    expect(await reset("planted-key@network.test")).toBe(200);
    await expectRefused(app, key);
  });

  test("but keeps those of an account that was", async () => {
    const key = await withKey("own-key@network.test");
    await confirm("own-key@network.test");
    expect(await reset("own-key@network.test")).toBe(200);
    expect((await logIn(app, key)).answer.status).toBe(200);
    // Somebody who confirmed a stranger's account by mistake learns what else opens it.
    const notice = (await emailsTo(app, "own-key@network.test")).at(-1);
    expect([notice?.subject, notice?.notes?.join(" ")]).toEqual([
      "Your password was changed",
      expect.stringContaining("Passkeys and connected networks still open the account."),
    ]);
  });

  test("ends the network identity that was put in before, and keeps that of an account that was", async () => {
    for (const [email, isOwn] of [
      ["planted-identity@network.test", false],
      ["own-identity@network.test", true],
    ] as const) {
      const { subject } = newPerson(network, { email, email_verified: false });
      expect((await signInThrough(network, new Browser(app))).status).toBe(200);
      if (isOwn) await confirm(email);
      expect(await reset(email)).toBe(200);
      network.who = subject;
      const planter = new Browser(app);
      const answer = await signInThrough(network, planter);
      expect(await isSignedIn(planter), answer.text).toBe(isOwn);
      if (!isOwn) expect(codeOf(answer)).toEqual([400, "email-in-use"]);
    }
  });
});

describe("S30: what another change overtakes", () => {
  /** Starts a call while the account is locked, changes it when the call waits, and gives the call's answer. */
  async function overtaken(email: string, call: () => Promise<RawAnswer>, change: (trx: Trx) => Promise<unknown>) {
    let answer: Promise<RawAnswer> | undefined;
    await app.db.transaction().execute(async (trx) => {
      // As those lock it who insert a session.
      await trx.selectFrom("account").select("id").where("email_key", "=", email).forNoKeyUpdate().execute();
      answer = call();
      await expect.poll(() => waitingForLocks(app.db)).toBe(1);
      await change(trx);
    });
    if (!answer) throw new Error("Nothing was called.");
    return answer;
  }

  test("a sign-in through the network into an account that is just deleted comes after it: a new account, never a fault", async () => {
    const { email } = newPerson(network);
    const owner = new Browser(app);
    await signInThrough(network, owner);
    const browser = new Browser(app);
    const back = await network.visit((await beginSignIn(browser)).href);
    const answer = await overtaken(
      email,
      () => comeBack(browser, back),
      (trx) => trx.deleteFrom("account").where("email_key", "=", email).execute(),
    );
    expect(answer.status, answer.text).toBe(200);
    expect(browser.profileId).not.toBe(owner.profileId);
  });

  test("an account is not taken over that its owner has just confirmed", async () => {
    const { email } = newPerson(network);
    const local = await new ApiUser(app).signUp(email, PASSWORD);
    const browser = new Browser(app);
    const refused = await signInThrough(network, browser);
    expect(codeOf(refused)).toEqual([409, "network-unproven-email"]);
    const { ticket } = jsonOf(refused);
    const answer = await overtaken(
      email,
      () => browser.send("POST", "/api/user/network/claim", { ticket }),
      (trx) =>
        trx.updateTable("account").set({ email_verified_at: new Date() }).where("email_key", "=", email).execute(),
    );
    expect(codeOf(answer)).toEqual([400, "network-failed"]);
    expect((await local.call("GET", "/api/user/me")).status).toBe(200);
  });

  /** Ends all sessions of an account that is locked, or lets those that were ended be there again. */
  const setEnded = (db: Database | Trx, email: string, ended_at: Date | null) =>
    db
      .updateTable("session")
      .set({ ended_at })
      .where("account_id", "=", (eb) => eb.selectFrom("account").select("id").where("email_key", "=", email))
      .where("ended_at", ended_at === null ? "is not" : "is", null)
      .execute();

  test("an identity is not connected by a session that has just been ended", async () => {
    const email = "ended-session@network.test";
    const browser = await new Browser(app).signUp(email, PASSWORD);
    await confirm(email);
    newPerson(network, { email });
    const begun = await browser.send("POST", "/api/user/network/link", { next: "/settings" });
    const back = await network.visit(String(jsonOf(begun)["url"]));
    const answer = await overtaken(
      email,
      () => comeBack(browser, back),
      (trx) => setEnded(trx, email, new Date()),
    );
    expect(codeOf(answer)).toEqual([401, "no-session"]);
    expect(codeOf(await signInThrough(network, new Browser(app)))).toEqual([409, "network-known-email"]);
  });

  test("signing out everywhere else also ends a session that another one is just making", async () => {
    const email = "late-session@network.test";
    const late = await new ApiUser(app).signUp(email, PASSWORD);
    await setEnded(app.db, email, new Date());
    const browser = new Browser(app);
    await browser.send("GET", "/api/token");
    expect((await browser.send("POST", "/api/user/login", { email, password: PASSWORD })).status).toBe(200);
    const answer = await overtaken(
      email,
      () => browser.send("DELETE", "/api/user/sessions"),
      (trx) => setEnded(trx, email, null),
    );
    expect(answer.status).toBe(200);
    expect((await late.call("GET", "/api/user/me")).status).toBe(401);
  });
});
