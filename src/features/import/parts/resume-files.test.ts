import { describe, expect, it } from "vitest";
import { readPdf } from "#features/import/pure/document/read-pdf.ts";
import type { ReadResult } from "#features/import/rules.ts";
import { measure, sum, type Measure } from "#tests/helpers/documents/measure.ts";
import { resumeFiles, type MadeResume } from "#tests/helpers/documents/resumes.ts";
import { readFiles } from "./read-files.ts";

const files = resumeFiles();

async function read({ name, bytes }: MadeResume): Promise<ReadResult> {
  const content = await bytes();
  return readFiles([new File([Buffer.from(content)], name)], () => undefined, new Map(), readPdf);
}

describe("résumés that people write for people", () => {
  it("in eleven layouts as PDF, DOCX and ODT give 80 of 100 jobs, and at most one false one of 100 is ticked", async ({
    annotate,
  }) => {
    const all: Measure[] = [];
    for (const file of files) all.push(measure(file.name, file.person, await read(file), file.way));
    const { jobs, found, ticked, wrong, missed, mistaken } = sum(all);
    await annotate(`Résumés: ${found} of ${jobs} jobs found, ${wrong} of ${ticked} ticked ones false`);
    expect(files.length).toBeGreaterThanOrEqual(30);
    expect(jobs).toBeGreaterThan(100);
    expect(missed.slice(0, jobs * 0.2)).toEqual(missed);
    expect(mistaken.slice(0, ticked * 0.01)).toEqual(mistaken);
    expect(ticked).toBeGreaterThan(jobs / 2);
  });

  it("give only schools that are there, and most of them", async () => {
    let [found, all] = [0, 0];
    for (const file of files) {
      const { education } = await read(file);
      const names = file.person.schools.map(({ school }) => school);
      expect(education.map(({ school }) => school).filter((school) => !names.includes(school))).toEqual([]);
      found += new Set(education.map(({ school }) => school)).size;
      all += names.length;
    }
    expect(found).toBeGreaterThan(all * 0.8);
  });
});
