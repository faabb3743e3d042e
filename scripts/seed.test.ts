import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDatabase, type Database, type Trx } from "#db/connect.ts";
import { RealPeopleError, seedPeople } from "#db/seed/bulk.ts";
import { seedDemoIfEmpty, type SeedOptions } from "#db/seed/load.ts";
import { removeDemoPeople } from "#db/seed/remove.ts";
import { readCatalogue } from "#features/catalogue/read.server.ts";
import { loadCompanies } from "#features/catalogue/write.server.ts";
import { importSchools } from "#features/school/write.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { refreshStats } from "#features/stats/refresh-write.server.ts";
import { tries } from "#tests/helpers/amount.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";
import { createMigratedDatabase } from "#tests/helpers/ready-database.ts";

/** People of a world that is seeded in bulk. */
const MANY = tries({ all: 2_500, some: 1_000 });

let own: TestDatabase;
let db: Database;
let options: SeedOptions;

beforeAll(async () => {
  own = await createMigratedDatabase();
  db = openDatabase(own.url, { statementTimeout: 0 });
  const catalogue = await readCatalogue();
  await loadCompanies(
    db,
    catalogue.map((company) => ({ ...company, logo: "" })),
  );
  await importSchools(db, [
    { name: "First School", alpha_two_code: "US", domains: ["first.example"] },
    { name: "Second School", alpha_two_code: "DE", domains: ["second.example"] },
  ]);
  const industries = new Map(catalogue.map(({ name, industry }) => [name, industry]));
  options = { people: 600, today: "2026-03-14", industries, refresh: refreshStats };
});
afterAll(async () => {
  // Drop the database first, by force: a failed test may leave a transaction open, and db.destroy() would wait for it.
  await own.drop();
  await db.destroy();
});
beforeEach(async () => {
  await sql`truncate role, stop, profile, catalogue_version cascade`.execute(db);
  await db.transaction().execute(refreshStats);
});

const countPeople = async (): Promise<number> =>
  (
    await db
      .selectFrom("profile")
      .select((eb) => eb.fn.countAll<number>().as("people"))
      .executeTakeFirstOrThrow()
  ).people;

/** Reads the people without their ids, which are random. */
const contents = async (): Promise<unknown[]> => {
  const { rows } =
    await sql`select p.first_name, p.last_name, p.username, p.visibility, p.stops, e.company_name, r.title, r.start_date, r.end_date, r.rating
    from profile p join stop e on e.profile_id = p.id join role r on r.stop_id = e.id order by p.first_name, p.last_name, p.username, r.start_date, r.title, e.company_name`.execute(
      db,
    );
  return rows;
};

const indexes = async (): Promise<unknown[]> => {
  const { rows } = await sql`
    select indexdef as text from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    order by 1`.execute(db);
  return rows;
};

const DERIVED = [
  "company_stats",
  "company_move",
  "school_company_stats",
  "company_day",
  "school_stats",
  "anonymous_stop",
  "anonymous_title",
  "published_aggregate",
  "published_rating",
  "published_rating_member",
];

/** The rows of each derived table, as one checksum. */
const derived = async (): Promise<Record<string, { rows: number; sum: string }>> => {
  const sums: Record<string, { rows: number; sum: string }> = {};
  for (const table of DERIVED) {
    const { rows } = await sql<{ rows: number; sum: string }>`
      select count(*) as rows, coalesce(md5(string_agg(one::text, chr(10) order by one::text)), '') as sum
      from ${sql.table(table)} as one`.execute(db);
    for (const row of rows) sums[table] = row;
  }
  return sums;
};

async function addRealPerson(created: boolean, to: Database | Trx = db): Promise<void> {
  await to
    .insertInto("profile")
    .values({
      public_id: "a".repeat(24),
      owner_key: Buffer.alloc(32),
      username: null,
      school_id: null,
      sort_key: 1,
      created,
      first_name: "Real",
    })
    .execute();
}

/** Waits until a statement in this database waits for another one's lock. */
async function untilSomebodyWaits(): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows[0]?.waiting;
      },
      { timeout: 10_000 },
    )
    .toBe(1);
}

describe("demo people at the first start", () => {
  it("come once, and everything derived is right", async () => {
    expect(await seedDemoIfEmpty(db, options)).toBe(600);
    expect(await seedDemoIfEmpty(db, options)).toBe(0);
    expect(await countPeople()).toBe(600);
    expect(await findDifferences(db)).toEqual([]);
    const levels = await db
      .selectFrom("profile")
      .select(["visibility", (eb) => eb.fn.countAll<number>().as("people")])
      .where("demo", "=", true)
      .groupBy("visibility")
      .orderBy("visibility")
      .execute();
    expect(levels.map(({ visibility }) => visibility)).toEqual(["anonymous", "private", "public"]);
    expect(Math.min(...levels.map(({ people }) => people))).toBeGreaterThan(10);
  });

  it("share a few drawn faces, and more than half of the public ones have one", async () => {
    const faces = [Buffer.from("face one"), Buffer.from("face \\ two")];
    await seedDemoIfEmpty(db, { ...options, people: 150, faces });
    const bytes = (await db.selectFrom("picture").select("bytes").distinct().execute()).flatMap(
      (row) => row.bytes ?? [],
    );
    expect(bytes.toSorted(Buffer.compare)).toEqual(faces.toSorted(Buffer.compare));
    const { rows } = await sql<{ visibility: string; people: number }>`
      select p.visibility, count(*) as people from profile p join picture i on i.profile_id = p.id group by 1`.execute(
      db,
    );
    expect(rows).toEqual([{ visibility: "public", people: expect.any(Number) }]);
    expect(rows[0]?.people).toBeGreaterThan(40);
    await seedPeople(db, own.url, { ...options, people: 150, faces });
    expect(await removeDemoPeople(db, options)).toBe(150);
    expect(await db.selectFrom("picture").select("id").execute()).toEqual([]);
  });

  it("leave room for the next real rows", async () => {
    await seedDemoIfEmpty(db, { ...options, people: 20 });
    await addRealPerson(true);
    expect(await countPeople()).toBe(21);
  });

  it("stay away where somebody is, and after they were removed", async () => {
    await addRealPerson(false);
    expect(await seedDemoIfEmpty(db, options)).toBe(0);
    await sql`truncate role, stop, profile cascade`.execute(db);
    await seedDemoIfEmpty(db, { ...options, people: 5 });
    await removeDemoPeople(db, options);
    expect(await seedDemoIfEmpty(db, options)).toBe(0);
    expect(await countPeople()).toBe(0);
  });
});

describe("demo people in bulk", () => {
  it("are the same people for the same seed, by either way in, and replace earlier ones", async () => {
    await seedDemoIfEmpty(db, { ...options, people: 150, seed: 5 });
    const slowly = await contents();
    await seedPeople(db, own.url, { ...options, people: 150, seed: 5 });
    expect(await contents()).toEqual(slowly);
    await seedPeople(db, own.url, { ...options, people: 150, seed: 6 });
    expect(await contents()).not.toEqual(slowly);
    expect(await countPeople()).toBe(150);
    expect(await findDifferences(db)).toEqual([]);
  });

  it("take indexes and constraints off and put every one back", async () => {
    const before = await indexes();
    await seedPeople(db, own.url, { ...options, people: MANY, bulkFrom: 1 });
    expect(await indexes()).toEqual(before);
    expect(before.length).toBeGreaterThan(30);
    expect(await countPeople()).toBe(MANY);
    expect(await findDifferences(db)).toEqual([]);
  });

  it("are the same people and numbers, however many threads make them", async () => {
    const many = { ...options, people: 4_100, seed: 5, bulkFrom: 1 };
    await seedPeople(db, own.url, { ...many, threads: 0 });
    const alone = await contents();
    // Companies that somebody typed have other keys each time, so only the numbers of rows are the same.
    const rowsOf = async () => Object.entries(await derived()).map(([table, { rows }]) => [table, rows]);
    const numbers = await rowsOf();
    await seedPeople(db, own.url, { ...many, threads: 2 });
    expect(await contents()).toEqual(alone);
    expect(await rowsOf()).toEqual(numbers);
    expect(await findDifferences(db)).toEqual([]);
  });

  it("are counted as a recount counts them, and leave no table behind", async () => {
    const { rows: before } = await sql`select relname from pg_class where relkind = 'r' order by 1`.execute(db);
    await seedPeople(db, own.url, { ...options, people: 3_000, bulkFrom: 1 });
    const seeded = await derived();
    for (const table of DERIVED) if (table !== "anonymous_title") expect(seeded[table]?.rows, table).toBeGreaterThan(0);
    await db.transaction().execute(refreshStats);
    expect(await derived()).toEqual(seeded);
    expect(await findDifferences(db)).toEqual([]);
    // Demo people's ratings are read from their answers, and are those of the view.
    const { rows: wrong } = await sql`
      select company_id, profile_id, member.rating, view.rating
      from (select * from published_rating_member where raters = 'demo') member
      full join (select * from rating_by_person where not is_hidden) view using (company_id, profile_id)
      where member.rating is distinct from view.rating`.execute(db);
    expect(wrong).toEqual([]);
    const { rows: after } = await sql`select relname from pg_class where relkind = 'r' order by 1`.execute(db);
    expect(after).toEqual(before);
  });

  it("come with their numbers or not at all", async () => {
    const before = await indexes();
    const many = { ...options, people: MANY, bulkFrom: 1, threads: 2 };
    const stops = [
      { ...many, refresh: () => Promise.reject(new Error("stopped while counting")) },
      // Threads cannot read this day.
      { ...many, today: "never", refresh: refreshStats },
    ];
    for (const stopped of stops) {
      await expect(seedPeople(db, own.url, stopped)).rejects.toThrow(/stopped while counting|not a date/);
      expect(await countPeople()).toBe(0);
      expect(await indexes()).toEqual(before);
      expect(await db.selectFrom("catalogue_version").select("name").execute()).toEqual([]);
    }
    await seedPeople(db, own.url, many);
    expect(await countPeople()).toBe(MANY);
  });

  it("are told of to running processes with the commit, also if the command is killed right after it", async () => {
    const listener = new Client({ connectionString: own.url });
    const heard: (string | undefined)[] = [];
    listener.on("notification", ({ payload }) => heard.push(payload));
    await listener.connect();
    try {
      await listener.query("listen pipelines_purge");
      await seedPeople(db, own.url, { ...options, people: 20 });
      await expect.poll(() => heard).toEqual(["*"]);
      await removeDemoPeople(db, options);
      await expect.poll(() => heard).toEqual(["*", "*"]);
    } finally {
      await listener.end();
    }
  });

  it("are refused where real people are, and nothing changes", async () => {
    await seedDemoIfEmpty(db, { ...options, people: 30 });
    await addRealPerson(true);
    await expect(seedPeople(db, own.url, options)).rejects.toThrow(RealPeopleError);
    expect(await countPeople()).toBe(31);
  });

  it("go and leave everybody real", async () => {
    await seedDemoIfEmpty(db, { ...options, people: 40 });
    await addRealPerson(true);
    expect(await removeDemoPeople(db, options)).toBe(40);
    const left = await db.selectFrom("profile").select("first_name").execute();
    expect(left).toEqual([{ first_name: "Real" }]);
    expect(await findDifferences(db)).toEqual([]);
    expect(await removeDemoPeople(db, options)).toBe(0);
  });

  it("go one by one where a name is reserved, which stays so", async () => {
    await seedDemoIfEmpty(db, { ...options, people: 40 });
    await db
      .insertInto("username_reserved")
      .values({ key: Buffer.alloc(32, 1), profile_id: null })
      .execute();
    expect(await removeDemoPeople(db, options)).toBe(40);
    expect(await db.selectFrom("username_reserved").select("profile_id").execute()).toEqual([{ profile_id: null }]);
  });

  it("go and leave somebody who signs up at that very moment", async () => {
    await seedDemoIfEmpty(db, { ...options, people: 40 });
    const arrived = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const signUp = db.transaction().execute(async (trx) => {
      await addRealPerson(true, trx);
      arrived.resolve();
      await mayCommit.promise;
    });
    await arrived.promise;
    // The removal waits for a lock only when it truncates tables, which could delete a real person too.
    const removal = removeDemoPeople(db, options);
    try {
      await untilSomebodyWaits();
    } finally {
      // End the waiting transaction in any case.
      mayCommit.resolve();
      await signUp;
    }
    expect(await removal).toBe(40);
    const left = await db.selectFrom("profile").select("first_name").execute();
    expect(left).toEqual([{ first_name: "Real" }]);
    expect(await findDifferences(db)).toEqual([]);
  });

  it("bring companies that nobody listed, which are found by name and go with them", async () => {
    // With fewer listed companies, few people reach the invented ones.
    const unlisted = await sql<{ id: number }>`
      delete from company where id not in (select id from company order by id limit 60) returning id`.execute(db);
    expect(unlisted.rows.length).toBeGreaterThan(500);
    await seedPeople(db, own.url, { ...options, people: 1_000 });
    const { rows: kinds } = await sql`
      select distinct c.status, e.company_id is null as gone, t.term is not null as found
      from stop e left join company c on c.id = e.company_id
      left join company_term t on t.company_id = c.id and t.term = lower(c.display_name)
      where e.company_id is null or c.domain like '%.demo.example' order by 1, 2`.execute(db);
    expect(kinds).toEqual([
      { status: "listed", gone: false, found: true },
      { status: "new", gone: false, found: true },
      { status: null, gone: true, found: false },
    ]);
    const kept = await db.selectFrom("company").select("id").where("status", "=", "new").executeTakeFirstOrThrow();
    await addRealPerson(true);
    await sql`insert into stop (public_id, profile_id, company_id, company_name, sort_key, listed)
      select ${"b".repeat(24)}, id, ${kept.id}, 'Kept', 1, true from profile where not demo`.execute(db);
    await removeDemoPeople(db, options);
    const invented = db.selectFrom("company").select("id").where("domain", "like", "%.demo.example");
    expect(await invented.execute()).toEqual([kept]);
    await sql`delete from stop`.execute(db);
    await removeDemoPeople(db, options);
    expect(await invented.execute()).toEqual([]);
  });
});
