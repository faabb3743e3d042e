import { describe, expect, it } from "vitest";
import { problemText, type ReadResult } from "#features/import/rules.ts";
import { linkedinFiles, type Made } from "#tests/helpers/documents/linkedin-pdfs.ts";
import { measure, sum } from "#tests/helpers/documents/measure.ts";
import { readPdf } from "./read-pdf.ts";

const files = linkedinFiles();
const read = async ({ name, bytes }: Made): Promise<ReadResult> => readPdf(name, await bytes(), 2026);

describe("the PDF that LinkedIn makes of a profile", () => {
  it("of thirty-two people in fifteen languages gives 95 of 100 jobs, and at most one false one of 100 is ticked", async ({
    annotate,
  }) => {
    const all = [];
    for (const file of files) all.push(measure(file.name, file.person, await read(file), "long"));
    const { jobs, found, ticked, wrong, missed, mistaken } = sum(all);
    await annotate(`LinkedIn's PDF: ${found} of ${jobs} jobs found, ${wrong} of ${ticked} ticked ones false`);
    expect(jobs).toBeGreaterThan(150);
    expect(missed.slice(0, jobs * 0.05)).toEqual(missed);
    expect(mistaken.slice(0, ticked * 0.01)).toEqual(mistaken);
    // Jobs without dates are read, but not ticked.
    expect(ticked).toBeGreaterThan(jobs * 0.9);
  });

  it("gives the person, the schools, and says what it read", async () => {
    for (const file of files) {
      const { profile, education, understood = [] } = await read(file);
      const { first, last, schools } = file.person;
      expect([file.name, `${profile?.firstName} ${profile?.lastName}`]).toEqual([file.name, `${first} ${last}`]);
      expect(profile?.linkedin).toMatch(/^[a-z-]+-\d{8}$/);
      expect(education.map(({ school, end }) => [school, end?.date.slice(0, 4)])).toEqual(
        schools.map(({ school, end }) => [school, String(end)]),
      );
      expect(understood.join("")).toContain("in LinkedIn’s PDF");
    }
  });

  it("tells of a job without dates, and never claims that it goes on", async () => {
    const undated = files.filter(({ person }) => person.jobs.some(({ start }) => start === undefined));
    expect(undated.length).toBeGreaterThan(2);
    for (const file of undated) {
      const { positions } = await read(file);
      const known = positions.filter(({ start, end, isCurrent }) => !start && !end && !isCurrent);
      expect(known.map(({ title }) => title)).toEqual(
        file.person.jobs.filter(({ start }) => start === undefined).map(({ title }) => title),
      );
    }
  });

  it.each([
    ["cut off", (bytes: Uint8Array) => bytes.slice(0, 400)],
    ["no PDF behind its first letters", () => new TextEncoder().encode("%PDF-1.7 not a table")],
  ])("that is %s gets a sentence", async (_, damage) => {
    const [file] = files;
    const bytes = damage((await file?.bytes()) ?? new Uint8Array());
    const { problems, positions } = await readPdf("Profile.pdf", bytes, 2026);
    expect(positions).toEqual([]);
    expect(problems.map(problemText)).toEqual([
      "Profile.pdf: This is a PDF that we cannot open: it is incomplete or damaged. Save it again, and choose the new file.",
    ]);
  });
});
