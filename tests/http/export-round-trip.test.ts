import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CURRENT_END } from "#core/calendar.ts";
import { toWire } from "#features/pipeline/draft.ts";
import type { OwnProfile } from "#features/profile/schema.ts";
import { applyReview } from "#features/import/pure/apply-review.ts";
import { readResume } from "#features/import/pure/read-resume.ts";
import { recordOf, resumeText } from "#features/export/pure/json-resume.ts";
import { defaultTicks, compareWithFile } from "#features/import/pure/compare.ts";
import { toRow } from "#features/import/pure/import-rows.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";

// A line that is exported, wiped and imported again is the same line, through the API as the pages go through it.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

type Validate = (resume: unknown, done: (errors: unknown[] | null, isValid: boolean) => void) => void;
/** The package comes without types. */
const { validate }: { validate: Validate } = createRequire(import.meta.url)("@jsonresume/schema");

const role = (title: string, startDate: string, endDate: string, more: object = {}) => ({
  title,
  startDate,
  endDate: endDate === "" ? CURRENT_END : endDate,
  isIndefinite: endDate === "",
  datePrecision: "month",
  rating: 0,
  ...more,
});

/**
 * All variants of a stop: several roles, every precision, kinds that the title does not show, ratings, undisclosed,
 * still open.
 */
const PIPELINE = [
  {
    companyName: "Round Trip & Søns, Inc.",
    roles: [
      role("Intern", "2015-06-01", "2015-09-01", { rating: 60 }),
      role("Engineer “II”", "2016-01-01", "2018-01-01", { datePrecision: "year", kind: "contract", rating: 100 }),
    ],
  },
  {
    companyName: "Kept Back Works",
    undisclosed: true,
    roles: [role("Lead", "2018-02-03", "2020-04-05", { datePrecision: "day", rating: 20 })],
  },
  { companyName: "=Formula, Ltd", roles: [role("Founder", "2020-05-01", "", { kind: "founder" })] },
  { companyName: "Same Day Works", roles: [role("Adviser", "2020-05-01", "", { kind: "other", rating: 80 })] },
].map((one) => ({ title: one.roles.at(-1)?.title, ...one }));

const own = async (user: ApiUser): Promise<OwnProfile> =>
  (await user.call<OwnProfile>("GET", `/api/profile/get/${user.profileId}`)).body;

/**
 * The pipeline as its owner sees it, without ids: a new stop has new ids, and so has a company that only this pipeline
 * names.
 */
const lineOf = (profile: OwnProfile) =>
  profile.pipeline.map(({ _id, companyId: _companyId, ...stop }) => ({
    ...stop,
  }));

test.each(["public", "anonymous", "private"] as const)(
  "export, wipe, import: the same line, while %s",
  async (visibility) => {
    const user = await new ApiUser(app).signUp();
    const fields = {
      firstName: "Round",
      lastName: "Testperson",
      location: "Iceland",
      linkedin: "round-trip",
      showMonths: true,
      ownTitles: true,
    };
    const saved = await user.save({ ...fields, visibility, pipeline: PIPELINE });
    expect(saved.status, saved.text).toBe(200);
    const before = await own(user);
    expect(before.pipeline).toHaveLength(PIPELINE.length);

    const text = resumeText(recordOf(before));
    const faults: unknown[] = [];
    validate(JSON.parse(text), (errors) => faults.push(...(errors ?? [])));
    expect(faults).toEqual([]);

    const wiped = await user.save({
      pipeline: [],
      location: "",
      linkedin: "",
      showMonths: false,
      ownTitles: false,
    });
    expect(wiped.status).toBe(200);
    expect((await own(user)).pipeline).toEqual([]);

    const read = readResume("resume.json", new TextEncoder().encode(text));
    expect(read.problems).toEqual([]);
    const rows = compareWithFile(
      [],
      undefined,
      read.positions.map((one) => toRow(one)),
    );
    const { draft, problems } = applyReview({ stops: [], nextId: 1 }, rows, defaultTicks(rows));
    expect(problems).toEqual([]);
    const { firstName, lastName, location, linkedin, showMonths, ownTitles, visibility: kept } = read.own ?? {};
    expect(kept).toBe(visibility);
    const restored = await user.save({
      firstName,
      lastName,
      location,
      linkedin,
      showMonths,
      ownTitles,
      pipeline: toWire(draft.stops),
    });
    expect(restored.status, restored.text).toBe(200);

    const after = await own(user);
    expect(lineOf(after)).toEqual(lineOf(before));
    const settings = ({ rev: _rev, pipeline: _pipeline, ...rest }: OwnProfile) => rest;
    expect(settings(after)).toEqual(settings(before));
    // Once more gives the same file: nothing is lost on the way, and nothing grows.
    const withoutIds = (file: string): string => file.replaceAll(/"companyId": "[0-9a-f]{24}"/g, "");
    expect(withoutIds(resumeText(recordOf(after)))).toBe(withoutIds(text));
  },
);
