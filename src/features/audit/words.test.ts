import { describe, expect, it } from "vitest";
import { actionWords } from "./words.ts";

describe("an action of the log in words", () => {
  it.each([
    ["people.suspend", "People: suspend"],
    ["early-access.create-code", "Early access: create code"],
    ["something", "something"],
    ["a.b.c", "a.b.c"],
  ])("%s", (action, words) => expect(actionWords(action)).toBe(words));
});
