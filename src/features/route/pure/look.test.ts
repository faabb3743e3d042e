import { describe, expect, it } from "vitest";
import type { Step } from "#features/path/pure/types.ts";
import { lookOf, type Marks } from "./look.ts";

const MARKS: Marks = new Map([
  ["g", { name: "Google", logo: "/g" }],
  ["m", { name: "Meta", logo: "" }],
  ["u", { name: "Waterloo", logo: "" }],
]);
const step = { of: "role" as const, companies: [], titles: [], levels: [], kinds: [] };

describe("a step", () => {
  it.each<[Step, string, string, string]>([
    [{ of: "school", school: "u" }, "school mark", "School", "Waterloo"],
    [{ ...step, companies: ["g"] }, "f mark", "Stop", "Google"],
    [{ ...step, companies: ["g", "m"] }, "f mark", "Stop", "Google or Meta"],
    [{ ...step, companies: ["g"], kinds: ["intern"] }, "i mark", "Intern at", "Google"],
    [{ ...step, kinds: ["intern"] }, "i sprout", "Came as", "Intern"],
    [{ ...step, titles: ["staff-software"] }, "f briefcase", "Title", "Staff Software Engineer"],
    [{ ...step, levels: ["vp"] }, "f chevrons-up", "Level", "VP or above"],
    [step, "f stop", "Stop", "Any stop"],
  ])("%j is %s: %s %s", (one, ring, word, name) => {
    const look = lookOf(one, MARKS);
    expect([`${look.ring} ${look.sign}`, look.word, look.name]).toEqual([ring, word, name]);
  });
});
