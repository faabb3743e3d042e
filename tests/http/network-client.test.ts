import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { fullCost } from "#tests/helpers/full-cost.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { accountOf, beginSignIn, codeOf, isSignedIn, newPerson } from "#tests/helpers/network-people.ts";
import { TestNetwork } from "#tests/helpers/oidc.ts";
import { jsonOf, sendRaw } from "#tests/helpers/raw.ts";
import { suspend } from "#tests/helpers/suspend.ts";

// Network sign-in of an API client (contract, U1, U2, U4, U8, U16): userinfo → token → login by e-mail → profile.

const START = Date.parse("2026-11-15T12:00:00Z");
const CLIENT_PAGE = "https://client.example/auth/back";
const INVALID = "Invalid username or password.";
let now = START;
let network: TestNetwork;
let app: TestApp;

beforeAll(async () => {
  network = await new TestNetwork().start([CLIENT_PAGE]);
  app = await startTestApp({
    env: { ...network.env, CORS_ORIGINS: "https://client.example" },
    now: () => new Date(now),
  });
});
afterEach(() => {
  now = START;
});
afterAll(async () => {
  await app.stop();
  await network.stop();
});

type UserInfo = { token: string; email: string; [claim: string]: unknown };

async function client(): Promise<ApiUser> {
  const user = new ApiUser(app);
  await user.fetchToken();
  return user;
}

/** From the start to the return; returns the query of the last redirect. */
async function visit(user: ApiUser, query = ""): Promise<URL> {
  const begun = await user.call<{ url: string; state: string }>("GET", `/api/user/linkedin/start${query}`);
  expect(begun.status, begun.text).toBe(200);
  const back = await network.visit(begun.body.url);
  expect(back.searchParams.get("state")).toBe(begun.body.state);
  return back;
}

async function userinfo(user: ApiUser, back?: URL) {
  const { search } = back ?? (await visit(user));
  return user.call<UserInfo>("GET", `/api/user/linkedin/userinfo${search}`);
}

/** GET /api/token is sent bare; the client keeps what it answers. */
async function redeem(handle: string): Promise<ApiUser> {
  const user = new ApiUser(app);
  user.token = (await user.call<string>("GET", `/api/token?linkedinToken=${encodeURIComponent(handle)}`)).body;
  return user;
}

const logIn = (user: ApiUser, email: string) => user.call("POST", "/api/user/login", { email });

/** The whole way; the signed-in client. */
async function enter(): Promise<ApiUser> {
  const { body } = await userinfo(await client());
  const user = await redeem(body.token);
  const answer = await logIn(user, body.email);
  expect(answer.status, answer.text).toBe(200);
  user.profileId = String(answer.body["profileId"]);
  user.email = body.email;
  return user;
}

describe("userinfo", () => {
  it("gives every field, '' where the network gives none, and nothing of the network's", async () => {
    const { email } = newPerson(network, {
      locale: "de-DE",
      vanity_name: "maya-t",
      picture: "https://media.example/p.png",
    });
    const full = await userinfo(await client());
    expect(full.body).toEqual({
      token: expect.stringMatching(/^n\.[\w-]{43}$/),
      email,
      given_name: "Maya",
      family_name: "Testperson",
      locale: { country: "DE", language: "de" },
      picture: "https://media.example/p.png",
      vanity_name: "maya-t",
    });
    expect(full.headers.get("cache-control")).toBe("no-store");
    const { subject } = newPerson(network);
    network.people.set(subject, {});
    expect((await userinfo(await client())).body).toEqual({
      token: expect.stringMatching(/^n\./),
      email: "",
      given_name: "",
      family_name: "",
      locale: { country: "", language: "" },
      picture: "",
      vanity_name: "",
    });
  });

  it("U4: answers 400 to a code alone, which could be anybody's", async () => {
    newPerson(network);
    const user = await client();
    const back = await visit(user);
    const asked = network.asked.length;
    for (const query of [`?code=${back.searchParams.get("code")}`, "?code=made-up", "", "?code=x&state=y"]) {
      const answer = await user.call("GET", `/api/user/linkedin/userinfo${query}`);
      expect([answer.status, answer.body["code"]], query).toEqual([400, "network-failed"]);
    }
    expect(network.asked).toHaveLength(asked);
  });

  it("U4: answers 400 to a state of another token, and to a code that was used", async () => {
    newPerson(network);
    const user = await client();
    const back = await visit(user);
    expect((await userinfo(await client(), back)).status).toBe(400);
    expect((await userinfo(user, back)).status).toBe(200);
    expect((await userinfo(user, back)).status).toBe(400);
  });

  it("R4: answers 401 without a live token, and uses nothing up", async () => {
    newPerson(network);
    const user = await client();
    const back = await visit(user);
    const { token } = user;
    user.token = "undefined";
    expect((await userinfo(user, back)).status).toBe(401);
    user.token = token;
    expect((await userinfo(user, back)).status).toBe(200);
  });

  it("S29: answers 400 after ten minutes", async () => {
    newPerson(network);
    const user = await client();
    const back = await visit(user);
    now = START + 600_000;
    expect((await userinfo(user, back)).status).toBe(400);
  });
});

describe("the return address", () => {
  it("may be a page on an origin of the settings", async () => {
    newPerson(network);
    const user = await client();
    const back = await visit(user, `?redirect=${encodeURIComponent(CLIENT_PAGE)}`);
    expect(`${back.origin}${back.pathname}`).toBe(CLIENT_PAGE);
    expect((await userinfo(user, back)).status).toBe(200);
  });

  it.each([
    "https://evil.example/auth/back",
    "http://client.example/auth/back",
    "https://client.example:444/auth/back",
    "https://client.example.evil.example/",
    "https://user@client.example/",
    "https://client.example/back?x=1",
    "https://client.example/back#x",
    "//client.example/",
    "javascript:alert(1)",
    "",
  ])("S28: is not %j", async (redirect) => {
    const answer = await (
      await client()
    ).call("GET", `/api/user/linkedin/start?redirect=${encodeURIComponent(redirect)}`);
    expect([answer.status, answer.body["code"]]).toEqual([400, "bad-request"]);
  });
});

describe("login by e-mail", () => {
  it("U1: works with the ticket tied to the very token, and gives the same user again", async () => {
    const { email } = newPerson(network);
    const first = await enter();
    const me = await first.call("GET", "/api/user/me");
    expect(me.body).toMatchObject({ email, profileId: first.profileId, profileCreated: false });
    expect((await enter()).profileId).toBe(first.profileId);
    // The session that already is that person needs no ticket.
    expect((await logIn(first, email)).status).toBe(200);
  });

  it("U1: works once, within five minutes", async () => {
    newPerson(network);
    const { body } = await userinfo(await client());
    const user = await redeem(body.token);
    now = START + 300_000;
    expect((await logIn(user, body.email)).status).toBe(403);
    now = START + 299_000;
    expect((await logIn(user, body.email)).status).toBe(200);
    await user.call("POST", "/api/user/logout", {});
    const again = await redeem(body.token);
    expect((await logIn(again, body.email)).status).toBe(403);
  });

  it("U2: the handle ties one token only; a second one that asks with it gets no rights", async () => {
    newPerson(network);
    const { body } = await userinfo(await client());
    const [user, thief] = [await redeem(body.token), await redeem(body.token)];
    const refused = await logIn(thief, body.email);
    expect([refused.status, refused.body["error"]]).toEqual([403, INVALID]);
    expect((await logIn(user, body.email)).status).toBe(200);
  });

  it("U1: other tokens, other e-mails, unknown handles: 403 with the text of a wrong password", async () => {
    newPerson(network);
    const victim = await new ApiUser(app).signUp();
    const { body } = await userinfo(await client());
    const user = await redeem(body.token);
    const cases: [ApiUser, string][] = [
      [await client(), body.email],
      [await redeem(`n.${"A".repeat(43)}`), body.email],
      [await redeem("x".repeat(500)), body.email],
      [user, victim.email],
      [user, ""],
    ];
    for (const [who, email] of cases) {
      const answer = await logIn(who, email);
      expect([answer.status, answer.body["error"], answer.body["code"]], email).toEqual([403, INVALID, "not-yours"]);
    }
    expect((await logIn(user, body.email)).status).toBe(200);
  });

  it("U1: a refusal takes as long as a wrong password", async () => {
    using _cost = fullCost();
    const user = await client();
    const times: Record<string, number[]> = { alone: [], wrong: [] };
    for (let round = 0; round < 9; round += 1) {
      for (const [kind, body] of [
        ["alone", { email: "nobody@network.test" }],
        ["wrong", { email: `nobody-${round}@network.test`, password: "wrong-wrong-1" }],
      ] as const) {
        const started = performance.now();
        await user.call("POST", "/api/user/login", body);
        times[kind]?.push(performance.now() - started);
      }
    }
    const median = (list: number[] = []) => list.toSorted((a, b) => a - b)[4] ?? 0;
    // Without the derivation it would be ten times faster.
    expect(median(times["alone"])).toBeGreaterThan(median(times["wrong"]) / 2.5);
  });

  it("an e-mail that the network has not verified signs nobody in", async () => {
    const { email } = newPerson(network, { email_verified: false });
    const { body } = await userinfo(await client());
    expect((await logIn(await redeem(body.token), email)).status).toBe(403);
    expect(await accountOf(app, email)).toBeUndefined();
  });

  it("S29: a changed e-mail of the same subject leads into the same account", async () => {
    const { subject } = newPerson(network);
    const first = await enter();
    network.people.set(subject, { email: "moved@network.test", email_verified: true });
    const second = await enter();
    expect(second.profileId).toBe(first.profileId);
  });

  it("S30: the e-mail of a local account is 409, proven or not, and the handle takes over the unproven one", async () => {
    const local = await new ApiUser(app).signUp("unproven@network.test");
    newPerson(network, { email: local.email });
    const { body } = await userinfo(await client());
    const user = await redeem(body.token);
    const unproven = await logIn(user, local.email);
    expect([unproven.status, unproven.body["code"]]).toEqual([409, "network-unproven-email"]);
    const claimed = await user.call("POST", "/api/user/network/claim", {
      ticket: body.token,
      password: "correct-horse-battery",
    });
    expect([claimed.status, claimed.body["profileId"]]).toEqual([200, local.profileId]);
    expect((await local.call("GET", "/api/user/me")).status).toBe(401);
    expect((await user.call("GET", "/api/user/me")).status).toBe(200);

    newPerson(network, { email: local.email });
    const other = await userinfo(await client());
    const known = await logIn(await redeem(other.body.token), local.email);
    expect([known.status, known.body["code"]]).toEqual([409, "network-known-email"]);
  });

  it("a suspended person's unproven account is not taken over, with its password or without", async () => {
    const local = await new ApiUser(app).signUp("suspended-unproven@network.test");
    newPerson(network, { email: local.email });
    const { body } = await userinfo(await client());
    const user = await redeem(body.token);
    await suspend(app, local.email);
    const asked = await logIn(user, local.email);
    expect([asked.status, asked.body["code"]]).toEqual([403, "not-yours"]);
    for (const password of ["correct-horse-battery", undefined]) {
      const claimed = await user.call("POST", "/api/user/network/claim", { ticket: body.token, password });
      expect([claimed.status, claimed.body["code"]]).toEqual([400, "network-failed"]);
    }
    expect(await accountOf(app, local.email)).toBeDefined();
    const emails = await app.db
      .selectFrom("account")
      .select("email")
      .where("email", "like", "%suspended-unproven%")
      .execute();
    expect(emails).toEqual([{ email: local.email }]);
  });

  it("S30: the handle takes over within five minutes", async () => {
    const local = await new ApiUser(app).signUp("late@network.test");
    newPerson(network, { email: local.email });
    const { body } = await userinfo(await client());
    const user = await redeem(body.token);
    const claim = () =>
      user.call("POST", "/api/user/network/claim", { ticket: body.token, password: "correct-horse-battery" });
    now = START + 300_000;
    const late = await claim();
    expect([late.status, late.body["code"]]).toEqual([400, "network-failed"]);
    expect((await local.call("GET", "/api/user/me")).status).toBe(200);
    now = START + 299_000;
    expect((await claim()).status).toBe(200);
  });

  it("a suspended account is refused like a wrong password", async () => {
    const { email } = newPerson(network);
    await enter();
    await suspend(app, email);
    const { body } = await userinfo(await client());
    expect((await logIn(await redeem(body.token), email)).status).toBe(403);
  });

  it("in a browser: bound to the session of the cookie, and the session is rotated", async () => {
    newPerson(network);
    const browser = new Browser(app);
    const back = await network.visit((await beginSignIn(browser)).href);
    const info = jsonOf(await browser.send("GET", `/api/user/linkedin/userinfo${back.search}`));
    const other = new Browser(app);
    const handle = encodeURIComponent(String(info["token"]));
    await other.send("GET", `/api/token?linkedinToken=${handle}`);
    await other.send("GET", `/api/token?linkedinToken=${handle}`);
    expect((await other.send("POST", "/api/user/login", { email: info["email"] })).status).toBe(403);
    await browser.send("GET", `/api/token?linkedinToken=${handle}`);
    const before = browser.cookies.get("token");
    expect((await browser.send("POST", "/api/user/login", { email: info["email"] })).status).toBe(200);
    expect([await isSignedIn(browser), browser.cookies.get("token") === before]).toEqual([true, false]);
    expect(codeOf(await browser.send("GET", `/api/user/linkedin/userinfo${back.search}`))[0]).toBe(400);
  });

  it("U2: the database knows the SHA-256 of a handle, and forgets ticket and claims with the hour", async () => {
    newPerson(network);
    const { body } = await userinfo(await client());
    const hash = createHash("sha256").update(body.token).digest();
    const row = () =>
      app.db.selectFrom("network_ticket").selectAll().where("handle_hash", "=", hash).executeTakeFirst();
    expect(JSON.stringify(await row())).not.toContain(body.token);
    expect(app.logged()).not.toContain(body.token);
    const { deleteExpiredTickets } = await import("#features/network/ticket-write.server.ts");
    await deleteExpiredTickets({ db: app.db, now: new Date(START + 299_000) });
    expect(await row()).toBeDefined();
    await deleteExpiredTickets({ db: app.db, now: new Date(START + 600_001) });
    expect(await row()).toBeUndefined();
    expect(await app.db.selectFrom("network_flow").selectAll().execute()).toEqual([]);
  });
});

describe("the profile after a sign-in", () => {
  const FIELDS = {
    firstName: "Maya",
    lastName: "Testperson",
    location: "Germany",
    pfp: "https://media.example/somebody-else.png",
    linkedin: "https://linkedin.com/in/maya-t",
    created: true,
  };
  const patch = (user: ApiUser, body: object) => user.call("PATCH", `/api/profile/get/${user.profileId}`, body);

  it("U16: fills what is empty, marks it created, and overwrites nothing that a person edited", async () => {
    newPerson(network);
    const user = await enter();
    const filled = await patch(user, FIELDS);
    expect(filled.status, filled.text).toBe(200);
    expect(filled.body).toMatchObject({
      firstName: "Maya",
      lastName: "Testperson",
      location: "Germany",
      linkedin: "https://linkedin.com/in/maya-t",
      created: true,
      pfp: "",
    });
    await user.save({ firstName: "My", lastName: "Choice", location: "" });
    const rev = (await user.call("GET", `/api/profile/get/${user.profileId}`)).body["rev"];
    const second = await patch(user, { ...FIELDS, location: "", linkedin: "https://linkedin.com/in/other" });
    expect(second.body).toMatchObject({
      firstName: "My",
      lastName: "Choice",
      location: "",
      linkedin: "https://linkedin.com/in/maya-t",
      // Nothing to fill: nothing was written.
      rev,
    });
    expect((await patch(user, FIELDS)).body).toMatchObject({ firstName: "My", location: "Germany" });
  });

  it("L21: writes no identity onto an anonymous profile", async () => {
    newPerson(network);
    const user = await enter();
    const saved = await user.save({
      anonymous: true,
      location: "",
      pipeline: [stop("Beta Works", "Clerk", "2020-01-01", "current")],
    });
    expect(saved.status, saved.text).toBe(200);
    const visitor = () => sendRaw(app, { path: `/api/profile/get/${user.profileId}` });
    const before = await visitor();
    const answer = await patch(user, FIELDS);
    expect([answer.status, answer.body["location"], answer.body["linkedin"], answer.body["rev"]]).toEqual([
      200,
      "",
      "",
      saved.body["rev"],
    ]);
    expect(answer.body).toMatchObject({ anonymous: true });
    expect((await visitor()).text).toBe(before.text);
  });

  it.each([
    [{ linkedin: "not a handle!" }],
    [{ linkedin: "" }],
    [{ firstName: "", lastName: "" }],
    [{ firstName: "  " }],
    [{ firstName: "x".repeat(200) }],
    [{ location: "x".repeat(200) }],
    [{ location: "a\nb" }],
    [{ pfp: "javascript:alert(1)" }],
    [{ pfp: `https://media.example/${"x".repeat(1_000)}` }],
    [{}],
  ])("is always 2xx: %j", async (odd) => {
    newPerson(network);
    const user = await enter();
    const answer = await patch(user, { created: true, ...odd });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ firstName: "", location: "", linkedin: "", pfp: "", created: true });
  });

  it("U8: is the owner's alone", async () => {
    newPerson(network);
    const user = await enter();
    await patch(user, FIELDS);
    const stranger = await new ApiUser(app).signUp();
    stranger.profileId = user.profileId;
    expect((await patch(stranger, FIELDS)).status).toBe(403);
    stranger.profileId = "0".repeat(24);
    expect((await patch(stranger, FIELDS)).status).toBe(404);
  });
});
