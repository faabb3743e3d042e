import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readClaims } from "./network-claims.ts";

const read = (userInfo: Record<string, unknown>, idToken: Record<string, unknown> = {}) =>
  readClaims("https://issuer.example", "s1", { idToken, userInfo });

describe("claims", () => {
  it("as LinkedIn sends them", () => {
    expect(
      read({
        email: "maya@example.test",
        email_verified: "true",
        given_name: " Maya ",
        family_name: "Test\u0000person",
        locale: { country: "US", language: "en" },
        picture: "https://media.example/p.jpg?e=1",
        vanity_name: "maya-t",
      }),
    ).toEqual({
      issuer: "https://issuer.example",
      subject: "s1",
      email: "maya@example.test",
      emailVerified: true,
      givenName: "Maya",
      familyName: "Test person",
      country: "US",
      language: "en",
      picture: "https://media.example/p.jpg?e=1",
      vanityName: "maya-t",
    });
  });

  it.each([
    ["de-DE", "DE", "de"],
    ["de_at", "AT", "de"],
    ["zh-Hans-CN", "CN", "zh"],
    ["en", "", "en"],
    ["", "", ""],
    ["a-b-c", "", ""],
    [{ country: "us", language: "EN" }, "US", "en"],
    [{ country: "USA" }, "", ""],
    [{ country: 1, language: null }, "", ""],
    [null, "", ""],
    [7, "", ""],
  ])("the locale %j is of %j", (locale, country, language) => {
    expect(read({ locale })).toMatchObject({ country, language });
  });

  it("an e-mail is verified only by the source that names it", () => {
    expect(read({ email: "a@b.test" }, { email_verified: true }).emailVerified).toBe(false);
    expect(read({ email_verified: true }, { email: "a@b.test" })).toMatchObject({
      email: "a@b.test",
      emailVerified: false,
    });
    expect(read({}, { email: "a@b.test", email_verified: true }).emailVerified).toBe(true);
    for (const word of [false, "false", 1, "yes", undefined, null, {}]) {
      expect(read({ email: "a@b.test", email_verified: word }).emailVerified, String(word)).toBe(false);
    }
  });

  it.each(["http://media.example/p.jpg", "javascript:alert(1)", "/p.jpg", `https://a.example/${"x".repeat(2_000)}`, 7])(
    "the picture %j is none",
    (picture) => expect(read({ picture }).picture).toBe(""),
  );

  it("whatever comes, every text is there, one line and bounded", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...NAMES), fc.anything()), (claims) => {
        const identity = read(claims);
        for (const text of [identity.email, identity.givenName, identity.familyName, identity.vanityName]) {
          expect(typeof text).toBe("string");
          expect(text.length).toBeLessThanOrEqual(254);
          expect(text).not.toMatch(/\p{Cc}/u);
        }
        expect(typeof identity.emailVerified).toBe("boolean");
      }),
    );
  });
});

const NAMES = ["email", "email_verified", "given_name", "family_name", "locale", "picture", "vanity_name"];
