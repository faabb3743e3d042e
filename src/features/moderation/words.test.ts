import { describe, expect, it } from "vitest";
import { callOf } from "./words.ts";

const ID = "0123456789abcdef01234567";

describe("what a person is called in a question", () => {
  it("has the name of a public person", () =>
    expect(callOf({ _id: ID, name: "Ada Example", visibility: "public" })).toBe("Ada Example"));
  it("never the name of anybody else", () => {
    expect(callOf({ _id: ID, name: "Ada Example", visibility: "anonymous" })).toBe("Anonymous 01234567");
    expect(callOf({ _id: ID, name: "Ada Example", visibility: "private" })).toBe("Private 01234567");
  });
  it("has the id where there is no name", () =>
    expect(callOf({ _id: ID, name: " ", visibility: "public" })).toBe("Public 01234567"));
});
