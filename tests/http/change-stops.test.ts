import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Trx } from "#db/connect.ts";
import { changeCompanies, endPatience, lockPeople } from "#features/catalogue/change-companies-write.server.ts";
import { changeStops } from "#features/company-admin/change-stops-write.server.ts";
import { applyTotal, TotalDifference } from "#features/stats/difference-write.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import type { AdminContext } from "#server/context.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { createDemoDatabase } from "#tests/helpers/path-site.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";
import { waitingForLocks } from "#tests/helpers/waiting.ts";

// What an administrator's change of a company does to the stops of hundreds of people, while others save.

/** More than two steps. Their moves are more than one statement adds. */
const PEOPLE = 600;

let database: TestDatabase;
let app: TestApp;
let ctx: AdminContext;
let people: { id: number }[];

beforeAll(async () => {
  database = await createDemoDatabase(PEOPLE, new Date());
  app = await startTestApp({ databaseUrl: database.url });
  people = await app.db.selectFrom("profile").select("id").orderBy("id").execute();
  ctx = { db: app.db, secret: Buffer.alloc(32, 7), purge: () => {} } as unknown as AdminContext;
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

const lock = (trx: Trx): Promise<void> =>
  lockPeople(
    trx,
    people.map(({ id }) => id),
  );

/** Numbers that do not say what the stops say. Published ones of demo people follow later, with a batch. */
const findWrong = async (db: TestApp["db"] | Trx) =>
  (await findDifferences(db)).filter(({ table }) => !table.startsWith("published_"));

/** Half of their stops, so that every kind of number changes. */
const takeStops = (trx: Trx, some: readonly { id: number }[]): Promise<unknown> =>
  sql`delete from stop where profile_id = any(${some.map(({ id }) => id)}::bigint[]) and id % 2 = 0`.execute(trx);

it("others can change the numbers of companies until the stops of the last person are changed", async () => {
  const moves = await app.db.selectFrom("company_move").select("from_company").execute();
  expect(moves.length).toBeGreaterThan(1_000);
  const free: boolean[] = [];
  const undone = new Error("undone");
  await app.db
    .transaction()
    .execute(async (trx) => {
      await lock(trx);
      await changeStops(trx, ctx, people, async (some) => {
        await takeStops(trx, some);
        free.push(
          await sql`select 1 from company_stats for update nowait`.execute(app.db).then(
            () => true,
            () => false,
          ),
        );
      });
      expect(await findWrong(trx)).toEqual([]);
      throw undone;
    })
    .catch((error: unknown) => expect(error).toBe(undone));
  expect(free).toEqual([true, true, true]);
});

/** More rows than one statement adds to. */
const ROWS = 600;

it("a save that holds the numbers of a company for a while is waited for, and nothing begins anew", async () => {
  const save = await app.db.startTransaction().execute();
  await sql`select 1 from company_stats for update`.execute(save);
  let tries = 0;
  const changing = changeCompanies(ctx, async (trx) => {
    tries += 1;
    await lock(trx);
    await endPatience(trx);
    await changeStops(trx, ctx, people, (some) => takeStops(trx, some).then(() => undefined));
  });
  const isWaiting = async (): Promise<boolean> => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%add_to_stats%' and now() - query_start > interval '1.2 seconds'`.execute(app.db);
    return rows.length > 0;
  };
  await expect.poll(isWaiting).toBe(true);
  await save.commit().execute();
  await changing;
  expect(tries).toBe(1);
  expect(await findWrong(app.db)).toEqual([]);
});

it("somebody whom other work holds for half a second is waited for beside saves", async () => {
  const other = await app.db.startTransaction().execute();
  await sql`select 1 from profile where id = ${people[0]?.id} for update`.execute(other);
  const holdsSaves: boolean[] = [];
  await changeCompanies(ctx, async (trx) => {
    const { rows } = await sql`
      select 1 from pg_locks where pid = pg_backend_pid() and locktype = 'advisory' and mode = 'ExclusiveLock'
        and objid = 7310002`.execute(trx);
    holdsSaves.push(rows.length > 0);
    if (holdsSaves.length === 3) await other.commit().execute();
    await lock(trx);
  });
  expect(holdsSaves).toEqual([false, false, false]);
});

const NOTHING = { companies: [], moves: [], schools: [], days: [], schoolPeople: [] };

/**
 * A save makes the rows that are missing, and then takes the others by key. So a total must not hold any of these while
 * it makes one that is missing. These tests come last: they take away a row of numbers.
 */
it.each(["companies", "schools"] as const)("the numbers of %s are made before any is held", async (part) => {
  const companies = await app.db.selectFrom("company").select("id").orderBy("id").limit(ROWS).execute();
  expect(companies).toHaveLength(ROWS);
  const school = await app.db.selectFrom("school").select("id").orderBy("id").executeTakeFirstOrThrow();
  const [first, last] = [companies[0]?.id ?? 0, companies.at(-1)?.id ?? 0];
  const undone = new Error("undone");
  const total = new TotalDifference();
  const numbers = part === "companies" ? [0, 0, 0, 0, 1, 0] : [1, 0];
  const keyOf = (id: number): number[] => (part === "companies" ? [id] : [school.id, id]);
  total.add({
    ...NOTHING,
    [part]: companies.map(({ id }) => ({ key: keyOf(id), numbers })),
  });
  const table = sql.table(part === "companies" ? "company_stats" : "school_company_stats");
  const columns = part === "companies" ? sql`company_id` : sql`school_id, company_id`;
  const row = (id: number) => sql.join(keyOf(id).map((key) => sql`${key}::bigint`));
  await sql`delete from ${table} where (${columns}) = (${row(last)})`.execute(app.db);
  await sql`insert into ${table} (${columns}) values (${row(first)}) on conflict do nothing`.execute(app.db);

  const save = await app.db.startTransaction().execute();
  await sql`insert into ${table} (${columns}) values (${row(last)})`.execute(save);
  const applying = app.db
    .transaction()
    .execute(async (trx) => {
      await applyTotal(trx, total.get());
      throw undone;
    })
    .catch((error: unknown) => error);
  await expect.poll(() => waitingForLocks(app.db)).toBeGreaterThan(0);
  const held = await sql`select from ${table} where (${columns}) = (${row(first)}) for update nowait`
    .execute(save)
    .then(
      () => false,
      () => true,
    );
  await save.rollback().execute();
  expect(await applying).toBe(undone);
  expect(held).toBe(false);
});
