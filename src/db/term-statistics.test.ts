import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { openOwnDatabase } from "#tests/helpers/own-database.ts";
import { haveTermStatistics, termStatistics } from "./term-statistics.ts";

const AN_HOUR_AND_MORE = 4_000_000;

test("old statistics stay in use while new ones cannot be read", async () => {
  const db = await openOwnDatabase();
  await sql`
    insert into school (public_id, name, name_key, country, country_code)
    values (${"5c".repeat(12)}, 'Quomilk', 'quomilk', 'Norway', 'NO')`.execute(db);
  await sql`
    insert into school_term (school_id, term)
    select id, 'quomilk ' || n from school, generate_series(1, 60) n`.execute(db);
  await haveTermStatistics(db, "school");
  const first = termStatistics(db, "school");
  expect(first.pieces.has("uom")).toBe(true);
  await sql`alter table school_term rename to school_term_away`.execute(db);
  const later = performance.now() + AN_HOUR_AND_MORE;
  const read = vi.spyOn(db, "transaction");
  const used = (): unknown => termStatistics(db, "school", later);
  expect(used()).toBe(first);
  // A second reading shows that the first one has failed.
  await expect.poll(() => [used(), read.mock.calls.length > 1]).toEqual([first, true]);
  expect(used()).toBe(first);
});
