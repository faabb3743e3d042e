import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ApiUser, stop } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { shapeOf } from "#tests/helpers/canary.ts";
import type { PersonClaims } from "#tests/helpers/oidc.ts";
import {
  accountOf,
  beginSignIn,
  codeOf,
  comeBack,
  isSignedIn,
  newPerson,
  signInThrough,
  startNetworkApp,
  type NetworkApp,
} from "#tests/helpers/network-people.ts";
import { jsonOf, sendRaw } from "#tests/helpers/raw.ts";
import { suspend } from "#tests/helpers/suspend.ts";

// S28, S29, S30, L21, A7: signing in through a network on our own pages, over a real provider.

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

const person = (claims?: PersonClaims) => newPerson(network, claims);
const begin = beginSignIn;
const signIn = (browser = new Browser(app), next?: string) => signInThrough(network, browser, next);

async function ownProfile(browser: Browser): Promise<Record<string, unknown>> {
  return jsonOf(await browser.send("GET", `/api/profile/get/${browser.profileId}`));
}

describe("the way to the network and back", () => {
  it("S29: asks with code, S256, state and nonce, and keeps them in an HttpOnly Lax cookie for ten minutes", async () => {
    const browser = new Browser(app);
    await browser.send("GET", "/api/token");
    const begun = await browser.send("GET", "/api/user/linkedin/start");
    const url = new URL(String(jsonOf(begun)["url"]));
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({
      response_type: "code",
      client_id: "pipelines",
      redirect_uri: "http://pipelines.test/login/network",
      scope: "openid email profile",
      code_challenge_method: "S256",
    });
    for (const name of ["state", "nonce", "code_challenge"]) expect(asked[name]).toMatch(/^[\w-]{43}$/);
    const line = begun.headers.get("set-cookie")?.find((one) => one.startsWith("network=")) ?? "";
    for (const part of [/; HttpOnly/i, /; SameSite=Lax/i, /; Path=\/(;|$)/i, /; Max-Age=600/i])
      expect(line).toMatch(part);
    // The cookie is encrypted, so nobody who reads it learns the state or the verifier.
    expect(Buffer.from(line.slice(8).split(";")[0] ?? "", "base64url").toString("latin1")).not.toContain(
      asked["state"],
    );
    expect(begun.headers.get("cache-control")).toEqual(["no-store"]);
  });

  it("makes an account of a new person, signs the browser in and fills the profile", async () => {
    const { email, subject } = person({ locale: "de-DE", vanity_name: "maya-t" });
    const browser = new Browser(app);
    const answer = await signIn(browser, "/edit");
    expect(jsonOf(answer)).toEqual({
      _id: browser.profileId,
      profileId: browser.profileId,
      email,
      profileCreated: true,
      username: "",
      next: "/edit",
      message: "",
    });
    expect(await isSignedIn(browser)).toBe(true);
    expect(await ownProfile(browser)).toMatchObject({
      firstName: "Maya",
      lastName: "Testperson",
      location: "Germany",
      linkedin: "https://linkedin.com/in/maya-t",
      created: true,
      anonymous: false,
    });
    const account = await accountOf(app, email);
    expect(account).toMatchObject({ password_hash: null });
    expect(account?.email_verified_at).toEqual(new Date(now));
    const identities = await app.db.selectFrom("network_identity").selectAll().where("subject", "=", subject).execute();
    expect(identities).toMatchObject([{ issuer: network.issuer, account_id: account?.id }]);
    expect(browser.cookies.has("network")).toBe(false);
  });

  it("S5: rotates the session, so that a cookie planted before stays worth nothing", async () => {
    person();
    const browser = new Browser(app);
    const back = await network.visit((await begin(browser)).href);
    const planted = new Browser(app);
    planted.cookies.set("token", browser.cookies.get("token") ?? "");
    expect((await comeBack(browser, back)).status).toBe(200);
    expect([await isSignedIn(browser), await isSignedIn(planted)]).toEqual([true, false]);
  });

  it.each([
    ["", "/"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["https://evil.example/", "/"],
    ["javascript:alert(1)", "/"],
    ["/user/maya?tab=1", "/user/maya?tab=1"],
  ])("S28: next=%s leads to %s", async (next, path) => {
    person();
    // Somebody new goes into the start instead of home.
    expect(jsonOf(await signIn(new Browser(app), next))["next"]).toBe(path === "/" ? "/edit" : path);
    expect(jsonOf(await signIn(new Browser(app), next))["next"]).toBe(path);
  });

  it("signs the same person in again, into the same account, and writes an audit line each time", async () => {
    const { email } = person();
    const first = new Browser(app);
    await signIn(first);
    const second = new Browser(app);
    await signIn(second);
    expect(second.profileId).toBe(first.profileId);
    expect(await isSignedIn(first)).toBe(true);
    const lines = await app.db.selectFrom("audit_log").selectAll().where("action", "like", "network.%").execute();
    const own = lines.filter((line) => line.actor === lines.at(-1)?.actor).map((line) => line.action);
    expect(own).toEqual(["network.linked", "network.login", "network.login"]);
    expect(JSON.stringify(lines)).not.toContain(email);
  });

  it("logs neither code nor state nor e-mail", async () => {
    const { email, subject } = person();
    const browser = new Browser(app);
    const back = await network.visit((await begin(browser)).href);
    await sendRaw(app, { path: `${back.pathname}${back.search}` });
    await comeBack(browser, back);
    for (const secret of [back.searchParams.get("code"), back.searchParams.get("state"), email, subject]) {
      expect(app.logged()).not.toContain(secret);
    }
  });
});

describe("a return that is not to be trusted", () => {
  const STALE = /not begun here, was used already, or took longer/;

  async function expectStale(browser: Browser, back: URL): Promise<void> {
    const answer = await comeBack(browser, back);
    expect([...codeOf(answer), STALE.test(answer.text)]).toEqual([400, "network-failed", true]);
    expect(await isSignedIn(browser)).toBe(false);
  }

  it("S29: with another state", async () => {
    person();
    const browser = new Browser(app);
    const back = await network.visit((await begin(browser)).href);
    back.searchParams.set("state", createHash("sha256").update("guess").digest("base64url"));
    await expectStale(browser, back);
  });

  it("S29: without any state", async () => {
    person();
    const browser = new Browser(app);
    const back = await network.visit((await begin(browser)).href);
    back.searchParams.delete("state");
    await expectStale(browser, back);
  });

  it("U4: in a browser without the cookie, so that nobody is signed in as somebody else", async () => {
    person();
    const attacker = new Browser(app);
    const back = await network.visit((await begin(attacker)).href);
    const victim = new Browser(app);
    await victim.send("GET", "/api/token");
    await expectStale(victim, back);
    // A flow of the victim's own does not help: the state is another one.
    await begin(victim);
    await expectStale(victim, back);
  });

  it("S29: with a cookie that was changed", async () => {
    person();
    const browser = new Browser(app);
    const back = await network.visit((await begin(browser)).href);
    const sealed = browser.cookies.get("network") ?? "";
    for (const at of [0, 20, sealed.length - 2]) {
      browser.cookies.set("network", `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`);
      await expectStale(browser, back);
    }
  });

  it("U4: a second time, also with the cookie kept", async () => {
    person();
    const browser = new Browser(app);
    const back = await network.visit((await begin(browser)).href);
    const sealed = browser.cookies.get("network") ?? "";
    expect((await comeBack(browser, back)).status).toBe(200);
    await browser.send("POST", "/api/user/logout", {});
    await browser.send("GET", "/api/token");
    browser.cookies.set("network", sealed);
    const asked = network.asked.length;
    await expectStale(browser, back);
    expect(network.asked).toHaveLength(asked);
  });

  it("S29: after ten minutes", async () => {
    person();
    const browser = new Browser(app);
    const back = await network.visit((await begin(browser)).href);
    now = START + 600_000;
    await expectStale(browser, back);
  });

  it("R4: without a live token the code is not used up", async () => {
    person();
    const browser = new Browser(app);
    const back = await network.visit((await begin(browser)).href);
    const token = browser.cookies.get("token") ?? "";
    browser.cookies.delete("token");
    expect((await comeBack(browser, back)).status).toBe(401);
    browser.cookies.set("token", token);
    expect((await comeBack(browser, back)).status).toBe(200);
  });

  it("with a no of the person: a sentence, and nothing has changed", async () => {
    network.who = undefined;
    const browser = new Browser(app);
    const back = await network.visit((await begin(browser)).href);
    expect(back.searchParams.get("error")).toBe("access_denied");
    const answer = await comeBack(browser, back);
    expect([...codeOf(answer), jsonOf(answer)["error"]]).toEqual([
      400,
      "network-failed",
      "You did not allow Testnet to tell us who you are. Nothing has changed.",
    ]);
  });

  it("with a made-up code", async () => {
    person();
    const browser = new Browser(app);
    const back = await network.visit((await begin(browser)).href);
    back.searchParams.set("code", "made-up");
    expect(codeOf(await comeBack(browser, back))).toEqual([400, "network-failed"]);
  });

  it("S29: with somebody else's code, which was issued for another flow", async () => {
    person();
    const [own, other] = [new Browser(app), new Browser(app)];
    const [ownBack, otherBack] = [
      await network.visit((await begin(own)).href),
      await network.visit((await begin(other)).href),
    ];
    ownBack.searchParams.set("code", otherBack.searchParams.get("code") ?? "");
    expect(codeOf(await comeBack(own, ownBack))).toEqual([400, "network-failed"]);
    expect(await isSignedIn(own)).toBe(false);
  });

  it("RFC 9207: with the issuer of another network, or without one", async () => {
    for (const issuer of ["https://evil.example", undefined]) {
      person();
      const browser = new Browser(app);
      const back = await network.visit((await begin(browser)).href);
      if (issuer) back.searchParams.set("iss", issuer);
      else back.searchParams.delete("iss");
      expect(codeOf(await comeBack(browser, back))).toEqual([400, "network-failed"]);
    }
  });
});

describe("L21: an anonymous person who signs in again", () => {
  it("changes neither the stored profile nor what a visitor sees", async () => {
    const { subject } = person({ locale: "fr-FR" });
    const browser = new Browser(app);
    await signIn(browser);
    const saved = await browser.send("PATCH", `/api/profile/${browser.profileId}`, {
      anonymous: true,
      location: "",
      created: true,
      pipeline: [stop("Alpha Works", "Clerk", "2020-01-01", "current")],
    });
    expect(saved.status, saved.text).toBe(200);
    browser.profileId = String(jsonOf(saved)["_id"]);
    const visitor = () => sendRaw(app, { path: `/api/profile/get/${browser.profileId}` });
    const [before, rowBefore] = [await visitor(), await profileRow(browser.profileId)];
    const profiles = (await app.db.selectFrom("profile").select("id").execute()).length;
    network.people.set(subject, {
      email: "renamed@network.test",
      email_verified: true,
      given_name: "Other",
      family_name: "Name",
      locale: "es-ES",
      picture: "https://pictures.example/me.png",
      vanity_name: "other-name",
    });
    const again = new Browser(app);
    expect((await signIn(again)).status).toBe(200);
    expect(again.profileId).toBe(browser.profileId);
    const after = await visitor();
    expect(shapeOf(after)).toBe(shapeOf(before));
    expect(after.text).toBe(before.text);
    expect((await app.db.selectFrom("profile").select("id").execute()).length).toBe(profiles);
    expect(jsonOf(after)).toMatchObject({ anonymous: true, firstName: "Anonymous", location: "Somewhere" });
    expect(await profileRow(browser.profileId)).toEqual(rowBefore);
    expect(await app.db.selectFrom("picture").select("id").execute()).toEqual([]);
  });

  async function profileRow(id: string) {
    return app.db.selectFrom("profile").selectAll().where("public_id", "=", id).executeTakeFirstOrThrow();
  }
});

describe("what decides is the identity, never the e-mail", () => {
  it("S29: a changed e-mail of the same subject keeps the account", async () => {
    const { subject, email } = person();
    const browser = new Browser(app);
    await signIn(browser);
    network.people.set(subject, { email: "new-address@network.test", email_verified: true });
    const again = await signIn();
    expect(jsonOf(again)).toMatchObject({ profileId: browser.profileId, email });
    expect(await accountOf(app, "new-address@network.test")).toBeUndefined();
  });

  it("A7: another subject with the same e-mail is somebody else, and is let into nothing", async () => {
    const { email } = person();
    await signIn();
    for (const verified of [true, false]) {
      person({ email, email_verified: verified });
      const answer = await signIn();
      expect(codeOf(answer)).toEqual(verified ? [409, "network-known-email"] : [400, "email-in-use"]);
    }
  });

  it("A7: an unverified e-mail matches no local account, and the answer tells no more than sign-up does", async () => {
    const local = await new ApiUser(app).signUp("local-victim@example.test", PASSWORD);
    person({ email: local.email, email_verified: false });
    const answer = await signIn();
    expect([...codeOf(answer), jsonOf(answer)["ticket"]]).toEqual([400, "email-in-use", undefined]);
    expect(
      await app.db
        .selectFrom("network_identity")
        .selectAll()
        .where("subject", "=", network.who ?? "")
        .execute(),
    ).toEqual([]);
  });

  it("an unverified e-mail that nobody has makes an account whose e-mail is not proven", async () => {
    const { email } = person({ email_verified: false });
    expect((await signIn()).status).toBe(200);
    expect((await accountOf(app, email))?.email_verified_at).toBeNull();
  });

  it("a person without an e-mail is told so", async () => {
    const { subject } = person();
    network.people.set(subject, { given_name: "Maya" });
    const answer = await signIn();
    expect([...codeOf(answer), /did not tell us your e-mail/.test(answer.text)]).toEqual([400, "network-failed", true]);
  });

  it("a suspended account stays shut", async () => {
    const { email } = person();
    await signIn();
    await suspend(app, email);
    const answer = await signIn();
    expect([...codeOf(answer), jsonOf(answer)["error"]]).toEqual([
      400,
      "network-failed",
      "This account cannot be used at the moment.",
    ]);
  });

  it("two returns of one new person at once make one account", async () => {
    const { email } = person();
    const browsers = [new Browser(app), new Browser(app)];
    const backs: URL[] = [];
    for (const browser of browsers) backs.push(await network.visit((await begin(browser)).href));
    const answers = await Promise.all(browsers.map((browser, n) => comeBack(browser, backs[n] ?? new URL(app.url))));
    expect(answers.map(({ status }) => status).filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
    for (const { status } of answers) expect([200, 400, 409]).toContain(status);
    const rows = await app.db.selectFrom("account").select("id").where("email_key", "=", email).execute();
    expect(rows).toHaveLength(1);
  });
});
