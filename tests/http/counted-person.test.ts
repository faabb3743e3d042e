import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { differencesOf } from "#features/stats/difference-write.server.ts";
import { readContributions } from "#features/stats/contributions.server.ts";
import { contributionsOf } from "#features/stats/pure/contributions.ts";
import { readChangingProfile } from "#features/profile/stored.server.ts";
import { newPublicId } from "#server/ids.ts";
import { tries } from "#tests/helpers/amount.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// A save works out in the app what its person adds to the numbers. The views *_by_person must say the same.

let app: TestApp;
let user: ApiUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await new ApiUser(app).signUp();
});
afterAll(() => app.stop());

const day = fc
  .record({
    year: fc.oneof(fc.constantFrom(2010, 2011, 2024, 2025, 2026), fc.integer({ min: 1950, max: 2029 })),
    month: fc.constantFrom("01", "02", "06", "12"),
    day: fc.constantFrom("01", "02", "28", "31"),
  })
  .map(
    ({ year, month, day: of }) =>
      `${year}-${month}-${month === "02" && of === "31" ? "28" : month === "06" && of === "31" ? "30" : of}`,
  );

const role = fc
  .record({
    title: fc.constantFrom("Clerk", "Analyst"),
    kind: fc.constantFrom("intern", "co-op", "full-time", "contract"),
    // Stays within one day, month or year are counted in ways of their own.
    days: fc.oneof(
      fc.tuple(day, day),
      day.map((at) => [at, at] as const),
      day.map((at) => [at, `${at.slice(0, 7)}-28`] as const),
      day.map((at) => [at, `${at.slice(0, 4)}-12-30`] as const),
    ),
    isIndefinite: fc.boolean(),
    precision: fc.constantFrom("year", "month", "day"),
  })
  .map(({ days, isIndefinite, precision, ...rest }) => {
    const [startDate = "", endDate = ""] = days.toSorted();
    return { ...rest, startDate, endDate, isIndefinite, datePrecision: precision, rating: 0 };
  });

const patches = fc.record({
  visibility: fc.constantFrom("public", "anonymous", "anonymous", "private"),
  showMonths: fc.boolean(),
  hideSchool: fc.boolean(),
  school: fc.constantFrom("first", "second", "none"),
  pipeline: fc.uniqueArray(
    fc.record({
      companyName: fc.constantFrom("Elm Works", "Fir Works", "Gum Works", "Self-employed"),
      undisclosed: fc.constantFrom(false, false, false, true),
      roles: fc.array(role, { minLength: 1, maxLength: 4 }),
    }),
    { selector: ({ companyName }) => companyName, maxLength: 4 },
  ),
});

const clerk = { title: "Clerk", kind: "full-time", isIndefinite: false, datePrecision: "day", rating: 0 };

/** Chance rarely makes roles with a day between them, and roles that touch. */
const NEIGHBOURS = {
  visibility: "public",
  showMonths: true,
  hideSchool: false,
  school: "first",
  pipeline: [
    {
      companyName: "Elm Works",
      undisclosed: false,
      roles: [
        { ...clerk, startDate: "2025-06-01", endDate: "2025-06-28" },
        { ...clerk, startDate: "2025-06-30", endDate: "2025-07-12" },
        { ...clerk, startDate: "2025-07-13", endDate: "2025-08-12" },
      ],
    },
  ],
};

test("what a person adds to the numbers is what the views say", async () => {
  const schools = [newPublicId(), newPublicId()];
  for (const [n, public_id] of schools.entries())
    await app.db
      .insertInto("school")
      .values({ public_id, name: `College ${n}`, name_key: `college ${n}`, country: "", country_code: "" })
      .execute();
  const seen = { stays: 0, days: 0, moves: 0, schools: 0, anonymous: 0, private: 0 };
  await fc.assert(
    fc.asyncProperty(patches, async ({ school, ...patch }) => {
      const [first, second] = schools;
      const named = { first, second, none: "" }[school];
      const saved = await user.save({
        ...patch,
        school: named,
        pipeline: patch.pipeline.map(({ companyName, undisclosed, roles }) => ({
          ...stop(companyName, "Clerk", "2010-01-01", "2011-01-01"),
          undisclosed,
          roles,
        })),
      });
      expect(saved.status, saved.text).toBe(200);
      await app.db.transaction().execute(async (trx) => {
        const { id } = await trx
          .selectFrom("profile")
          .select("id")
          .where("public_id", "=", user.profileId)
          .executeTakeFirstOrThrow();
        const stored = await readChangingProfile(trx, id);
        if (!stored) throw new Error("The profile is gone.");
        const said = contributionsOf(stored.counted);
        const viewed = await readContributions(trx, [id]);
        expect(Object.values(differencesOf(viewed, said)).flat()).toEqual([]);
        expect(typedOf(said)).toEqual(typedOf(viewed));
        seen.stays += said.companies.filter((one) => one.stays > 0).length;
        seen.days += said.days.length;
        seen.moves += said.moves.length;
        seen.schools += said.schools.length;
        seen.anonymous += Number(stored.counted.visibility === "anonymous");
        seen.private += Number(stored.counted.visibility === "private");
      });
    }),
    { numRuns: tries({ all: 150, some: 40 }), examples: [[NEIGHBOURS]] },
  );
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0);
});

function typedOf({ companies }: { companies: readonly { company_id: number; isTyped: boolean }[] }): number[] {
  return companies
    .filter(({ isTyped }) => isTyped)
    .map(({ company_id }) => company_id)
    .toSorted((a, b) => a - b);
}
