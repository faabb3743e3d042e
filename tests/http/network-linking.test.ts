import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ApiUser, stop } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { linkTo } from "#tests/helpers/emails.ts";
import {
  accountOf,
  codeOf,
  comeBack,
  isSignedIn,
  newPerson,
  signInThrough,
  startNetworkApp,
  type NetworkApp,
} from "#tests/helpers/network-people.ts";
import { jsonOf, type RawAnswer } from "#tests/helpers/raw.ts";

// S30, A7: when an identity and an account become one, and what ends then.

const START = Date.parse("2026-11-15T12:00:00Z");
const PASSWORD = "correct-horse-battery";
let now = START;
let stage: NetworkApp;
let network: NetworkApp["network"];
let app: NetworkApp["app"];

beforeAll(async () => {
  stage = await startNetworkApp(() => new Date(now));
  ({ network, app } = stage);
});
afterEach(() => {
  now = START;
});
afterAll(() => stage.stop());

let locals = 0;

/** A local account in a browser; its e-mail proven or not. */
async function local(isProven: boolean): Promise<{ browser: Browser; email: string }> {
  locals += 1;
  const email = `local-${locals}@network.test`;
  const browser = await new Browser(app).signUp(email, PASSWORD);
  if (isProven) {
    await app.db
      .updateTable("account")
      .set({ email_verified_at: new Date(now) })
      .where("email_key", "=", email)
      .execute();
  }
  return { browser, email };
}

async function logIn(email: string, password = PASSWORD): Promise<number> {
  const browser = new Browser(app);
  await browser.send("GET", "/api/token");
  return (await browser.send("POST", "/api/user/login", { email, password })).status;
}

async function beginLink(browser: Browser, body: object = {}): Promise<RawAnswer> {
  return browser.send("POST", "/api/user/network/link", body);
}

/** Links an account: from the settings to the network and back. */
async function link(browser: Browser): Promise<RawAnswer> {
  const begun = await beginLink(browser, { next: "/settings" });
  expect(begun.status, begun.text).toBe(200);
  return comeBack(browser, await network.visit(String(jsonOf(begun)["url"])));
}

const identities = (subject: string) =>
  app.db.selectFrom("network_identity").selectAll().where("subject", "=", subject).execute();

describe("S30: a sign-in with the e-mail of a local account", () => {
  it("is not merged where the local e-mail is proven: the password comes first, then the settings", async () => {
    const { browser, email } = await local(true);
    const { subject } = newPerson(network, { email });
    const stranger = new Browser(app);
    const answer = await signInThrough(network, stranger);
    expect([...codeOf(answer), jsonOf(answer)["error"]]).toEqual([
      409,
      "network-known-email",
      "There is already an account with this e-mail. Log in with its password, then connect Testnet in your settings.",
    ]);
    expect(jsonOf(answer)).not.toHaveProperty("ticket");
    expect([await isSignedIn(stranger), await identities(subject)]).toEqual([false, []]);
    expect([await isSignedIn(browser), await logIn(email)]).toEqual([true, 200]);
  });

  it("A7: whoever signed up with it before and never confirmed it is locked out when its owner takes it over", async () => {
    const { browser: squatter, email } = await local(false);
    const trap = await squatter.send("PATCH", `/api/profile/${squatter.profileId}`, {
      firstName: "Planted",
      lastName: "Name",
      created: true,
      pipeline: [stop("Alpha Works", "Clerk", "2020-01-01", "current")],
    });
    expect(trap.status).toBe(200);
    const accountId = (await accountOf(app, email))?.id ?? "";
    // Another identity and a passkey, as a squatter would leave them behind.
    await app.db
      .insertInto("network_identity")
      .values({
        issuer: "https://sloppy.example",
        subject: "squatter",
        account_id: accountId,
        created_at: new Date(now),
      })
      .execute();
    const { subject } = newPerson(network, { email });
    const owner = new Browser(app);
    const refused = await signInThrough(network, owner);
    expect(codeOf(refused)).toEqual([409, "network-unproven-email"]);
    // Nothing has happened without the owner's word.
    expect([await isSignedIn(owner), await isSignedIn(squatter), await logIn(email)]).toEqual([false, true, 200]);

    const { ticket } = jsonOf(refused);
    const wrong = await owner.send("POST", "/api/user/network/claim", { ticket, password: "not-its-password" });
    expect(codeOf(wrong)).toEqual([400, "invalid-credentials"]);
    // After some wrong ones even the right one waits.
    const failures = app.db.updateTable("login_failure").set({ wait_until: new Date(now + 60_000) });
    expect((await failures.executeTakeFirst()).numUpdatedRows).toBe(1n);
    const waits = await owner.send("POST", "/api/user/network/claim", { ticket, password: PASSWORD });
    expect(codeOf(waits)).toEqual([429, "too-many-requests"]);
    await app.db.deleteFrom("login_failure").execute();
    const claimed = await owner.send("POST", "/api/user/network/claim", { ticket, password: PASSWORD });
    expect(claimed.status, claimed.text).toBe(200);
    expect(jsonOf(claimed)).toMatchObject({ email, profileId: squatter.profileId, next: "/" });
    expect([await isSignedIn(owner), await isSignedIn(squatter), await logIn(email)]).toEqual([true, false, 400]);
    const account = await accountOf(app, email);
    expect([account?.id, account?.password_hash, account?.email_verified_at]).toEqual([accountId, null, new Date(now)]);
    expect(await identities("squatter")).toEqual([]);
    expect(await identities(subject)).toHaveLength(1);
    // From now on, the identity is enough to sign in.
    expect((await signInThrough(network, new Browser(app))).status).toBe(200);
  });

  it("without its password the owner starts empty, and the other account keeps its pipeline and its password", async () => {
    const { email, browser: squatter } = await local(false);
    const secret = { pipeline: [stop("Hidden Works", "Clerk", "2020-01-01", "current")], visibility: "private" };
    const own = { firstName: "Some", lastName: "Body", created: true, ...secret };
    expect((await squatter.send("PATCH", `/api/profile/${squatter.profileId}`, own)).status).toBe(200);
    // The switch to private gave it another id.
    const hiddenId = String(jsonOf(await squatter.send("GET", "/api/user/me"))["profileId"]);
    const { subject } = newPerson(network, { email });
    const owner = new Browser(app);
    await owner.send("GET", "/api/token");
    expect((await owner.send("POST", "/api/user/reset/ask", { email })).status).toBe(200);
    const reset = await linkTo(app, email, "reset-password");
    const { ticket } = jsonOf(await signInThrough(network, owner));
    const claimed = await owner.send("POST", "/api/user/network/claim", { ticket });
    expect(claimed.status, claimed.text).toBe(200);
    // A link that went to the owner's mailbox before does not open the other account.
    const taken = await owner.send("POST", "/api/user/reset", { token: reset, password: "third-horse-battery" });
    expect([taken.status, jsonOf(taken)["code"]]).toEqual([400, "bad-link"]);
    const profileId = String(jsonOf(claimed)["profileId"]);
    expect(profileId).not.toBe(hiddenId);
    expect(jsonOf(claimed)).toMatchObject({ email, next: "/edit" });
    expect((await owner.send("GET", `/api/profile/get/${profileId}`)).text).not.toContain("Hidden Works");
    expect((await owner.send("GET", `/api/profile/get/${hiddenId}`)).status).toBe(404);
    expect(await identities(subject)).toHaveLength(1);

    // The old account keeps its session, its password still opens it by the old e-mail, and it gets no mails.
    expect(await isSignedIn(squatter)).toBe(true);
    const back = new Browser(app);
    await back.send("GET", "/api/token");
    const login = await back.send("POST", "/api/user/login", { email, password: PASSWORD });
    expect([login.status, jsonOf(login)["profileId"]]).toEqual([200, hiddenId]);
    expect((await back.send("GET", `/api/profile/get/${hiddenId}`)).text).toContain("Hidden Works");
    const before = await app.db.selectFrom("mail").select("id").execute();
    const change = await back.send("POST", "/api/user/email", { email: "own@example.test" });
    expect(change.status, change.text).toBe(200);
    const after = await app.db.selectFrom("mail").select(["id", "recipient"]).execute();
    expect(after.slice(before.length).map(({ recipient }) => recipient)).toEqual(["own@example.test"]);
  });

  it("the ticket to take over works once, within five minutes, in the browser that got it", async () => {
    const { email } = await local(false);
    newPerson(network, { email });
    const [owner, thief] = [new Browser(app), new Browser(app)];
    const ticket = jsonOf(await signInThrough(network, owner))["ticket"];
    await thief.send("GET", "/api/token");
    expect(codeOf(await thief.send("POST", "/api/user/network/claim", { ticket }))).toEqual([400, "network-failed"]);
    now = START + 300_000;
    expect(codeOf(await owner.send("POST", "/api/user/network/claim", { ticket }))).toEqual([400, "network-failed"]);
    now = START + 299_000;
    expect((await owner.send("POST", "/api/user/network/claim", { ticket })).status).toBe(200);
    expect(codeOf(await owner.send("POST", "/api/user/network/claim", { ticket }))).toEqual([400, "network-failed"]);
  });

  it("the ticket is worth nothing once somebody has proven the e-mail", async () => {
    const { email, browser } = await local(false);
    newPerson(network, { email });
    const owner = new Browser(app);
    const ticket = jsonOf(await signInThrough(network, owner))["ticket"];
    await app.db
      .updateTable("account")
      .set({ email_verified_at: new Date(now) })
      .where("email_key", "=", email)
      .execute();
    expect(codeOf(await owner.send("POST", "/api/user/network/claim", { ticket }))).toEqual([400, "network-failed"]);
    expect([await isSignedIn(browser), await logIn(email)]).toEqual([true, 200]);
  });
});

describe("S30: connecting in the settings", () => {
  it("a proven account takes any identity, and both ways lead in", async () => {
    const { browser, email } = await local(true);
    const { subject } = newPerson(network, { email: "elsewhere@network.test", email_verified: false });
    const answer = await link(browser);
    expect(jsonOf(answer)).toMatchObject({
      profileId: browser.profileId,
      next: "/settings",
      message: "Testnet is connected. You can log in with it from now on.",
    });
    expect(jsonOf(await browser.send("GET", "/api/user/network"))).toEqual({ name: "Testnet", linked: true });
    const other = new Browser(app);
    expect((await signInThrough(network, other)).status).toBe(200);
    expect([other.profileId, await logIn(email), await isSignedIn(browser)]).toEqual([browser.profileId, 200, true]);
    expect(await identities(subject)).toHaveLength(1);
    // Once more changes nothing.
    expect((await link(browser)).status).toBe(200);
  });

  it("wants a proof of the last ten minutes, or the password", async () => {
    const { browser } = await local(true);
    newPerson(network);
    now = START + 600_001;
    expect(codeOf(await beginLink(browser))).toEqual([403, "not-proven"]);
    expect(codeOf(await beginLink(browser, { password: "wrong-wrong-wrong" }))).toEqual([400, "invalid-credentials"]);
    const begun = await beginLink(browser, { password: PASSWORD });
    expect((await comeBack(browser, await network.visit(String(jsonOf(begun)["url"])))).status).toBe(200);
  });

  it("A7: an unproven account takes no identity but the one that proves its e-mail, and its password then ends", async () => {
    const { browser, email } = await local(false);
    const elsewhere = newPerson(network);
    const refused = await link(browser);
    expect([...codeOf(refused), jsonOf(refused)["error"]]).toEqual([
      400,
      "network-failed",
      "Confirm your e-mail first, then connect Testnet.",
    ]);
    newPerson(network, { email, email_verified: false });
    expect(codeOf(await link(browser))).toEqual([400, "network-failed"]);
    const other = new Browser(app);
    await other.send("GET", "/api/token");
    await other.send("POST", "/api/user/login", { email, password: PASSWORD });
    const { subject } = newPerson(network, { email });
    expect(jsonOf(await link(browser))["message"]).toMatch(/earlier password and all other sessions have ended/);
    expect([await isSignedIn(browser), await isSignedIn(other), await logIn(email)]).toEqual([true, false, 400]);
    expect([await identities(elsewhere.subject), (await identities(subject)).length]).toEqual([[], 1]);
  });

  it("an identity that leads into another account stays there", async () => {
    const { subject } = newPerson(network);
    const first = new Browser(app);
    await signInThrough(network, first);
    const { browser } = await local(true);
    expect(codeOf(await link(browser))).toEqual([409, "network-taken"]);
    const [row] = await identities(subject);
    const other = new Browser(app);
    await signInThrough(network, other);
    expect([row?.subject, other.profileId]).toEqual([subject, first.profileId]);
  });

  it("a connection begun by one person does not end with another one signed in", async () => {
    const { browser } = await local(true);
    const { browser: other } = await local(true);
    const { subject } = newPerson(network);
    const begun = await beginLink(browser);
    const back = await network.visit(String(jsonOf(begun)["url"]));
    browser.cookies.set("token", other.cookies.get("token") ?? "");
    expect(codeOf(await comeBack(browser, back))).toEqual([403, "not-yours"]);
    expect(await identities(subject)).toEqual([]);
  });

  it("a connection is not a sign-in, and the other way round", async () => {
    const { browser } = await local(true);
    newPerson(network);
    const back = await network.visit(String(jsonOf(await beginLink(browser))["url"]));
    const query = back.searchParams.toString();
    expect(codeOf(await browser.send("GET", `/api/user/linkedin/userinfo?${query}`))).toEqual([400, "network-failed"]);
  });

  it("is for people who are signed in", async () => {
    const user = new ApiUser(app);
    await user.fetchToken();
    for (const [method, path, body] of [
      ["POST", "/api/user/network/link", {}],
      ["DELETE", "/api/user/network", {}],
      ["GET", "/api/user/network", undefined],
    ] as const) {
      expect((await user.call(method, path, body)).body["code"], path).toBe("not-yours");
    }
  });
});

describe("disconnecting", () => {
  it("leaves the password as the way in, and is noted", async () => {
    const { browser, email } = await local(true);
    const { subject } = newPerson(network);
    await link(browser);
    expect(jsonOf(await browser.send("DELETE", "/api/user/network", {}))).toEqual({ message: "success" });
    expect([await identities(subject), await logIn(email)]).toEqual([[], 200]);
    expect(jsonOf(await browser.send("GET", "/api/user/network"))).toEqual({ name: "Testnet", linked: false });
    const last = await app.db
      .selectFrom("audit_log")
      .select("action")
      .where("action", "like", "network.%")
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(last?.action).toBe("network.unlinked");
    // Without anything connected it is done already.
    expect((await browser.send("DELETE", "/api/user/network", {})).status).toBe(200);
  });

  it("is refused where it is the only way in", async () => {
    const { subject } = newPerson(network);
    const browser = new Browser(app);
    await signInThrough(network, browser);
    expect(codeOf(await browser.send("DELETE", "/api/user/network", {}))).toEqual([409, "last-way-in"]);
    expect(await identities(subject)).toHaveLength(1);
  });

  it("wants a proof", async () => {
    const { browser } = await local(true);
    newPerson(network);
    await link(browser);
    now = START + 600_001;
    expect(codeOf(await browser.send("DELETE", "/api/user/network"))).toEqual([403, "not-proven"]);
    expect(codeOf(await browser.send("DELETE", "/api/user/network", { password: "wrong-wrong-1" }))).toEqual([
      400,
      "invalid-credentials",
    ]);
    expect((await browser.send("DELETE", "/api/user/network", { password: PASSWORD })).status).toBe(200);
  });
});

describe("S29: the flow of a link", () => {
  it("over a bearer token: the state is sealed and bound to that token", async () => {
    const user = await new ApiUser(app).signUp();
    await app.db
      .updateTable("account")
      .set({ email_verified_at: new Date(now) })
      .where("email", "=", user.email)
      .execute();
    const { subject } = newPerson(network);
    const begun = await user.call<{ url: string }>("POST", "/api/user/network/link", {});
    const back = await network.visit(begun.body.url);
    const body = Object.fromEntries(back.searchParams);
    const thief = await new ApiUser(app).signUp();
    expect((await thief.call("POST", "/api/user/network/return", body)).body["code"]).toBe("network-failed");
    expect((await user.call("POST", "/api/user/network/return", body)).status).toBe(200);
    expect(await identities(subject)).toHaveLength(1);
  });
});
