import { expect, test } from "vitest";
import { switchInWords, type VisibilitySwitch } from "./visibility-question.tsx";

const plain = { showMonths: false, ownTitles: false, hideSchool: false };
const NAMED = "People who saw your named pipeline before may recognise it.";
const UNNAMED = "People who saw your anonymous pipeline before may recognise it.";
const WAS_HIDDEN = "People who saw this line before may recognise it.";
const GONE = "From then on only you see it.";
const ALL = `Everybody sees your name, username, picture, location, school and your stops with their months.`;

test.each<[VisibilitySwitch["from"], VisibilitySwitch["to"], string[]]>([
  ["public", "anonymous", [NAMED]],
  ["private", "anonymous", [WAS_HIDDEN]],
  ["anonymous", "public", [ALL, UNNAMED]],
  ["private", "public", [ALL, WAS_HIDDEN]],
  // A private profile has no page, so only copies could still be recognised.
  ["public", "private", [GONE]],
  ["anonymous", "private", [GONE]],
])(
  "from %s to %s: says first who may recognise it or what is seen, then what becomes of addresses",
  (from, to, first) => {
    const words = switchInWords({ from, to }, plain);
    expect(words.slice(0, first.length)).toEqual(first);
    expect(words.filter((sentence) => sentence.includes("recognise"))).toHaveLength(to === "private" ? 0 : 1);
    expect(words.at(-1) === "Copies others made stay.").toBe(to === "private");
    expect(/(?:old|Old).*stop/.test(words.join(" "))).toBe(from !== "private");
  },
);

test("says what becomes visible as it was chosen", () => {
  const toPublic: VisibilitySwitch = { from: "anonymous", to: "public" };
  expect(switchInWords(toPublic, plain).join(" ")).toContain("location, school and");
  expect(switchInWords(toPublic, { ...plain, hideSchool: true }).join(" ")).not.toContain("school");
  const toAnonymous: VisibilitySwitch = { from: "public", to: "anonymous" };
  expect(switchInWords(toAnonymous, plain).join(" ")).toContain("with years only");
  expect(switchInWords(toAnonymous, { ...plain, showMonths: true }).join(" ")).toContain("with months");
  expect(switchInWords(toAnonymous, plain)).toContain(
    "They read a title that is not in the catalogue as the catalogue's of its level and field.",
  );
  expect(switchInWords(toAnonymous, { ...plain, ownTitles: true })).toContain(
    "They read your titles as you wrote them.",
  );
});
