import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import type { ReadResult } from "#features/import/rules.ts";
import { FILES } from "#tests/helpers/archives.ts";
import { readArchive } from "./read-archive.ts";
import { combineResults } from "./combine-results.ts";
import { personDifferences } from "./person.ts";
import { readResume } from "./read-resume.ts";

const read = (...names: string[]): ReadResult =>
  readArchive(names.map((name) => ({ name, bytes: strToU8(FILES[name] ?? "") })));
const resume = (content: unknown): ReadResult => readResume("resume.json", strToU8(JSON.stringify(content)), 2026);

const NOBODY = {
  firstName: "",
  lastName: "",
  schoolName: "",
  location: "",
  linkedin: "",
  visibility: "public",
  showMonths: true,
  ownTitles: false,
  hideSchool: false,
} as const;

describe("a file that comes while another is checked", () => {
  const all = ["Positions.csv", "Education.csv", "Profile.csv"];

  it("of other kinds joins it, in whatever order they come, as if they had come together", () => {
    const together = read(...all);
    expect(together).toMatchObject({ positions: [{}, {}, {}], education: [{}], profile: { firstName: "Nova" } });
    for (const [first = "", second = "", third = ""] of [
      all,
      all.toReversed(),
      ["Education.csv", "Profile.csv", "Positions.csv"],
    ]) {
      const two = combineResults(read(first), read(second));
      expect(two, `${first}, ${second}`).toBeDefined();
      expect(two && combineResults(two, read(third)), `${first}, ${second}, ${third}`).toEqual({
        ...together,
        own: undefined,
      });
    }
    expect(combineResults(read("Education.csv"), read("Positions.csv", "Profile.csv"))).toBeDefined();
  });

  it("brings its sentences with it, and what is said of the person beside the jobs", () => {
    const problem = { file: "Positions.csv", line: 6, why: "The row has no company, so we left it out." };
    const open = { ...read("Positions.csv"), problems: [problem] };
    const both = combineResults(open, { ...read("Education.csv"), problems: [{ ...problem, file: "Education.csv" }] });
    expect(both?.problems.map(({ file }) => file)).toEqual(["Positions.csv", "Education.csv"]);
    expect(both && personDifferences(both, NOBODY)).toMatchObject([
      { field: "school", file: "Harbour College", isTicked: true },
    ]);
  });

  it("of a kind that is there already does not", () => {
    for (const name of all) expect(combineResults(read(name), read(name)), name).toBeUndefined();
    expect(combineResults(read("Positions.csv"), read(...all))).toBeUndefined();
    expect(combineResults(read(...all), read("Education.csv"))).toBeUndefined();
    expect(combineResults(read("Profile.csv"), resume({ basics: { name: "Nova Quill" } }))).toBeUndefined();
    expect(combineResults(read("Education.csv"), resume({ basics: { name: "Nova Quill" } }))).toBeDefined();
  });
});
