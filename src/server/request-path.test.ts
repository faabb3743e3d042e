import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tries } from "#tests/helpers/amount.ts";
import { anyCharacter } from "#tests/helpers/any-character.ts";
import { decodeLeniently, isPagePath, normaliseRequestPath, pageAddress } from "./request-path.ts";

describe("odd addresses become regular", () => {
  test.each([
    ["/api/token&adminToken=x", "/api/token?adminToken=x"],
    ["/api/token?adminToken=x", "/api/token?adminToken=x"],
    ["/api/company/get/AT&T", "/api/company/get/AT%26T"],
    ["/api/company/get/100%", "/api/company/get/100%25"],
    ["/api/company/get/%41%zz", "/api/company/get/A%25zz"],
    ["/api/company/get/a/b", "/api/company/get/a%2Fb"],
    ["/api/company/get/C++", "/api/company/get/C%2B%2B"],
    ["/api/company/get/companies/a/b?cursor=1", "/api/company/get/companies/a%2Fb?cursor=1"],
    ["/api/company/get/companies/", "/api/company/get/companies"],
    ["/api/company/get/companies/?cursor=1", "/api/company/get/companies?cursor=1"],
    ["/api/company/get/companies", "/api/company/get/companies"],
    ["/api/company/getBy?name=A&B?c=d#e", "/api/company/getBy?name=A%26B%3Fc%3Dd%23e"],
    ["/api/company/getBy?name=%C3%BC", "/api/company/getBy?name=%C3%BC"],
    ["/api/company/get/%/x?y=%", "/api/company/get/%25%2Fx?y=%"],
    ["/user/0123456789abcdef01234567.data", "/user/0123456789abcdef01234567.data"],
    ["/company/A/B&T?page=2", "/company/A/B&T?page=2"],
    ["/company\\x?y=\\", "/company/x?y=\\"],
    ["/nowhere/%", "/nowhere/%"],
    ["/api/nowhere/%", "/api/nowhere/%25"],
    ["/api/company/AT%26T/insights?kind=intern", "/api/company/insights/AT%26T?kind=intern"],
    ["/api/company/get/insights", "/api/company/get/insights"],
    ["/api/company/insights/insights", "/api/company/insights/insights"],
    ["/api/school/ETH/insights", "/api/school/insights/ETH"],
    ["/api/profile/x/similar", "/api/profile/similar/x"],
    ["/api/profile/?username=ada", "/api/profile?username=ada"],
    ["/api/profile/get/x", "/api/profile/get/x"],
    ["/api/school/update/", "/api/school/update"],
    ["/", "/"],
    ["http://elsewhere.test/api/company/get/x?y=1", "/api/company/get/x?y=1"],
    ["http://a:b@elsewhere.test/settings", "/settings"],
    ["HTTPS://elsewhere.test", "/"],
    ["http://elsewhere.test?y", "/?y"],
    ["*", "*"],
    ["/%61pi/%63ompany/get/x", "/api/company/get/x"],
    ["/%61pi/nowhere/%00", "/api/nowhere/%00"],
    ["/user/%41da%5Fl", "/user/Ada_l"],
    ["/company/%2541", "/company/%2541"],
    ["/company/%%36%31", "/company/%%361"],
    ["/assets/../api/company/get/companies?x=..", "/api/company/get/companies?x=.."],
    ["/assets/%2E./api/nowhere", "/api/nowhere"],
    ["/assets/x/..%2fapi", "/assets/x/..%2fapi"],
    ["/assets\\..\\api\\nowhere", "/api/nowhere"],
    ["/search/./x/..", "/search/"],
    ["//elsewhere.test/../x", "//x"],
    ["/api/%63ompany/get/..", "/api/company/get/%E2%80%A5"],
  ])("%s", (url, expected) => {
    expect(normaliseRequestPath(url)).toBe(expected);
  });

  test("dots survive the URL parser and mean dots again in NFKC", () => {
    for (const name of [".", ".."]) {
      const path = new URL(normaliseRequestPath(`/api/company/get/${name}`), "http://x").pathname;
      expect(decodeURIComponent(path.slice("/api/company/get/".length)).normalize("NFKC")).toBe(name);
    }
  });

  test("any encoded name comes out of any URL parser as itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), (name) => {
        const path = new URL(normaliseRequestPath(`/api/company/getid/${encodeURIComponent(name)}`), "http://x")
          .pathname;
        const rest = path.slice("/api/company/getid/".length);
        expect(rest).not.toContain("/");
        expect(decodeURIComponent(rest).normalize("NFKC")).toBe(name.normalize("NFKC"));
      }),
      { numRuns: tries({ all: 500, some: 150 }) },
    );
  });

  test("never throws, and stays one path of ours, whatever comes", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("/api/company/get/", "/user/", "/api/token&", "/api/company/getBy?name=", "/x/"),
        fc.string({ unit: anyCharacter, maxLength: 60 }),
        (prefix, rest) => {
          const url = normaliseRequestPath(prefix + rest);
          expect(url.startsWith("/")).toBe(true);
        },
      ),
      { numRuns: tries({ all: 1_000, some: 300 }) },
    );
  });
});

test("lenient decoding reads valid escapes and leaves the others", () => {
  expect(decodeLeniently("%41%C3%BC%E0%A4%zz%")).toBe("Aü%E0%A4%zz%");
  expect(decodeLeniently("%ED%A0%80")).toBe("%ED%A0%80");
});

describe("a page has one address", () => {
  test.each([
    ["/", "/"],
    ["//", "/"],
    ["/search/", "/search"],
    ["//search", "/search"],
    ["//evil.example/a//", "/evil.example/a"],
    ["/\\evil.example", "/evil.example"],
    ["/company/A%2FB", "/company/A%2FB"],
    ["/company/100%", "/company/100%25"],
    ["/company/%zz%C3%BC", "/company/%25zz%C3%BC"],
    ["/company/%2F%", "/company/%2F%25"],
    ["/company/AT&T", "/company/AT&T"],
  ])("%s", (path, expected) => expect(pageAddress(path)).toBe(expected));

  test("that address is its own, can be decoded, and is never another host's", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      "%",
      "%2F",
      "%5C",
      "%2e",
      ".",
      "a",
      "%C3%BC",
      "%C3",
      "evil.example",
      "@",
      ":",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const { pathname } = new URL(`http://own.invalid/${pieces.join("")}`);
        const address = pageAddress(pathname);
        expect(pageAddress(new URL(`http://own.invalid${address}`).pathname)).toBe(
          new URL(`http://own.invalid${address}`).pathname,
        );
        expect(() => decodeURIComponent(address)).not.toThrow();
        expect(new URL(address, "http://own.invalid").host).toBe("own.invalid");
      }),
      { numRuns: tries({ all: 1_000, some: 300 }) },
    );
  });
});

test.each([
  ["/company/x", true],
  ["/api", true],
  ["/api/docs", true],
  ["/api/docs/", true],
  ["/api/docs/x", false],
  ["/api/token", false],
  ["/assets/a.js", false],
  ["/pictures/a.webp", false],
])("%s is a page's path: %s", (path, expected) => expect(isPagePath(path)).toBe(expected));
