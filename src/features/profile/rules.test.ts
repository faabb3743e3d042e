import { describe, expect, test } from "vitest";
import { threadWork } from "#tests/helpers/thread-work.ts";
import { checkIdentity, checkName, isUsername, linkedinHandle, visibilityAfter } from "./rules.ts";

const MISSING = "Must fill out all input fields.";

test.each([
  ["public", {}, "public"],
  ["public", { anonymous: false }, "public"],
  ["public", { anonymous: true }, "anonymous"],
  ["anonymous", { anonymous: true }, "anonymous"],
  ["anonymous", { anonymous: false }, "public"],
  // Sent back as it was read, the older switch changes nothing.
  ["private", { anonymous: true }, "private"],
  ["private", {}, "private"],
  ["private", { anonymous: false }, "public"],
  ["public", { visibility: "private" }, "private"],
  ["private", { visibility: "anonymous", anonymous: false }, "anonymous"],
  ["anonymous", { visibility: "public", anonymous: true }, "public"],
] as const)("from %s by %j to %s", (before, patch, after) => {
  expect(visibilityAfter(before, patch)).toBe(after);
});

describe("checkName", () => {
  test.each([
    [{}, []],
    [{ firstName: "Ada", lastName: "Lovelace" }, []],
    [{ firstName: " " }, [{ path: "firstName", message: MISSING }]],
    [{ firstName: "Ada", lastName: "" }, [{ path: "lastName", message: MISSING }]],
    [{ lastName: "x".repeat(81) }, [{ path: "lastName", message: "A name has at most 80 characters." }]],
    [{ lastName: "\u3164" }, [{ path: "lastName", message: "This text has characters that cannot be kept." }]],
  ])("%j", (profile, issues) => {
    expect(checkName(profile)).toEqual(issues);
  });
});

describe("checkIdentity", () => {
  test.each(["abc", "a_b", "a.b", "_ab_", "a.b_c.d", "x".repeat(32), "A1_", "a._b", "123"])(
    "username %s may be chosen",
    (username) => {
      expect(checkIdentity({ username })).toEqual([]);
    },
  );

  test.each([
    "ab",
    "x".repeat(33),
    ".abc",
    "abc.",
    "a..b",
    "a__b",
    "a/b",
    "a b",
    "ä_b",
    "a-b",
    "a\nb",
    "0123456789abcdef01234567",
  ])("username %j is invalid", (username) => {
    expect(checkIdentity({ username })).toEqual([{ path: "username", message: "Invalid username." }]);
  });

  test("no username has its own sentence", () => {
    expect(checkIdentity({ username: "  " })).toEqual([{ path: "username", message: "All fields must be filled." }]);
  });

  test("the own id may come back as username", () => {
    const id = "0123456789abcdef01234567";
    expect(checkIdentity({ username: id }, id)).toEqual([]);
    expect(checkIdentity({ username: id }, "another")).toHaveLength(1);
  });

  test.each([
    ["", ""],
    ["maya-l", "maya-l"],
    ["https://linkedin.com/in/maya-l", "maya-l"],
    ["https://www.linkedin.com/in/maya-l/?x=1", "maya-l"],
    ["http://de.linkedin.com/in/maya-l/", "maya-l"],
    ["https://linkedin.com/in/maya_l", undefined],
    ["a".repeat(100), "a".repeat(100)],
    ["a".repeat(101), undefined],
    ["https://evil.example/in/maya", undefined],
    ["maya_l!", undefined],
    ["ma ya", undefined],
  ])("handle in %j", (text, handle) => {
    expect(linkedinHandle(text)).toBe(handle);
    expect(checkIdentity({ linkedin: text })).toEqual(
      handle === undefined ? [{ path: "linkedin", message: "Invalid Linkedin username." }] : [],
    );
  });

  test("usernames are judged in linear time", () => {
    const worked = threadWork(() => {
      isUsername(`${"a.".repeat(50_000)}!`);
      linkedinHandle(`https://linkedin.com/in/${"-".repeat(100_000)}!`);
    });
    expect(worked).toBeLessThan(50);
  });
});

test("a location has at most 100 characters", () => {
  expect(checkIdentity({ location: "x".repeat(100) })).toEqual([]);
  expect(checkIdentity({ location: "x".repeat(101) })).toEqual([
    { path: "location", message: "A location has at most 100 characters." },
  ]);
});
