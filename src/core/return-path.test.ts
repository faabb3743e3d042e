import fc from "fast-check";
import { expect, test } from "vitest";
import { returnPathOfNewPerson, safeReturnPath } from "./return-path.ts";

test.each([
  ["/edit", "/edit"],
  ["/", "/"],
  ["/user/maya?tab=1#top", "/user/maya?tab=1#top"],
  ["/company/AT&T", "/company/AT&T"],
  ["/search?company=a//b", "/search?company=a//b"],
])("%s is ours", (next, path) => {
  expect(safeReturnPath(next)).toBe(path);
});

test.each([
  undefined,
  null,
  "",
  "edit",
  "?x",
  "#x",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "http://evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "/..//evil.example",
  "/.//evil.example",
  "/%2e//evil.example",
  "/a/..//evil.example",
  "/a\\..\\..//evil.example",
  "/\u0000",
  "//",
  "/login",
  "/signup?next=/x",
  "/a/../login",
])("%j leads home", (next) => {
  expect(safeReturnPath(next)).toBe("/");
});

test.each([
  ["/", "/edit"],
  ["/user/maya?tab=1", "/user/maya?tab=1"],
])("somebody new who came for %s goes to %s", (next, path) => {
  expect(returnPathOfNewPerson(safeReturnPath(next))).toBe(path);
});

test("never leaves our own origin, whatever comes", () => {
  const piece = fc.constantFrom(
    "/",
    "//",
    "\\",
    ".",
    "..",
    "%2e",
    "%5c",
    "evil.example",
    "@",
    ":",
    "\t",
    "?",
    "#",
    "a",
    "http:",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = safeReturnPath(pieces.join(""));
      expect(new URL(path, "https://pipelines.invalid/login").origin).toBe("https://pipelines.invalid");
    }),
    { numRuns: 2_000 },
  );
});
