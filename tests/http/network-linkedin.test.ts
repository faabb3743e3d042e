import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NetworkProvider, QUIRKS, type Quirks } from "#external/network-sign-in.ts";
import { readConfig } from "#server/config.ts";
import { CLIENT, RETURN_ADDRESS, TestNetwork } from "#tests/helpers/oidc.ts";
import { newPerson } from "#tests/helpers/network-people.ts";

// Decision 10: LinkedIn by default, which neither takes a code verifier nor gives the nonce back.

let network: TestNetwork;
beforeAll(async () => {
  network = await new TestNetwork().start();
  network.needsPkce = false;
});
afterAll(() => network.stop());

const handshake = () => {
  const random = () => randomBytes(32).toString("base64url");
  return { state: random(), nonce: random(), verifier: random(), redirectUri: RETURN_ADDRESS };
};

function providerOf(scopes: string, quirks: Partial<Quirks> = {}): NetworkProvider {
  const linkedin: Quirks = {
    pkce: false,
    nonce: false,
    vanity: { scope: "r_basicprofile", address: `${network.issuer}/v2/me` },
    ...quirks,
  };
  return new NetworkProvider(
    { issuer: network.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, scopes },
    { allowHttp: true },
    linkedin,
  );
}

it("the default issuer is LinkedIn's, and its ways are known", () => {
  const { network: settings } = readConfig({ SSO_CLIENT_ID: "x", SSO_CLIENT_SECRET: "y" });
  expect(settings).toMatchObject({ name: "LinkedIn", scopes: "openid email profile" });
  expect(QUIRKS[settings?.issuer ?? ""]).toMatchObject({ pkce: false, nonce: false });
});

it("what it cannot do is not asked of it; state, client secret and return address still hold", async () => {
  newPerson(network);
  const provider = providerOf("openid email profile");
  const hand = handshake();
  const url = new URL(await provider.authorizationUrl(hand, 0));
  expect([...url.searchParams.keys()].toSorted()).toEqual(
    ["client_id", "redirect_uri", "response_type", "scope", "state"].toSorted(),
  );
  const { searchParams } = await network.visit(url.href);
  await expect(provider.identityOf(searchParams, { ...hand, state: "another" }, 0)).rejects.toMatchObject({
    kind: "refused",
  });
  expect(await provider.identityOf(searchParams, hand, 0)).toMatchObject({ givenName: "Maya", vanityName: "" });
});

it("the name in the address comes with its scope alone, and its lack harms nothing", async () => {
  newPerson(network);
  for (const [quirks, name] of [
    [{}, "maya-t"],
    [{ vanity: { scope: "r_basicprofile", address: `${network.issuer}/nothing-here` } }, ""],
  ] as const) {
    const provider = providerOf("openid email profile r_basicprofile", quirks);
    const hand = handshake();
    const back = await network.visit(await provider.authorizationUrl(hand, 0));
    expect((await provider.identityOf(back.searchParams, hand, 0)).vanityName).toBe(name);
  }
});

it("an ID token with a nonce that nobody sent is not taken", async () => {
  newPerson(network);
  const provider = providerOf("openid email profile");
  const hand = handshake();
  const url = new URL(await provider.authorizationUrl(hand, 0));
  url.searchParams.set("nonce", "planted");
  const back = await network.visit(url.href);
  await expect(provider.identityOf(back.searchParams, hand, 0)).rejects.toMatchObject({ kind: "refused" });
});

it("plain http is refused where it is not allowed explicitly", async () => {
  const asked = network.asked.length;
  const provider = new NetworkProvider(
    { issuer: network.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, scopes: "openid" },
    { allowHttp: false },
  );
  await expect(provider.authorizationUrl(handshake(), 0)).rejects.toMatchObject({ kind: "away" });
  expect(network.asked).toHaveLength(asked);
});

it.each([
  ["http://127.0.0.1:9", "production"],
  ["http://provider.example", "test"],
  ["http://127.0.0.1.evil.example", "test"],
  ["provider.example", "test"],
  ["https://provider.example/?x", "test"],
])("the issuer %s is not a setting in %s", (SSO_ISSUER, NODE_ENV) => {
  expect(() => readConfig({ SSO_ISSUER, NODE_ENV })).toThrow("SSO_ISSUER");
});

it.each([
  "https://provider.example",
  "https://provider.example/realms/one",
  "http://127.0.0.1:9",
  "http://localhost:9/x",
])("%s is one outside production", (SSO_ISSUER) => {
  const given = { SSO_ISSUER, SSO_CLIENT_ID: "x", SSO_CLIENT_SECRET: "y", NODE_ENV: "test" };
  expect(readConfig(given).network?.issuer).toBe(SSO_ISSUER);
});
