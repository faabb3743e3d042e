import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// Planning the statements of a save takes longer than running them, so no save may plan them again.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test("a save plans nothing anew, and other work on its connection goes on as ever", async () => {
  const user = await new ApiUser(app).signUp();
  const line = (title: string) =>
    ["One", "Two", "Three"].map((name, n) => stop(`Plan ${name}`, title, `201${n}-01-01`, `201${n}-11-01`));
  // An anonymous person's save has all statements: it also keeps what the anonymity check reads.
  expect((await user.save({ visibility: "anonymous", ownTitles: true })).status).toBe(200);
  // So many that one of a few connections has had most statements ten times. Saves spread over them beside other work,
  // the more the slower the machine is.
  let seen: Seen[] = [];
  for (let n = 0; n < 400 && (n % 40 !== 0 || usedOften(seen).length <= 15); n += 1) {
    expect((await user.save({ pipeline: line(`Clerk ${n}`) })).status).toBe(200);
    if (n % 40 === 39) seen = await onEveryConnection();
  }
  const plans = seen.flatMap(({ statements }) => statements);
  const counting = plans.filter(({ statement }) => statement.includes("company_stats_by_person"));
  expect(counting.length).toBeGreaterThan(0);
  const often = usedOften(seen);
  expect(often.length).toBeGreaterThan(15);
  for (const { statement, generic, custom } of often) {
    expect(custom, statement).toBeLessThanOrEqual(5);
    expect(generic, statement).toBeGreaterThan(0);
  }
  for (const { mode } of seen) expect(mode).toBe("auto");
});

function usedOften(seen: readonly Seen[]): Seen["statements"] {
  return seen.flatMap(({ statements }) => statements).filter((one) => one.custom + one.generic >= 10);
}

type Seen = { mode: string; statements: { statement: string; generic: number; custom: number }[] };

/** The prepared statements of the connections that were used last. */
async function onEveryConnection(): Promise<Seen[]> {
  const [enter, all] = meeting(3);
  return Promise.all(
    [1, 2, 3].map(() =>
      app.db.connection().execute(async (db) => {
        enter();
        await all;
        const mode = await sql<{ plan_cache_mode: string }>`show plan_cache_mode`.execute(db);
        const { rows } = await sql<Seen["statements"][number]>`
          select statement, generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements`.execute(
          db,
        );
        return { mode: mode.rows[0]?.plan_cache_mode ?? "", statements: rows };
      }),
    ),
  );
}

/** A promise that resolves when so many callers have entered. */
function meeting(count: number): [enter: () => void, all: Promise<void>] {
  let left = count;
  let open = (): void => {};
  const all = new Promise<void>((resolve) => (open = resolve));
  return [() => void ((left -= 1) === 0 && open()), all];
}
