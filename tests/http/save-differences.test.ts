import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROLE_COLUMNS } from "#features/pipeline/read.server.ts";
import { draftFrom, toWire } from "#features/pipeline/draft.ts";
import { experienceSchema } from "#features/pipeline/schema.ts";
import { tries } from "#tests/helpers/amount.ts";
import { ApiUser, startTestApp, stop, type SavedProfile, type TestApp } from "#tests/helpers/app.ts";
import { OTHER_ROLE, ROLE_FIELDS, stopWith, WHOLE_ROLE, withOther } from "#tests/helpers/whole-role.ts";

// A save writes only the stops and roles that differ. What is stored must be the same as if it had written all.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

type Table = "stop" | "role";
type Stored = Record<Table, Map<string, string>>;

/** The version of each row, by its key. */
async function versionsOf(user: ApiUser): Promise<Stored> {
  const read = async (table: Table): Promise<Map<string, string>> => {
    const { rows } = await sql<{ id: string; version: string }>`
      select t.id::text as id, t.xmin::text as version from ${sql.table(table)} t
      where t.profile_id = (select id from profile where public_id = ${user.profileId})`.execute(app.db);
    return new Map(rows.map(({ id, version }) => [id, version]));
  };
  return { stop: await read("stop"), role: await read("role") };
}

/** How many rows of `after` were not there before in this version. */
function written(before: Stored, after: Stored): Record<Table, number> {
  const count = (table: Table): number =>
    [...after[table]].filter(([id, version]) => before[table].get(id) !== version).length;
  return { stop: count("stop"), role: count("role") };
}

const LINE = ["Acorn Works", "Birch Works", "Cedar Works"].map((name, n) =>
  stop(name, "Clerk", `201${n}-01-01`, `201${n}-11-01`, 60),
);

describe("rows that a save writes", () => {
  let user: ApiUser;
  beforeAll(async () => {
    user = await new ApiUser(app).signUp();
  });
  const changed = (change: object) => LINE.map((one, n) => (n === 1 ? { ...one, ...change } : one));

  test.each([
    ["nothing changed", LINE, { stop: 0, role: 0 }],
    ["another title", changed({ title: "Analyst" }), { stop: 0, role: 1 }],
    ["another end", changed({ endDate: "2011-12-01" }), { stop: 0, role: 1 }],
    ["another rating", changed({ rating: 80 }), { stop: 0, role: 1 }],
    ["another company", changed({ companyName: "Dogwood Works" }), { stop: 1, role: 1 }],
    ["an undisclosed company", changed({ undisclosed: true }), { stop: 1, role: 0 }],
    ["one stop less", LINE.slice(0, 2), { stop: 0, role: 0 }],
  ])("%s", async (_what, pipeline, expected) => {
    expect((await user.save({ pipeline: LINE.map((one) => ({ ...one, undisclosed: false })) })).status).toBe(200);
    const before = await versionsOf(user);
    expect((await user.save({ pipeline })).status).toBe(200);
    const after = await versionsOf(user);
    expect(written(before, after)).toEqual(expected);
    expect([after.stop.size, after.role.size]).toEqual([pipeline.length, pipeline.length]);
  });
});

const NAMES = ["Elm Works", "Fir Works", "Gum Works", "Hazel Works", "Self-employed", "Freelance"];
const role = fc.record({
  title: fc.constantFrom("Clerk", "Analyst", "Clerk Intern"),
  year: fc.integer({ min: 2010, max: 2014 }),
  rating: fc.constantFrom(0, 20, 80),
  location: fc.constantFrom("", "Toronto"),
});
const pipelines = fc.array(
  fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...NAMES),
      undisclosed: fc.boolean(),
      roles: fc.array(role, { minLength: 1, maxLength: 3 }),
    }),
    { selector: ({ name }) => name, maxLength: 5 },
  ),
  { minLength: 2, maxLength: 5 },
);

/** Everything stored but the keys and ids, which are random. */
async function contentOf(user: ApiUser): Promise<unknown> {
  const { rows } = await sql`
    select stop.company_name, stop.undisclosed, stop.listed, role.position, role.title, role.kind, role.start_date,
      role.end_date, role.is_current, role.date_precision, role.rating, role.location
    from stop left join role on role.stop_id = stop.id
    where stop.profile_id = (select id from profile where public_id = ${user.profileId})
    order by role.position, stop.company_name`.execute(app.db);
  return rows;
}

test("saves read and write each column of a role, with its type", async () => {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = 'role'`.execute(app.db);
  const place = { id: "bigint", stop_id: "bigint", profile_id: "bigint", position: "smallint", is_current: "boolean" };
  expect(Object.fromEntries(rows.map(({ name, type }) => [name, type]))).toEqual({ ...place, ...ROLE_COLUMNS });
});

describe("after a save the owner reads", () => {
  let user: ApiUser;
  beforeAll(async () => {
    user = await new ApiUser(app).signUp();
  });
  const roleAfter = async (sent: typeof WHOLE_ROLE): Promise<unknown> => {
    const saved = await user.save({ pipeline: toWire([stopWith(sent)]) });
    expect(saved.status, saved.text).toBe(200);
    const read = await user.call<SavedProfile>("GET", `/api/profile/get/${user.profileId}`);
    return draftFrom(experienceSchema.array().parse(read.body.pipeline)).stops[0]?.roles[0];
  };

  test("every field of a new role", async () => {
    expect(await roleAfter(WHOLE_ROLE)).toEqual(WHOLE_ROLE);
  });

  test.each(ROLE_FIELDS)("the new %s of a role in which nothing else changed", async (field) => {
    await roleAfter(WHOLE_ROLE);
    expect(await roleAfter(withOther(field))).toHaveProperty(field, OTHER_ROLE[field]);
  });
});

test("after any saves the same is stored as after the last one alone", async () => {
  const [many, once] = await Promise.all([new ApiUser(app).signUp(), new ApiUser(app).signUp()]);
  await fc.assert(
    fc.asyncProperty(pipelines, async (saves) => {
      const sent = saves.map((line) =>
        line.map(({ name, undisclosed, roles }) => ({
          ...stop(name, "Clerk", "2010-01-01", "2010-11-01"),
          undisclosed,
          roles: roles.map(({ year, ...one }) => ({
            ...one,
            startDate: `${year}-01-01`,
            endDate: `${year}-11-01`,
            isIndefinite: false,
          })),
        })),
      );
      for (const pipeline of sent) {
        const saved = await many.save({ pipeline });
        expect(saved.status, saved.text).toBe(200);
      }
      expect((await once.save({ pipeline: [] })).status).toBe(200);
      expect((await once.save({ pipeline: sent.at(-1) })).status).toBe(200);
      expect(await contentOf(many)).toEqual(await contentOf(once));
    }),
    { numRuns: tries({ all: 60, some: 12 }) },
  );
});
