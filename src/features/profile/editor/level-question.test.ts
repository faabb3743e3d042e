import { expect, test } from "vitest";
import { switchInWords, type LevelSwitch } from "./level-question.tsx";

const plain = { showMonths: false, hideSchool: false };
const RECOGNISED = /People who saw your (?:named|anonymous) pipeline before may recognise it\./;

test.each<[LevelSwitch["from"], LevelSwitch["to"], boolean]>([
  ["public", "anonymous", true],
  ["public", "private", true],
  ["anonymous", "private", true],
  ["anonymous", "public", true],
  ["private", "anonymous", false],
  ["private", "public", false],
])("from %s to %s: says who may recognise it, what is seen, and what becomes of addresses", (from, to, isKnown) => {
  const words = switchInWords({ from, to }, plain).join(" ");
  expect(RECOGNISED.test(words)).toBe(isKnown);
  expect(/(?:old|Old).*stop/.test(words)).toBe(from !== "private");
  if (from === "public") expect(words).toContain("People who saw your named pipeline before may recognise it.");
});

test("says what becomes visible as it was chosen", () => {
  const toPublic: LevelSwitch = { from: "anonymous", to: "public" };
  expect(switchInWords(toPublic, plain).join(" ")).toContain("location, school and");
  expect(switchInWords(toPublic, { ...plain, hideSchool: true }).join(" ")).not.toContain("school");
  const toAnonymous: LevelSwitch = { from: "public", to: "anonymous" };
  expect(switchInWords(toAnonymous, plain).join(" ")).toContain("with years alone");
  expect(switchInWords(toAnonymous, { ...plain, showMonths: true }).join(" ")).toContain("with months");
});
