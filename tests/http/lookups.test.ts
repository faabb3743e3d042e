import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foldText } from "#core/text.ts";
import { termHits } from "#db/term-search.ts";
import { termStatistics } from "#db/term-statistics.ts";
import { suggestCompanies } from "#features/company/read.server.ts";
import { suggestSchools } from "#features/school/read.server.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { addNames, addSchools, LOOKUPS, TEXTS, timesOf } from "#tests/helpers/lookups.ts";
import { withoutTimeLimit } from "#tests/helpers/own-database.ts";
import { filteredBy, noteStatements, readsOf, workOf } from "#tests/helpers/plans.ts";
import { jsonOf, sendRaw } from "#tests/helpers/raw.ts";

// A look-up's work is bounded whatever the text; bench/lookups.ts measures its time.

type OpenApi = {
  paths: Record<string, { get?: { parameters?: { in: string; name: string }[] } }>;
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "on" } });
  await addNames(app.db, { companies: 3_000, schools: 4_000 });
});
afterAll(() => app.stop());

test("no text makes it look at more than some thousand rows", async () => {
  for (const of of ["company", "school"] as const) {
    termStatistics(app.db, of);
    await expect.poll(() => termStatistics(app.db, of).pieces.size).toBeGreaterThan(10);
    for (const text of TEXTS) {
      const key = foldText(text);
      const statement = sql`select * from ${termHits(app.db, of, key)} b`.compile(app.db);
      expect(await workOf(app.db, statement), `${of}: ${text}`).toBeLessThan(7_000);
    }
  }
});

test("a long text is compared with the few names that are long enough, and not with all that share a piece", async () => {
  const key = "kalomiraste vendorbelantur goslinprawes holmarquizen falbruka lomira technologies";
  for (const of of ["company", "school"] as const) {
    termStatistics(app.db, of);
    await expect.poll(() => termStatistics(app.db, of).pieces.size).toBeGreaterThan(10);
    const statement = sql`select * from ${termHits(app.db, of, key)} b`.compile(app.db);
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(`${of}_term`)} where length(term) >= 0.6 * ${key.length}`.execute(app.db);
    expect(await filteredBy(app.db, statement, "length("), of).toBeGreaterThan(100);
    expect(await filteredBy(app.db, statement, "<->"), of).toBeLessThanOrEqual(rows[0]?.count ?? 0);
  }
});

test("a look-up reads no more where schools and companies have many people", async () => {
  await withoutTimeLimit(app.databaseUrl, async (db) => {
    // Companies with people whose names begin alike, and the largest schools with people at many companies.
    await sql`
      insert into company_stats (company_id, visible_employees)
      select id, 1000 from company order by id limit 2000`.execute(db);
    await sql`
      insert into school_stats (school_id, visible_people)
      select id, 5000 from school order by id limit 600`.execute(db);
    await sql`
      insert into school_company_stats (school_id, company_id, visible_people)
      select s.school_id, c.company_id, 10 from school_stats s
      cross join (select company_id from company_stats order by company_id limit 100) c`.execute(db);
    await sql`vacuum analyze company_stats, school_stats, school_company_stats`.execute(db);
    // After "analyze", so the planner still expects only one term that begins with this text.
    await sql`
      insert into company_term (company_id, term)
      select (select min(id) from company), 'quomilkesh ' || n from generate_series(1, 200) n`.execute(db);
  });
  const { db, statements } = noteStatements(app.databaseUrl);
  const asked = {
    company: (text: string) => suggestCompanies(db, text, 3),
    school: (text: string) => suggestSchools(db, text),
  };
  try {
    for (const of of ["company", "school"] as const) {
      termStatistics(db, of);
      await expect.poll(() => termStatistics(db, of).pieces.size).toBeGreaterThan(10);
      for (const text of [...TEXTS, "quomilkesh", "quomilkehs"]) {
        statements.length = 0;
        await asked[of](text);
        const [statement] = statements;
        expect(statement && (await workOf(app.db, statement)), `${of}: ${text}`).toBeLessThan(20_000);
      }
    }
  } finally {
    await db.destroy();
  }
});

test("the best known companies and schools are looked at only where very many names begin with the text", async () => {
  await sql`
    insert into company_stats (company_id, visible_employees) select id, 1000 from company order by id limit 400
    on conflict do nothing`.execute(app.db);
  await sql`
    insert into school_stats (school_id, visible_people) select id, 5000 from school order by id limit 600
    on conflict do nothing`.execute(app.db);
  // Of its own, so that it reads the list of the best known schools now.
  const { db } = noteStatements(app.databaseUrl);
  try {
    for (const of of ["company", "school"] as const) {
      await sql`
        insert into ${sql.table(`${of}_term`)} (${sql.ref(`${of}_id`)}, term)
        select (select min(id) from ${sql.table(of)}), 'vordamelk ' || n from generate_series(1, 200) n`.execute(
        app.db,
      );
      termStatistics(db, of);
      await expect.poll(() => termStatistics(db, of).pieces.size).toBeGreaterThan(10);
      const termsRead = async (key: string): Promise<number> =>
        (await readsOf(app.db, sql`select * from ${termHits(db, of, key)} b`.compile(app.db))).get(`${of}_term`) ?? 0;
      const { rows } = await sql<{ term: string }>`
        select term from ${sql.table(`${of}_term`)} order by length(term) desc, term limit 5`.execute(app.db);
      for (const { term } of rows) expect(await termsRead(term), `${of}: ${term}`).toBeLessThan(50);
      expect(await termsRead("vordamelk"), of).toBeGreaterThan(600);
    }
  } finally {
    await db.destroy();
  }
});

test("typos are forgiven, also among many names with the same words", async () => {
  const { rows } = await sql<{
    name: string;
  }>`select name from school where name like 'University of %' limit 3`.execute(app.db);
  for (const { name } of rows) {
    const wrong = name.replace("University", "Univresity");
    const answer = await sendRaw(app, {
      path: `/api/school/get/schools/${encodeURIComponent(wrong)}`,
      from: "127.0.0.5",
    });
    expect((JSON.parse(answer.text) as { name: string }[]).map((one) => one.name)).toContain(name);
  }
});

/** More look-ups than the allowance permits. The text is one whose look-up is cheap. */
const MANY = Array.from({ length: 308 }, () => "qz");

test("look-ups have an allowance of their own", async () => {
  const from = "127.0.0.6";
  // One at a time: a caller whose look-ups wait for each other is told to come back instead.
  const spent = await timesOf(app.url, LOOKUPS.companies, 1, { from, texts: MANY });
  expect([spent.count, spent.refused]).toEqual([300, 8]);
  const refused = await sendRaw(app, { path: `${LOOKUPS.schools}x`, from });
  expect([refused.status, jsonOf(refused)["code"]]).toEqual([429, "too-many-requests"]);
  // The route builder's picker searches too, though its answer is a page's.
  const picked = await sendRaw(app, { path: "/search/choices.data?q=uni", from });
  expect([picked.status, jsonOf(picked)["code"]]).toEqual([429, "too-many-requests"]);
  expect((await sendRaw(app, { path: "/api/mongodbId/x", from })).status).toBe(200);
});

const ID = "5f0123456789abcdef012345";

/** Every place where a stranger's text is looked up, in a page's address, in its data, in a call. */
const TYPED: readonly (readonly [address: string, method?: "POST"])[] = [
  ["/search?q=alpha"],
  ["/search.data?q=alpha"],
  ["/search?company=alpha"],
  ["/search?stop=company:alpha"],
  ["/search?stop=any&stop=kind:intern,company:alpha"],
  [`/search?stop=company:${ID},kind:intern,company:alpha`],
  [`/search?stop=company:${ID},alpha`],
  ["/search?stop=title:engineer&school=alpha"],
  ["/search/choices?q=alpha"],
  ["/paths?pick=from&q=alpha"],
  ["/paths.data?pick=to&q=alpha"],
  ["/paths?to=company:alpha"],
  ["/paths?from=school:alpha&to=level:senior"],
  ["/ask?q=alpha"],
  ["/ask/reading.data?q=alpha"],
  ["/like-me?stop=alpha"],
  ["/like-me?stop=title:alpha"],
  ["/like-me?school=school:alpha"],
  // The same page, as its router reads an address.
  ["/Like-Me?stop=alpha"],
  ["/like-me/_.data?stop=alpha"],
  ["/compare?c=alpha"],
  [`/compare?c=${ID}&c=alpha`],
  ["/feeds/route.atom?stop=company:alpha"],
  ["/api/jump/alpha"],
  ["/api/company/get/companies/alpha"],
  ["/api/school/get/schools/alpha"],
  ["/api/company/getBy?name=alpha"],
  ["/api/paths/read?q=alpha"],
  ["/api/paths/search?stop=company:alpha"],
  ["/api/paths/next?stop=school:alpha"],
  ["/api/paths/routes?to=company:alpha"],
  ["/api/paths/flow?stop=company:alpha"],
  ["/api/paths/search?stop=any&school=alpha"],
  ["/api/paths/similar", "POST"],
  ["/api/user/routes", "POST"],
  ["/api/user/follows", "POST"],
];
/** By ids, or by nothing that is looked up: reads like any other. */
const KNOWN = [
  "/search",
  `/search?company=${ID}`,
  `/search?stop=company:${ID},kind:intern&stop=school:${ID}`,
  "/paths?to=title:engineer",
  `/like-me?stop=company:${ID}&school=${ID}`,
  `/compare?c=${ID}`,
  "/api/paths/search?stop=kind:intern",
];

test("every look-up of a typed name passes their allowance, wherever it stands; what is known by its id does not", async () => {
  const from = "127.0.0.12";
  await timesOf(app.url, LOOKUPS.companies, 1, { from, atOnce: 8, texts: MANY });
  // A busy process answers some look-ups with 503, and the allowance does not count these. So ask until it is used up.
  await expect
    .poll(async () => (await sendRaw(app, { path: "/api/company/get/companies/alpha", from })).status, { interval: 1 })
    .toBe(429);
  for (const [path, method = "GET"] of TYPED) {
    const answer = await sendRaw(app, { path, method, from });
    expect([answer.status, jsonOf(answer)["code"]], path).toEqual([429, "too-many-requests"]);
  }
  for (const path of KNOWN) expect((await sendRaw(app, { path, from })).status, path).not.toBe(429);
});

test("no call takes a name in a parameter that this list forgets", async () => {
  const { paths } = JSON.parse((await sendRaw(app, { path: "/api/openapi.json" })).text) as OpenApi;
  const listed = TYPED.map(([address]) => new URL(address, app.url)).flatMap(({ pathname, searchParams }) =>
    [...searchParams.keys()].map((name) => `${pathname} ${name}`),
  );
  const NAMING = new Set(["q", "name", "company", "school", "stop", "from", "to", "c"]);
  const taken = Object.entries(paths).flatMap(([path, { get }]) =>
    path.startsWith("/api/admin/") || !get
      ? []
      : (get.parameters ?? [])
          .filter((one) => one.in === "query" && NAMING.has(one.name))
          .map(({ name }) => [path, name]),
  );
  // One parameter of each call is enough: all of them are read alike.
  const calls = new Set(taken.map(([path]) => path));
  expect(calls.size).toBeGreaterThan(4);
  for (const call of calls)
    expect(
      listed.some((one) => one.startsWith(`${call} `)),
      call,
    ).toBe(true);
});

test("a look-up that the database does not answer is given up after a second, and other reads go on", async () => {
  const held = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const lock = app.db.transaction().execute(async (trx) => {
    await sql`lock table school_term in access exclusive mode`.execute(trx);
    isLocked.resolve();
    await held.promise;
  });
  try {
    await isLocked.promise;
    const started = performance.now();
    const [given, other] = await Promise.all([
      sendRaw(app, { path: `${LOOKUPS.schools}university`, from: "127.0.0.7" }),
      sendRaw(app, { path: "/api/company/get/companies", from: "127.0.0.8" }),
    ]);
    expect([given.status >= 500, other.status]).toEqual([true, 200]);
    expect(performance.now() - started).toBeLessThan(4_000);
  } finally {
    held.resolve();
    await lock;
  }
});

test("an answer about schools is not kept: what is added is found at once", async () => {
  const path = `${LOOKUPS.schools}quomilkesh`;
  const names = async (): Promise<string[]> => {
    const answer = await sendRaw(app, { path, from: "127.0.0.11" });
    return (JSON.parse(answer.text) as { name: string }[]).map((one) => one.name);
  };
  expect(await names()).not.toContain("Quomilkesh Academy");
  await addSchools(app.db, ["Quomilkesh Academy"]);
  expect(await names()).toContain("Quomilkesh Academy");
});

test("two letters in the other order are forgiven while somebody types, and show no company of hidden people", async () => {
  await addSchools(app.db, ["Zuvrelthane College"]);
  await sql`
    insert into company (public_id, name, display_name, status)
    values (${"a".repeat(24)}, 'zuvrelthane works', 'Zuvrelthane Works', 'new')`.execute(app.db);
  await sql`
    insert into company_term (company_id, term)
    select id, 'zuvrelthane works' from company where name = 'zuvrelthane works'`.execute(app.db);
  const names = async (path: string, text: string): Promise<string[]> => {
    const answer = await sendRaw(app, { path: path + text, from: "127.0.0.13" });
    return (JSON.parse(answer.text) as { name?: string; displayName?: string }[]).map(
      (one) => one.displayName ?? one.name ?? "",
    );
  };
  for (const text of ["zuvrleth", "zuvreltahne", "uzvrelthane"]) {
    expect(await names(LOOKUPS.schools, text), text).toEqual(["Zuvrelthane College"]);
    expect(await names(LOOKUPS.companies, text), text).toEqual([]);
  }
  await sql`update company set status = 'listed' where name = 'zuvrelthane works'`.execute(app.db);
  expect(await names(LOOKUPS.companies, "zuvrleth")).toEqual(["Zuvrelthane Works"]);
});
