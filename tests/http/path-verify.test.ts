import { afterAll, beforeAll, expect, it } from "vitest";
import { everybodyIn } from "#app/path-engine-reads.server.ts";
import { compareWithPages, fillKeeper, findEngineDifferences } from "#features/path/verify.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// `npm run verify` holds the path engine against everybody's page.

const TODAY = "2026-11-15";
let app: TestApp;
let people: ApiUser[];

beforeAll(async () => {
  app = await startTestApp();
  const job = stop("Verify Works", "Software Engineer", "2018-03-01", "2019-05-01");
  const kept = { ...stop("Kept Works", "Manager", "2019-06-01", "current"), undisclosed: true };
  const saves: Record<string, unknown>[] = [
    { visibility: "public", pipeline: [job] },
    { visibility: "anonymous", pipeline: [job, kept] },
    { visibility: "private", pipeline: [job] },
    { visibility: "public", pipeline: [] },
  ];
  people = await Promise.all(
    saves.map(async (patch) => {
      const user = await new ApiUser(app).signUp();
      const saved = await user.save(patch);
      if (saved.status !== 200) throw new Error(saved.text);
      return user;
    }),
  );
});
afterAll(() => app.stop());

it("an engine that is filled by the stream equals everybody's page", async () => {
  expect(await findEngineDifferences(app.db, everybodyIn(app.db), TODAY)).toEqual({ lines: 2, differences: [] });
});

it("planted: who was hidden, appeared, changed or went without its knowing is named", async () => {
  const keeper = await fillKeeper(everybodyIn(app.db).visible, TODAY);
  const pages = { db: app.db, ids: everybodyIn(app.db).ids, today: TODAY };
  const [open, anonymous, hidden] = people;
  const set = (user: ApiUser | undefined, values: { visibility: "public" | "private" }) =>
    app.db
      .updateTable("profile")
      .set(values)
      .where("public_id", "=", user?.profileId ?? "")
      .execute();
  await set(open, { visibility: "private" });
  await set(hidden, { visibility: "public" });
  await set(anonymous, { visibility: "public" });
  const { differences } = await compareWithPages(keeper, pages);
  expect(new Map(differences.map(({ profile, what }) => [profile, what]))).toEqual(
    new Map([
      [open?.profileId, "is in the engine but has no visible page"],
      [hidden?.profileId, "has a page but is not in the engine"],
      [anonymous?.profileId, "differs between the engine and the page"],
    ]),
  );
  await open?.call("DELETE", `/api/profile/${open.profileId}`, { password: "correct-horse-battery" });
  const after = await compareWithPages(keeper, pages);
  expect(after.differences).toContainEqual({ profile: open?.profileId, what: "is in the engine but not stored" });
  expect(await findEngineDifferences(app.db, everybodyIn(app.db), TODAY)).toEqual({ lines: 2, differences: [] });
});
