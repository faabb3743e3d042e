import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readCompanyDetail, readCompanyPage } from "#features/company/read.server.ts";
import { readSchoolDetail } from "#features/school/read.server.ts";
import { MIN_PEOPLE } from "#features/stats/rules.ts";
import { newPublicId } from "#server/ids.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { withoutTimeLimit } from "#tests/helpers/own-database.ts";
import { noteStatements, readsOf } from "#tests/helpers/plans.ts";

// Moves are read class by class, the largest first, and their sums are kept: the answers must be those of a plain count.

const HUB = "Hub Works";
/** More than an answer names on one side. */
const OTHERS = 260;
const NAMED = 100;
/** Every fifth company is one that others may not know. */
const isKnown = (at: number): boolean => at % 5 !== 0;

let app: TestApp;
let hub: number;
let others: { id: number; public_id: string; name: string }[];
const school = newPublicId();

beforeAll(async () => {
  app = await startTestApp();
  await app.db
    .insertInto("company")
    .values([{ public_id: newPublicId(), name: HUB.toLowerCase(), display_name: HUB, status: "listed" }])
    .execute();
  await app.db
    .insertInto("company")
    .values(
      Array.from({ length: OTHERS }, (_, at) => ({
        public_id: newPublicId(),
        name: `spoke ${at}`,
        display_name: `Spoke ${at}`,
        status: isKnown(at) ? ("listed" as const) : ("new" as const),
      })),
    )
    .execute();
  await app.db
    .insertInto("school")
    .values({ public_id: school, name: "Hub College", name_key: "hub college", country: "", country_code: "" })
    .execute();
  const rows = await app.db.selectFrom("company").select(["id", "public_id", "name"]).execute();
  hub = rows.find(({ name }) => name === HUB.toLowerCase())?.id ?? 0;
  others = rows.filter(({ name }) => name.startsWith("spoke ")).toSorted((a, b) => a.id - b.id);
  // Enough people to have a diagram. The people of these tests are numbers only.
  await sql`insert into company_stats (company_id, visible_employees) values (${hub}, 100000)`.execute(app.db);
});
afterAll(() => app.stop());

/** The people of a move: visible ones, and those that a batch has shown. */
type Move = { visible: number; hidden: number };
type Side = readonly Move[];

/** Makes these the moves of the hub, as saves and batches do: by what is added. */
async function setMoves(came: Side, went: Side): Promise<void> {
  const before = await app.db.selectFrom("company_move").selectAll().execute();
  const wanted = [
    ...came.map((move, at) => ({ from: others[at]?.id ?? 0, to: hub, ...move })),
    ...went.map((move, at) => ({ from: hub, to: others[at]?.id ?? 0, ...move })),
  ].toSorted((a, b) => a.from - b.from || a.to - b.to);
  const change = wanted.map(({ from, to, visible }) => {
    const stored = before.find((one) => one.from_company === from && one.to_company === to);
    return visible - (stored?.visible_people ?? 0);
  });
  const [froms, tos] = [wanted.map(({ from }) => from), wanted.map(({ to }) => to)];
  await sql`select add_to_stats('{}', '{}', '{}', '{}', '{}', '{}', '{}', ${froms}::bigint[], ${tos}::bigint[],
    ${change}::integer[], '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`.execute(app.db);
  await sql`
    update company_move m set hidden_people = told.people
    from unnest(${froms}::bigint[], ${tos}::bigint[], ${wanted.map(({ hidden }) => hidden)}::integer[])
      as told (from_company, to_company, people)
    where m.from_company = told.from_company and m.to_company = told.to_company`.execute(app.db);
}

/** What may be shown of one side, counted plainly. */
function shownOf(side: Side): { id: string; name: string; people: number }[] {
  return side
    .map(({ visible, hidden }, at) => ({ other: others[at], people: visible + hidden }))
    .flatMap(({ other, people }) => (other ? [{ key: other.id, id: other.public_id, name: other.name, people }] : []))
    .filter(({ name, people }) => people >= MIN_PEOPLE && isKnown(Number(name.slice("spoke ".length))))
    .toSorted((a, b) => b.people - a.people || a.key - b.key)
    .map(({ id, name, people }) => ({ id, name, people }));
}

const total = (side: Side): number => side.reduce((sum, { visible, hidden }) => sum + visible + hidden, 0);

async function wrongSums(): Promise<unknown[]> {
  const { rows } = await sql`
    select * from (
      select company_id, came, went,
        (select coalesce(sum(people), 0) from company_move where to_company = company_id) as arrived,
        (select coalesce(sum(people), 0) from company_move where from_company = company_id) as gone
      from company_stats) t
    where (came, went) <> (arrived, gone)`.execute(app.db);
  return rows;
}

const detailOf = async (idOrName: string) =>
  readCompanyDetail(app.db, { idOrName, minRaters: 3, asker: undefined, today: "2026-11-15" });

it("whatever moves there are, and however many are equal, those shown are the largest of a plain count", async () => {
  const move = fc.record({
    // Mostly around the least number that is shown, and around the ends of classes, so that many are equal.
    visible: fc.oneof(fc.nat(MIN_PEOPLE + 1), fc.constantFrom(9, 10, 11, 19, 20, 21, 640, 5_000)),
    hidden: fc.constantFrom(0, 0, 0, 5, 10),
  });
  const side = fc.array(move, { minLength: OTHERS, maxLength: OTHERS });
  await fc.assert(
    fc.asyncProperty(side, side, async (came, went) => {
      await setMoves(came, went);
      expect(await wrongSums()).toEqual([]);
      const detail = await detailOf(HUB);
      for (const [answered, stored] of [
        [detail?.prevCompanies, came],
        [detail?.postCompanies, went],
      ] as const) {
        const expected = shownOf(stored).slice(0, NAMED);
        expect(answered).toEqual(Object.fromEntries(expected.map(({ id, people }) => [id, people])));
      }
      const five = (rows: typeof came) => shownOf(rows).slice(0, 5);
      for (const [rows, stored] of [
        [detail?.flow.prior, came],
        [detail?.flow.next, went],
      ] as const) {
        const shown = five(stored);
        const rest = total(stored) - shown.reduce((sum, { people }) => sum + people, 0);
        expect(rows?.find(({ kind }) => kind === "others")?.people ?? 0).toBe(rest >= MIN_PEOPLE ? rest : 0);
      }
    }),
    { numRuns: 12 },
  );
});

it("a page of a company with many moves reads few of them, and adds none up", async () => {
  const many = Array.from({ length: OTHERS }, (_, at) => ({ visible: 5 + at * at, hidden: 0 }));
  await setMoves(many, many);
  // Other companies' moves, so that the table is not read as a whole.
  const addOthers = sql`
    with pair as (
      select a.id as one, b.id as next from company a, company b
      where a.id <> b.id and a.name like 'spoke 1%' and b.name like 'spoke%'
    )
    select add_to_stats('{}', '{}', '{}', '{}', '{}', '{}', '{}', array_agg(one order by one, next),
      array_agg(next order by one, next), array_agg(1), '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')
    from pair`;
  await withoutTimeLimit(app.databaseUrl, async (db) => {
    await addOthers.execute(db);
    await sql`vacuum analyze company_move`.execute(db);
  });
  const noted = noteStatements(app.databaseUrl);
  try {
    await readCompanyPage(noted.db, { idOrName: HUB, today: "2026-11-15", minRaters: 3 });
    const heads = noted.statements.filter(({ sql: text }) => text.includes("company_move"));
    expect(heads).toHaveLength(1);
    for (const head of heads) {
      const rows = (await readsOf(app.db, head)).get("company_move") ?? 0;
      // Five of each side are shown; the classes that they are in have some more.
      expect(rows).toBeGreaterThanOrEqual(10);
      expect(rows).toBeLessThanOrEqual(OTHERS);
    }
  } finally {
    await noted.db.destroy();
  }
});

it("a company that is deleted takes its moves out of the others' sums", async () => {
  const many = Array.from({ length: OTHERS }, (_, at) => ({ visible: at, hidden: at % 3 === 0 ? 5 : 0 }));
  await setMoves(many, many);
  const [first] = others;
  await app.db
    .deleteFrom("company")
    .where("id", "=", first?.id ?? 0)
    .execute();
  expect(await wrongSums()).toEqual([]);
  const { came } = await app.db
    .selectFrom("company_stats")
    .select("came")
    .where("company_id", "=", hub)
    .executeTakeFirstOrThrow();
  expect(came).toBe(total(many) - total(many.slice(0, 1)));
  others = others.filter((one) => one !== first);
});

it("the companies of a school are the largest of a plain count, equal ones by name", async () => {
  const { id } = await app.db
    .selectFrom("school")
    .select("id")
    .where("public_id", "=", school)
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("school_company_stats")
    .values(
      others.map((one, at) => ({
        school_id: id,
        company_id: one.id,
        visible_people: 3 + (at % 9),
        hidden_people: at % 4 === 0 ? 5 : 0,
        first_stops: (at * 7) % 13,
      })),
    )
    .execute();
  const rows = await app.db.selectFrom("school_company_stats").selectAll().where("school_id", "=", id).execute();
  const plain = (numberOf: (row: (typeof rows)[number]) => number) =>
    rows
      .flatMap((row) => {
        const company = others.find((one) => one.id === row.company_id);
        return company ? [{ name: company.name, public_id: company.public_id, people: numberOf(row) }] : [];
      })
      .filter(({ name, people }) => people >= MIN_PEOPLE && isKnown(Number(name.slice("spoke ".length))))
      .toSorted((a, b) => b.people - a.people || (a.name < b.name ? -1 : 1));
  const detail = await readSchoolDetail(app.db, school);
  const common = plain(({ people }) => people).slice(0, NAMED);
  expect(detail?.schoolTally).toEqual(Object.fromEntries(common.map((one) => [one.public_id, one.people])));
});

it("a save that adds to moves and to a school's companies touches no index of theirs", async () => {
  // A database of its own: these statistics count from its beginning.
  const fresh = await startTestApp();
  try {
    await fresh.db
      .insertInto("school")
      .values({ public_id: school, name: "Warm College", name_key: "warm college", country: "", country_code: "" })
      .execute();
    const pipeline = ["One", "Two", "Three", "Four"].map((name, at) =>
      stop(`Warm ${name}`, "Clerk", `201${at}-01-01`, `201${at}-06-01`),
    );
    for (let saved = 0; saved < 2; saved += 1)
      expect((await (await new ApiUser(fresh).signUp()).save({ pipeline, school })).status).toBe(200);
    const counted = async () => {
      const { rows } = await sql<{ all: number; hot: number }>`
        select n_tup_upd::integer as "all", n_tup_hot_upd::integer as hot from pg_stat_user_tables
        where relname in ('company_move', 'school_company_stats') order by relname`.execute(fresh.db);
      return rows;
    };
    // PostgreSQL tells of them some seconds later.
    await expect.poll(counted, { timeout: 30_000 }).toEqual([
      { all: 12, hot: 12 },
      { all: 8, hot: 8 },
    ]);
  } finally {
    await fresh.stop();
  }
});

it("no index holds a number that nearly every save changes", async () => {
  const { rows } = await sql<{ index: string; column: string }>`
    select c.relname as index, a.attname as column
    from pg_index i join pg_class c on c.oid = i.indexrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum > 0
    where i.indrelid = any(array['company_move', 'company_stats', 'school_company_stats']::regclass[])
      and pg_get_indexdef(i.indexrelid) ~ ('\\m' || a.attname || '\\M')
    order by 1, 2`.execute(app.db);
  const columns = new Set(rows.map(({ column }) => column));
  expect([...columns].toSorted()).toEqual([
    "company_id",
    "first_class",
    "from_company",
    "school_id",
    "size_class",
    "to_company",
  ]);
});
