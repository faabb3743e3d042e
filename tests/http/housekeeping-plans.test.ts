import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#db/connect.ts";
import { emptyOldOrigins } from "#features/audit/write.server.ts";
import { deleteMailsTo, mailHousekeepingWorker } from "#features/mail/housekeeping-write.server.ts";
import { readAudience } from "#features/mail/read.server.ts";
import { deleteUnconfirmed } from "#features/newsletter/write.server.ts";
import { deleteOldFailures } from "#server/login-failures.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { indexesOf, noteStatements } from "#tests/helpers/plans.ts";

// On a large site, what is deleted or emptied by its age, and who gets a broadcast, must be found by an index.

let app: TestApp;
let noted: ReturnType<typeof noteStatements>;
const now = new Date("2026-11-15T12:00:00Z");
beforeAll(async () => {
  app = await startTestApp({ now: () => now });
  noted = noteStatements(app.databaseUrl);
});
afterAll(async () => {
  await noted.db.destroy();
  await app.stop();
});

const housekeeping = (db: Database) =>
  mailHousekeepingWorker().run({ ...app.services, db }, {}, { retries: 0, signal: new AbortController().signal });
const leave = (db: Database) =>
  db
    .transaction()
    .execute((trx) => deleteMailsTo(trx, { id: "0123", email: "Some@example.test" }, { secret: app.services.secret }));
it.each<[string, (db: Database) => Promise<void>, string]>([
  ["audit_log_origin", (db) => emptyOldOrigins({ db, now }), "audit_log"],
  ["newsletter_subscriber_unconfirmed", (db) => deleteUnconfirmed({ db, now }), "newsletter_subscriber"],
  ["login_failure_last", (db) => deleteOldFailures({ db, now }), "login_failure"],
  ["mail_recipient", leave, "mail"],
  ["mail_forgotten", housekeeping, "mail"],
  ["mail_waiting_personal", housekeeping, "mail"],
])("%s finds the rows", async (index, work, table) => {
  noted.statements.length = 0;
  await work(noted.db);
  const asked = noted.statements.filter((one) => one.sql.includes(table) && !one.sql.includes("pgboss"));
  const used: string[] = [];
  for (const statement of asked) used.push(...(await indexesOf(app.db, statement)));
  expect(used).toContain(index);
});

// In another collation than the index, each piece of a broadcast would read and sort everybody.
it.each([
  ["all", ["account_recipients", "newsletter_subscriber_recipients"]],
  ["early-access", ["newsletter_subscriber_recipients"]],
] as const)("the next recipients of %j are read from their place on", async (to, indexes) => {
  noted.statements.length = 0;
  await readAudience(noted.db, to, "m@example.test", 500);
  const [asked] = noted.statements;
  const plan = await app.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    await sql`set local enable_bitmapscan = off`.execute(trx);
    const explained = { ...sql``.compile(trx), sql: `explain ${asked?.sql}`, parameters: asked?.parameters ?? [] };
    const { rows } = await trx.executeQuery<{ "QUERY PLAN": string }>(explained);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  for (const index of indexes)
    expect(plan).toMatch(new RegExp(`using ${index} [^\\n]*\\n *Index Cond: .*email_key.* > `));
});
