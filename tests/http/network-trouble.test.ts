import { generateKeyPairSync } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { beginSignIn, codeOf, comeBack, isSignedIn, newPerson, signInThrough } from "#tests/helpers/network-people.ts";
import { signJwt, TestNetwork } from "#tests/helpers/oidc.ts";
import { jsonOf, type RawAnswer } from "#tests/helpers/raw.ts";

// S29, S31, R22: a network that lies, is down, slow or switched off.

const START = Date.parse("2026-11-15T12:00:00Z");
const PASSWORD = "correct-horse-battery";
let now = START;
let network: TestNetwork;
let app: TestApp;

beforeAll(async () => {
  network = await new TestNetwork().start();
  app = await startTestApp({ env: network.env, now: () => new Date(now) });
});
afterEach(() => {
  // Past any pause, so that no test waits for another one's.
  now += 60_000;
  network.mode = "up";
  network.tamper = undefined;
  network.rewrite = undefined;
});
afterAll(async () => {
  await app.stop();
  await network.stop();
});

describe("S29, S31: an ID token", () => {
  const foreign = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  type Jwt = Parameters<NonNullable<TestNetwork["tamper"]>>[0];
  const changed =
    (claims: (jwt: Jwt) => object, header: object = {}) =>
    (jwt: Jwt) =>
      signJwt({ header: { ...jwt.header, ...header }, claims: { ...jwt.claims, ...claims(jwt) } });
  const without = (name: string) => (jwt: Jwt) => {
    const { [name]: _gone, ...claims } = jwt.claims;
    return signJwt({ header: jwt.header, claims });
  };
  const seconds = () => Math.floor(Date.now() / 1_000);

  it("that was only signed anew is taken, which shows that the others fail for their fault", async () => {
    newPerson(network);
    network.tamper = changed(() => ({}));
    expect((await signInThrough(network, new Browser(app))).status).toBe(200);
  });

  it.each<[string, (jwt: Jwt) => string]>([
    ["of another issuer", changed(() => ({ iss: "https://evil.example" }))],
    ["without an issuer", without("iss")],
    ["for another audience", changed(() => ({ aud: "somebody-else" }))],
    ["for several without our party", changed(() => ({ aud: ["pipelines", "other"], azp: "other" }))],
    ["without an audience", without("aud")],
    ["that has expired", changed(() => ({ exp: seconds() - 120, iat: seconds() - 240 }))],
    ["that never expires", without("exp")],
    ["that is not valid yet", changed(() => ({ nbf: seconds() + 600 }))],
    ["with another nonce", changed(() => ({ nonce: "another" }))],
    ["without a nonce", without("nonce")],
    ["without a subject", without("sub")],
    ["of another subject than the user info", changed(() => ({ sub: "subject-of-somebody-else" }))],
    ["signed by another key", ({ header, claims }) => signJwt({ header, claims }, foreign)],
    ["signed by a key nobody knows", changed(() => ({}), { kid: "unknown" })],
    ["with alg none", changed(() => ({}), { alg: "none" })],
    ["with alg HS256", changed(() => ({}), { alg: "HS256" })],
    ["with alg RS1", changed(() => ({}), { alg: "RS1" })],
    ["that is not a token", () => "no.token.here"],
    ["that is empty", () => ""],
  ])("%s signs nobody in", async (_what, tamper) => {
    newPerson(network);
    network.tamper = tamper;
    const browser = new Browser(app);
    const answer = await signInThrough(network, browser);
    expect(codeOf(answer)).toEqual([400, "network-failed"]);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("that is missing signs nobody in", async () => {
    newPerson(network);
    network.rewrite = (path, body) => {
      if (path !== "/token" || typeof body !== "object" || body === null) return body;
      return { ...body, id_token: undefined };
    };
    expect((await signInThrough(network, new Browser(app))).status).toBe(400);
  });

  it("with alg HS256 is refused also where the network offers it", async () => {
    newPerson(network);
    const fresh = await startTestApp({ env: network.env });
    try {
      network.rewrite = (path, body) =>
        path.endsWith("openid-configuration") && typeof body === "object"
          ? { ...body, id_token_signing_alg_values_supported: ["HS256", "none"] }
          : body;
      const answer = await signInThrough(network, new Browser(fresh));
      expect(codeOf(answer)).toEqual([400, "network-failed"]);
    } finally {
      await fresh.stop();
    }
  });

  it("a discovery that speaks for another issuer is refused", async () => {
    const fresh = await startTestApp({ env: network.env });
    try {
      network.rewrite = (path, body) =>
        path.endsWith("openid-configuration") && typeof body === "object"
          ? { ...body, issuer: "https://evil.example" }
          : body;
      const browser = new Browser(fresh);
      await browser.send("GET", "/api/token");
      expect(codeOf(await browser.send("GET", "/api/user/linkedin/start"))).toEqual([400, "network-away"]);
    } finally {
      await fresh.stop();
    }
  });
});

describe("R22: a network that is away", () => {
  async function timed(work: () => Promise<RawAnswer>): Promise<[RawAnswer, number]> {
    const started = performance.now();
    const answer = await work();
    return [answer, performance.now() - started];
  }

  it.each(["down", "broken"] as const)("%s: says so at once, and passwords still work", async (mode) => {
    newPerson(network);
    const local = await new ApiUser(app).signUp(`${mode}@example.test`, PASSWORD);
    const browser = new Browser(app);
    const back = await network.visit((await beginSignIn(browser)).href);
    network.mode = mode;
    const [answer, took] = await timed(() => comeBack(browser, back));
    expect([...codeOf(answer), jsonOf(answer)["error"]]).toEqual([
      400,
      "network-away",
      "Testnet does not answer at the moment. Try again later, or log in with your password.",
    ]);
    expect(took).toBeLessThan(3_000);
    expect((await local.call("POST", "/api/user/login", { email: local.email, password: PASSWORD })).status).toBe(200);
    expect((await local.call("GET", "/api/user/me")).status).toBe(200);
  });

  it("slow: answers within three seconds", async () => {
    newPerson(network);
    const browser = new Browser(app);
    const back = await network.visit((await beginSignIn(browser)).href);
    network.mode = "slow";
    const [answer, took] = await timed(() => comeBack(browser, back));
    expect(codeOf(answer)).toEqual([400, "network-away"]);
    expect(took).toBeLessThan(3_000);
  });

  it("down at the start, where nothing is known of it yet", async () => {
    const fresh = await startTestApp({ env: network.env });
    try {
      network.mode = "down";
      const browser = new Browser(fresh);
      await browser.send("GET", "/api/token");
      expect(codeOf(await browser.send("GET", "/api/user/linkedin/start"))).toEqual([400, "network-away"]);
      expect(browser.cookies.has("network")).toBe(false);
      network.mode = "up";
      expect((await browser.send("GET", "/api/user/linkedin/start")).status).toBe(200);
    } finally {
      await fresh.stop();
    }
  });

  it("down: every call that asks it says so", async () => {
    newPerson(network);
    const fresh = await startTestApp({ env: network.env });
    try {
      const user = await new ApiUser(fresh).signUp();
      const begun = await user.call("GET", "/api/user/linkedin/start");
      const back = await network.visit(String(begun.body["url"]));
      network.mode = "down";
      const answer = await user.call("GET", `/api/user/linkedin/userinfo${back.search}`);
      expect([answer.status, answer.body["code"]]).toEqual([400, "network-away"]);
      const unknown = await startTestApp({ env: network.env });
      try {
        const other = await new ApiUser(unknown).signUp();
        const link = await other.call("POST", "/api/user/network/link", {});
        expect([link.status, link.body["code"]]).toEqual([400, "network-away"]);
      } finally {
        await unknown.stop();
      }
    } finally {
      await fresh.stop();
    }
  });

  it("three failures in a row, and for 30 s nothing more is tried; then it works again", async () => {
    const fresh = await startTestApp({ env: network.env, now: () => new Date(now) });
    try {
      newPerson(network);
      const attempt = async () => {
        const browser = new Browser(fresh);
        await browser.send("GET", "/api/token");
        const begun = await browser.send("GET", "/api/user/linkedin/start");
        if (begun.status !== 200) return begun;
        const back = await network.visit(String(jsonOf(begun)["url"]));
        network.mode = "down";
        const answer = await comeBack(browser, back);
        network.mode = "up";
        return answer;
      };
      for (let n = 0; n < 3; n += 1) expect(codeOf(await attempt())).toEqual([400, "network-away"]);
      const asked = network.asked.length;
      const paused = await attempt();
      expect(codeOf(paused)).toEqual([400, "network-away"]);
      expect(network.asked).toHaveLength(asked);
      now += 30_000;
      expect((await signInThrough(network, new Browser(fresh))).status).toBe(200);
    } finally {
      await fresh.stop();
    }
  });

  it("a refused code is not a failure of the network", async () => {
    newPerson(network);
    for (let n = 0; n < 4; n += 1) {
      const browser = new Browser(app);
      const back = await network.visit((await beginSignIn(browser)).href);
      back.searchParams.set("code", "made-up");
      expect(codeOf(await comeBack(browser, back))).toEqual([400, "network-failed"]);
    }
    expect((await signInThrough(network, new Browser(app))).status).toBe(200);
  });
});

describe("switched off", () => {
  it("every call says so, and everything else works", async () => {
    const off = await startTestApp();
    try {
      const user = await new ApiUser(off).signUp("off@example.test", PASSWORD);
      for (const [method, path, body] of [
        ["GET", "/api/user/linkedin/start", undefined],
        ["GET", "/api/user/linkedin/userinfo?code=x&state=y", undefined],
        ["POST", "/api/user/network/return", { code: "x", state: "y" }],
        ["POST", "/api/user/network/claim", { ticket: "x" }],
        ["POST", "/api/user/network/link", {}],
        ["GET", "/api/user/network", undefined],
      ] as const) {
        const answer = await user.call(method, path, body);
        expect([answer.status, answer.body["code"]], path).toEqual([404, "network-off"]);
      }
      expect((await user.call("DELETE", "/api/user/network", {})).status).toBe(200);
      expect((await user.call("GET", "/api/token?linkedinToken=x")).status).toBe(200);
      expect((await user.call("POST", "/api/user/login", { email: user.email, password: PASSWORD })).status).toBe(200);
    } finally {
      await off.stop();
    }
  });
});
