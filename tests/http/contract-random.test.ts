import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { drawPeople } from "#features/discover/read.server.ts";
import { newPublicId, newSortKey } from "#server/ids.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { indexesOf, noteStatements } from "#tests/helpers/plans.ts";

// GET /api/profile/random: amounts, each person once, and a uniform draw.

const PEOPLE = 30;
let app: TestApp;
let visitor: ApiUser;

/** A known generator (mulberry32), so that a failure can be repeated. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function people(count: number, visibility: "public" | "private" = "public"): Promise<void> {
  const rows = await app.db
    .insertInto("profile")
    .values(
      Array.from({ length: count }, () => ({
        public_id: newPublicId(),
        first_name: "P",
        last_name: "T",
        created: true,
        stops: 1,
        visibility,
        sort_key: newSortKey(),
        school_id: null,
        username: null,
      })),
    )
    .returning("id")
    .execute();
  await sql`insert into stop (public_id, profile_id, company_name, sort_key, listed)
    select encode(sha256(id::text::bytea), 'hex')::varchar(24), id, 'Firm', sort_key, listed from profile where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(
    app.db,
  );
  await sql`insert into role (stop_id, profile_id, title, kind, start_date, is_current, date_precision)
    select e.id, e.profile_id, 'Clerk', 'full-time', '2020-01-01', true, 'month' from stop e
    where not exists (select 1 from role r where r.stop_id = e.id)`.execute(app.db);
}

beforeAll(async () => {
  app = await startTestApp({ random: seeded(20_261_115) });
  visitor = new ApiUser(app);
});
afterAll(() => app.stop());

const draw = async (query: string) =>
  (await visitor.call<{ _id: string; pipeline: unknown[] }[]>("GET", `/api/profile/random${query}`)).body;

test("nobody there: an empty list", async () => {
  expect(await draw("")).toEqual([]);
  expect(await draw("?amount=5")).toEqual([]);
});

test("one person only", async () => {
  const user = await new ApiUser(app).signUp();
  expect(await draw("")).toEqual([]);
  await user.save({ firstName: "Ada", lastName: "T", pipeline: [stop("Alpha", "Clerk", "2020-01-01", "current")] });
  expect((await draw("?amount=24")).map((one) => one._id)).toEqual([user.profileId]);
  await app.db.deleteFrom("profile").where("public_id", "=", user.profileId).execute();
});

describe("with people", () => {
  beforeAll(async () => {
    await people(PEOPLE / 2);
    await people(10, "private");
    await people(PEOPLE / 2);
  });

  test("U7, S42: amounts from 1 to 24, each person once, with a stop", async () => {
    for (const amount of [1, 5, 24]) {
      const list = await draw(`?amount=${amount}`);
      expect(list).toHaveLength(amount);
      expect(new Set(list.map((one) => one._id)).size).toBe(amount);
      expect(list.every((one) => one.pipeline.length > 0)).toBe(true);
    }
    expect(new Set((await draw("")).map((one) => one._id)).size).toBe(PEOPLE);
  });

  test.each([
    "0",
    "25",
    "-1",
    "-0",
    "1.5",
    "5abc",
    "",
    "1e1",
    "0x5",
    " 5",
    "NaN",
    "1e400",
    "٥",
    "5&amount=6",
    "5&amount=5",
    "%00",
  ])("amount=%s is refused", async (amount) => {
    const answer = await visitor.call("GET", `/api/profile/random?amount=${amount}`);
    expect(answer.status).toBe(400);
    if (amount !== "%00")
      expect(answer.body).toMatchObject({ error: "Invalid amount provided.", code: "invalid-amount" });
  });

  test("L6: is uniform: who comes, and who comes first, over 400 draws", async () => {
    const chiSquare = (map: Map<string, number>, total: number) => {
      const expected = total / PEOPLE;
      return [...map.values()].reduce(
        (sum, value) => sum + (value - expected) ** 2 / expected,
        (PEOPLE - map.size) * expected,
      );
    };
    const count = (map: Map<string, number>, id: string) => map.set(id, (map.get(id) ?? 0) + 1);
    const looksUniform = async () => {
      const [drawn, first] = [new Map<string, number>(), new Map<string, number>()];
      for (let times = 0; times < 400; times += 1) {
        const list = await draw("?amount=5");
        for (const one of list) count(drawn, one._id);
        count(first, list[0]?._id ?? "");
      }
      // 29 degrees of freedom: 49.6 is the 1 % point.
      return chiSquare(drawn, 2_000) < 49.6 && chiSquare(first, 400) < 49.6;
    };
    // One of fifty fair samples looks unfair. What is unfair looks so again and again.
    expect((await looksUniform()) || (await looksUniform()) || (await looksUniform())).toBe(true);
  });

  test("L4: a switch gives a person a new place: the same draw does not lead from the name to the anonymous page", async () => {
    const user = await new ApiUser(app).signUp();
    await user.save({ firstName: "Ada", lastName: "T", pipeline: [stop("Alpha", "Clerk", "2020-01-01", "current")] });
    const draws = Array.from({ length: 40 }, (_, n) => n.toString(16).padStart(12, "0"));
    const places = async () => {
      const { id } = await app.db
        .selectFrom("profile")
        .select("id")
        .where("public_id", "=", user.profileId)
        .executeTakeFirstOrThrow();
      const lists = await Promise.all(draws.map((one) => drawPeople(app.db, app.services.secret, one, 240)));
      return lists.map((list) => list.indexOf(id));
    };
    const before = await places();
    expect(await places()).toEqual(before);
    await user.save({ anonymous: true });
    const after = await places();
    expect(before.every((place) => place >= 0) && after.every((place) => place >= 0)).toBe(true);
    // By chance one place in thirty-one is the same: 1.3 of 40.
    expect(after.filter((place, index) => place === before[index]).length).toBeLessThan(8);
    await app.db.deleteFrom("profile").where("public_id", "=", user.profileId).execute();
  });

  test("is never kept by anybody", async () => {
    const answer = await visitor.call("GET", "/api/profile/random");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

test("S42: without an amount at most 240", async () => {
  await people(230);
  expect(await draw("")).toHaveLength(240);
});

test("a draw reads people who are listed, from an index of them alone, however many others there are", async () => {
  const noted = noteStatements(app.databaseUrl);
  try {
    await drawPeople(noted.db, app.services.secret, "0123456789ab", 240);
    expect(noted.statements).toHaveLength(2);
    // The index over all positions would also be walked over those who are not listed.
    for (const one of noted.statements) expect(await indexesOf(app.db, one)).toEqual(["profile_shuffle"]);
  } finally {
    await noted.db.destroy();
  }
});
