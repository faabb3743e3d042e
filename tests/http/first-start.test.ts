import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareDatabase } from "#app/prepare.server.ts";
import { openDatabase } from "#db/connect.ts";
import { lockStructure } from "#features/catalogue/change-companies-write.server.ts";
import { readListedCompanies } from "#features/catalogue/read.server.ts";
import { loadCompanies } from "#features/catalogue/write.server.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { DEMO: "off" } });
});
afterAll(() => app.stop());

test("a first start loads the catalogue also where a statement takes longer than a request may", async () => {
  await sql`create function wait_long() returns trigger language plpgsql
    as $$ begin perform pg_sleep(7.5); return null; end $$`.execute(app.db);
  await sql`create trigger slow after insert on company for each statement execute function wait_long()`.execute(
    app.db,
  );
  await sql`delete from catalogue_version`.execute(app.db);
  const said: string[] = [];
  await prepareDatabase(app.services, (line) => said.push(line));
  await sql`drop trigger slow on company`.execute(app.db);
  expect(said).toEqual([expect.stringMatching(/^Companies: /), expect.stringMatching(/^Schools: /)]);
});

/** Works while an administrator's change of companies holds its lock, which ends 0.4 s after the first line said. */
async function whileCompaniesChange(
  work: (say: (line: string) => void) => Promise<void>,
): Promise<{ said: string[]; isChangeOver: boolean }> {
  const said: string[] = [];
  let isChangeOver = false;
  const mayEnd = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const change = app.db
    .transaction()
    .execute(async (trx) => {
      await lockStructure(trx);
      isLocked.resolve();
      await mayEnd.promise;
    })
    .then(() => (isChangeOver = true));
  await isLocked.promise;
  try {
    await work((line) => {
      said.push(line);
      setTimeout(mayEnd.resolve, 400);
    });
    return { said, isChangeOver };
  } finally {
    mayEnd.resolve();
    await change;
  }
}

const WAITING = "Companies: waiting until an administrator's change of companies ends.";

test("a start with a new catalogue waits for a change of companies, and says so", async () => {
  await sql`delete from catalogue_version`.execute(app.db);
  const { said, isChangeOver } = await whileCompaniesChange((say) => prepareDatabase(app.services, say));
  expect(said).toEqual([WAITING, expect.stringMatching(/^Companies: \d/), expect.stringMatching(/^Schools: /)]);
  expect(isChangeOver).toBe(true);
});

test("it may wait longer than a statement may take", async () => {
  const impatient = openDatabase(app.databaseUrl, { statementTimeout: 200 });
  const [first] = await readListedCompanies();
  const rows = first === undefined ? [] : [first];
  const { said, isChangeOver } = await whileCompaniesChange(async (say) => {
    expect(await loadCompanies(impatient, rows, say)).toEqual({ added: 0, changed: 0, left: 1 });
  });
  await impatient.destroy();
  expect({ said, isChangeOver }).toEqual({ said: [WAITING], isChangeOver: true });
});

test("a start with a known catalogue does not wait for a change of companies", async () => {
  const { said, isChangeOver } = await whileCompaniesChange((say) => prepareDatabase(app.services, say));
  expect({ said, isChangeOver }).toEqual({ said: [], isChangeOver: false });
});
