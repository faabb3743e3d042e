import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { FILES } from "#tests/helpers/archives.ts";
import { readArchive } from "./read-archive.ts";
import { noJobsText } from "./no-jobs-text.ts";

const of = (...names: string[]): string =>
  noJobsText(readArchive(names.map((name) => ({ name, bytes: strToU8(FILES[name] ?? "") }))));

describe("what is said of files without jobs", () => {
  it("names what they do have", () => {
    expect(of("Profile.csv")).toBe("No jobs in this file, but a name and a country.");
    expect(of("Education.csv")).toBe("No jobs in this file, but a school.");
    expect(of("Profile.csv", "Education.csv")).toBe("No jobs in this file, but a name, a country and a school.");
    expect(of("messages.csv")).toBe("No jobs in this file.");
  });
});
