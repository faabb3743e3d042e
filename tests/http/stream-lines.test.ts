import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { streamPublicLines } from "#features/profile/visible.server.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";

let app: TestApp;
const errors: unknown[] = [];
const note = (error: unknown): void => void errors.push(error);

beforeAll(async () => {
  app = await startTestApp();
  process.on("unhandledRejection", note);
});
afterAll(async () => {
  process.off("unhandledRejection", note);
  await app.stop();
});

async function readAll(stream: AsyncIterable<unknown>): Promise<number> {
  let batches = 0;
  for await (const _ of stream) batches += 1;
  return batches;
}

it("a connection that is lost while the engine works on a batch fails the reading, and nothing else", async () => {
  await sql`insert into profile (public_id, sort_key, visibility, created, stops, first_name)
    select lpad(n::text, 24, '0'), n, 'public', true, 1, 'Some' from generate_series(1, 1000) n`.execute(app.db);
  // Most often, the connection ends before PostgreSQL has answered the statements that were sent ahead.
  for (let tries = 0; tries < 20; tries += 1) {
    const stream = streamPublicLines(app.services.db, "2026-11-28");
    const first = await stream.next();
    expect([...(first.value ?? [])]).toHaveLength(200);
    // Not autovacuum, which may be at work here: only PostgreSQL's superuser may end it.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where xact_start is not null and pid <> pg_backend_pid() and datname = current_database()
        and backend_type = 'client backend'`.execute(app.db);
    await setTimeout(20);
    await expect(readAll(stream)).rejects.toThrow(/connection/i);
  }
  expect(errors).toEqual([]);
});
