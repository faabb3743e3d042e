import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeLeniently, normaliseRawUrl } from "./raw-path.ts";

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
    ["/user/0123456789abcdef01234567.data", "/user/0123456789abcdef01234567.data"],
    ["/user/ada.t", "/user/ada.t"],
    ["/nowhere/%", "/nowhere/%25"],
    ["/", "/"],
  ])("%s", (url, expected) => {
    expect(normaliseRawUrl(url)).toBe(expected);
  });

  test("dots survive the URL parser and mean dots again in NFKC", () => {
    for (const name of [".", ".."]) {
      const path = new URL(normaliseRawUrl(`/api/company/get/${name}`), "http://x").pathname;
      expect(decodeURIComponent(path.slice("/api/company/get/".length)).normalize("NFKC")).toBe(name);
    }
  });

  test("any encoded name comes out of any URL parser as itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), (name) => {
        const path = new URL(normaliseRawUrl(`/api/company/getid/${encodeURIComponent(name)}`), "http://x").pathname;
        const rest = path.slice("/api/company/getid/".length);
        expect(rest).not.toContain("/");
        expect(decodeURIComponent(rest).normalize("NFKC")).toBe(name.normalize("NFKC"));
      }),
      { numRuns: 500 },
    );
  });

  test("never throws, and stays one path of ours, whatever comes", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("/api/company/get/", "/user/", "/api/token&", "/api/company/getBy?name=", "/x/"),
        fc.string({ unit: "binary", maxLength: 60 }),
        (prefix, rest) => {
          const url = normaliseRawUrl(prefix + rest);
          expect(url.startsWith("/")).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

test("lenient decoding reads valid escapes and leaves the others", () => {
  expect(decodeLeniently("%41%C3%BC%E0%A4%zz%")).toBe("Aü%E0%A4%zz%");
  expect(decodeLeniently("%ED%A0%80")).toBe("%ED%A0%80");
});
