import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Trx } from "#db/connect.ts";
import {
  changeCompanies,
  endPatience,
  lockPeople,
  type AdminWrite,
} from "#features/catalogue/change-companies-write.server.ts";
import { changeStops } from "#features/company-admin/change-stops-write.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { createDemoDatabase } from "#tests/helpers/path-site.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";

// What an administrator's change of a company does to the stops of hundreds of people, while others save.

/** More than two steps. Their moves are more than one statement adds. */
const PEOPLE = 600;

let database: TestDatabase;
let app: TestApp;
let ctx: AdminWrite;
let people: { id: number }[];

beforeAll(async () => {
  database = await createDemoDatabase(PEOPLE, new Date());
  app = await startTestApp({ databaseUrl: database.url });
  people = await app.db.selectFrom("profile").select("id").orderBy("id").execute();
  ctx = { db: app.db, secret: Buffer.alloc(32, 7), purge: () => {} } as unknown as AdminWrite;
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
