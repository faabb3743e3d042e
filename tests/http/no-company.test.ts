import { afterAll, beforeAll, expect, test } from "vitest";
import { findDifferences } from "#features/stats/recount.server.ts";
import { ApiUser, startTestApp, stop, type SavedProfile, type TestApp } from "#tests/helpers/app.ts";

// "Self-employed" is a stop of its own kind: no company that strangers share, and no page.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const saved = async (user: ApiUser): Promise<string[]> =>
  (await user.call<SavedProfile>("GET", `/api/profile/get/${user.profileId}`)).body.pipeline.map(
    (row) => row.companyName,
  );

test.each(["anonymous", "private"])("it follows its person who becomes %s in the same save", async (visibility) => {
  const user = await new ApiUser(app).signUp();
  const pipeline = [
    stop("freelance", "Photographer", "2020-01-01", "2021-01-01"),
    stop("Quarry Works", "Clerk", "2021-01-01", "2022-01-01"),
  ];
  expect((await user.save({ pipeline, visibility: "public" })).status).toBe(200);
  expect((await user.save({ pipeline, visibility })).status).toBe(200);
  expect(await findDifferences(app.db)).toEqual([]);
});

test.each(["Self-employed", "Freelance", "Stealth Startup", "Confidential", "Career Break"])(
  "%s stays the text it is for everybody who writes it",
  async (name) => {
    for (const n of [0, 1]) {
      const user = await new ApiUser(app).signUp();
      const pipeline = [
        stop(name, "Photographer", "2020-01-01", "2021-01-01"),
        stop(`Quarry ${n}`, "Clerk", "2021-01-01", "2022-01-01"),
      ];
      expect((await user.save({ pipeline })).status).toBe(200);
      // Sent again by its name alone, it is the same stop.
      expect((await user.save({ pipeline })).status).toBe(200);
      expect((await saved(user)).toSorted()).toEqual([`quarry ${n}`, name.toLowerCase()].toSorted());
    }
    const made = await app.db.selectFrom("company").select("id").where("name", "=", name.toLowerCase()).execute();
    expect(made).toEqual([]);
    const stops = await app.db.selectFrom("stop").select("company_id").where("company_name", "=", name).execute();
    expect(stops).toEqual([{ company_id: null }, { company_id: null }]);
    expect(await findDifferences(app.db)).toEqual([]);
  },
);
