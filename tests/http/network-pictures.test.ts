import { createServer, request as httpRequest, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Way } from "#external/fetch-picture.ts";
import { allAfterResponseDone } from "#server/after-response.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { newPerson, signInThrough } from "#tests/helpers/network-people.ts";
import { TestNetwork } from "#tests/helpers/oidc.ts";
import { drawPng } from "#tests/helpers/pictures.ts";
import { jsonOf, sendRaw } from "#tests/helpers/raw.ts";

// S27, U8, L21: the picture that a network shows of a person.

/** One name leads to the picture server below; everything else is judged as outside. */
const GOOD = "pictures.example";
/** `held` is the answer that a slow picture does not get. */
const outside: { port: number; asked: string[]; timeout: number; held: ServerResponse | undefined } = {
  port: 0,
  asked: [],
  timeout: 2_000,
  held: undefined,
};

// Test files share loaded modules. This file loads all modules again with replaced network calls, and removes them
// afterwards.
vi.hoisted(() => void vi.resetModules());
afterAll(() => void vi.resetModules());

vi.mock(import("#external/fetch-picture.ts"), async (load) => {
  const real = await load();
  const { isPublicAddress } = await import("#external/public-address.ts");
  const way: Way = {
    resolve: async (host) => [host === GOOD ? "203.0.114.7" : "127.0.0.1"],
    isAllowed: isPublicAddress,
    // The public address of the one good name is played by loopback.
    request: ((options: object) =>
      httpRequest({ ...options, lookup: undefined, hostname: "127.0.0.1" })) as Way["request"],
    get port() {
      return outside.port;
    },
    get timeout() {
      return outside.timeout;
    },
  };
  return { ...real, fetchPicture: (address: string) => real.fetchPicture(address, way) };
});

let network: TestNetwork;
let app: TestApp;
let server: Server;

beforeAll(async () => {
  const png = await drawPng();
  server = createServer((request, response) => {
    outside.asked.push(request.url ?? "");
    if (request.url?.startsWith("/slow")) return void (outside.held = response);
    response.writeHead(200, { "content-type": "image/png" }).end(request.url === "/broken.png" ? "no picture" : png);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  outside.port = (server.address() as AddressInfo).port;
  network = await new TestNetwork().start();
  app = await startTestApp({ env: network.env });
});
beforeEach(() => {
  outside.asked = [];
});
afterAll(async () => {
  await app.stop();
  await network.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function pictureOf(browser: Browser): Promise<string> {
  await allAfterResponseDone();
  return String(jsonOf(await browser.send("GET", `/api/profile/get/${browser.profileId}`))["pfp"]);
}

describe("the first sign-in", () => {
  it("takes the picture over, made anew", async () => {
    newPerson(network, { picture: `https://${GOOD}/me.png?size=200` });
    const browser = new Browser(app);
    expect((await signInThrough(network, browser)).status).toBe(200);
    const address = await pictureOf(browser);
    expect(address).toMatch(/^\/pictures\/[0-9a-f]{24}\.webp$/);
    expect(outside.asked).toEqual(["/me.png?size=200"]);
    const shown = await fetch(`${app.url}${address}`);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
  });

  it("a later one does not, so that a picture that was removed stays away", async () => {
    newPerson(network, { picture: `https://${GOOD}/me.png` });
    const browser = new Browser(app);
    await signInThrough(network, browser);
    expect(await pictureOf(browser)).not.toBe("");
    expect((await browser.send("DELETE", `/api/pfp/${browser.profileId}`)).status).toBe(200);
    const again = new Browser(app);
    await signInThrough(network, again);
    expect([await pictureOf(again), outside.asked]).toEqual(["", ["/me.png"]]);
  });

  it.each([
    ["https://inside.example/me.png", []],
    ["https://127.0.0.1/me.png", []],
    ["https://127.1/me.png", []],
    ["https://[::ffff:127.0.0.1]/me.png", []],
    ["https://localhost./me.png", []],
    [`http://${GOOD}/me.png`, []],
    [`https://${GOOD}:8443/me.png`, []],
    [`https://${GOOD}/broken.png`, ["/broken.png"]],
    ["", []],
  ])("S27: succeeds without the picture where it is %s", async (picture, asked) => {
    newPerson(network, { picture });
    const browser = new Browser(app);
    expect((await signInThrough(network, browser)).status).toBe(200);
    expect([await pictureOf(browser), outside.asked]).toEqual(["", asked]);
  });

  it("does not wait for a slow picture", async () => {
    newPerson(network, { picture: `https://${GOOD}/slow.png` });
    // So long that a sign-in which waits for it is late on the slowest machine, too.
    outside.timeout = 30_000;
    try {
      expect((await signInThrough(network, new Browser(app))).status).toBe(200);
      await expect.poll(() => outside.asked).toEqual(["/slow.png"]);
      expect(outside.held?.closed).toBe(false);
    } finally {
      outside.timeout = 2_000;
      outside.held?.destroy();
    }
    await allAfterResponseDone();
  });
});

describe("the profile of an API client's sign-in", () => {
  async function enter(): Promise<ApiUser> {
    const first = new ApiUser(app);
    await first.fetchToken();
    const { url } = (await first.call<{ url: string }>("GET", "/api/user/linkedin/start")).body;
    const { search } = await network.visit(url);
    const info = (await first.call<{ token: string; email: string }>("GET", `/api/user/linkedin/userinfo${search}`))
      .body;
    const user = new ApiUser(app);
    user.token = (await user.call<string>("GET", `/api/token?linkedinToken=${info.token}`)).body;
    user.profileId = String((await user.call("POST", "/api/user/login", { email: info.email })).body["profileId"]);
    return user;
  }
  const patch = async (user: ApiUser, pfp: string) => {
    const answer = await user.call("PATCH", `/api/profile/get/${user.profileId}`, { pfp, created: true });
    expect(answer.status, answer.text).toBe(200);
    await allAfterResponseDone();
    return (await user.call("GET", `/api/profile/get/${user.profileId}`)).body["pfp"];
  };

  it("U8: takes the address of the ticket, and no other", async () => {
    newPerson(network, { picture: `https://${GOOD}/ticket.png` });
    const user = await enter();
    for (const other of [`https://${GOOD}/other.png`, "https://127.0.0.1/x.png", "/pictures/0.webp", "javascript:1"]) {
      expect(await patch(user, other), other).toBe("");
    }
    expect(outside.asked).toEqual([]);
    const own = await patch(user, `https://${GOOD}/ticket.png`);
    expect([own, outside.asked]).toEqual([expect.stringMatching(/\/pictures\/[0-9a-f]{24}\.webp$/), ["/ticket.png"]]);
    // There is one already: nothing is fetched again.
    expect(await patch(user, `https://${GOOD}/ticket.png`)).toBe(own);
    expect(outside.asked).toEqual(["/ticket.png"]);
  });

  it("U8: takes none for a session that signed in by password", async () => {
    newPerson(network, { picture: `https://${GOOD}/ticket.png` });
    await enter();
    const other = await new ApiUser(app).signUp();
    expect([await patch(other, `https://${GOOD}/ticket.png`), outside.asked]).toEqual(["", []]);
  });

  it("L21: takes none for an anonymous profile", async () => {
    newPerson(network, { picture: `https://${GOOD}/ticket.png` });
    const user = await enter();
    const saved = await user.save({
      anonymous: true,
      pipeline: [stop("Gamma Works", "Clerk", "2020-01-01", "current")],
    });
    expect(saved.status, saved.text).toBe(200);
    const before = await sendRaw(app, { path: `/api/profile/get/${user.profileId}` });
    expect([await patch(user, `https://${GOOD}/ticket.png`), outside.asked]).toEqual(["", []]);
    expect((await sendRaw(app, { path: `/api/profile/get/${user.profileId}` })).text).toBe(before.text);
  });
});
