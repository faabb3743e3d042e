import { sql, type ControlledTransaction } from "kysely";
import { expect, it } from "vitest";
import { keepHouse } from "#app/jobs.server.ts";
import type { DB } from "#db/schema.ts";
import { openOwnDatabase } from "#tests/helpers/own-database.ts";
import { waitingForLocks } from "#tests/helpers/waiting.ts";

const db = await openOwnDatabase();
const clock = (): Date => new Date("2026-11-22T12:00:00Z");

async function fill(rows: number): Promise<void> {
  await sql`
    insert into network_flow (state_hash, expires_at)
    select sha256(gen_random_uuid()::text::bytea),
      ${clock()}::timestamptz + case when n <= ${rows} then interval '-1 hour' else interval '1 hour' end
    from generate_series(1, ${rows + 3}) n`.execute(db);
}

/** Changes the row that a batch finds first, in a transaction that stays open. */
async function holdFirst(): Promise<ControlledTransaction<DB>> {
  const trx = await db.startTransaction().execute();
  await sql`update network_flow set expires_at = expires_at
    where ctid = (select min(ctid) from network_flow where expires_at < ${clock()})`.execute(trx);
  return trx;
}

async function left(): Promise<number> {
  const { count } = await db
    .selectFrom("network_flow")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

it("deletes what expired, more than one statement takes, and nothing else", async () => {
  await fill(12_000);
  await keepHouse({ db, clock });
  expect(await left()).toBe(3);
});

it("deletes typed companies that no stop names, more than one transaction takes, and none of the catalogue", async () => {
  await sql`insert into company (public_id, name, display_name, status)
    select lpad(n::text, 24, '0'), 'works ' || n, 'Works ' || n, case n when 1 then 'listed' else 'new' end
    from generate_series(1, 1201) n`.execute(db);
  await keepHouse({ db, clock });
  expect(await db.selectFrom("company").select("name").execute()).toEqual([{ name: "works 1" }]);
});

it("goes on where somebody changes a row of a batch meanwhile", async () => {
  await fill(12_000);
  const held = await holdFirst();
  const done = keepHouse({ db, clock });
  await expect.poll(() => waitingForLocks(db, { words: "network_flow" }), { timeout: 20_000 }).toBe(1);
  await held.commit().execute();
  await done;
  expect(await left()).toBe(6);
});

it("deletes the counters of limits whose time is over, and those of removed limits after a day", async () => {
  // Minutes since the window began; "visitor" counts for five, "meter" for a day.
  const counters = {
    "visitor:a": 4,
    "visitor:b": 6,
    "meter:a": 1_439,
    "meter:b": 1_441,
    "gone:a": 1_439,
    "gone:b": 1_441,
  };
  for (const [bucket, minutes] of Object.entries(counters))
    await sql`insert into rate_limit (bucket, window_start, hits)
      values (${bucket}, ${new Date(clock().getTime() - minutes * 60_000)}, 1)`.execute(db);
  await keepHouse({ db, clock });
  const kept = await db.selectFrom("rate_limit").select("bucket").orderBy("bucket").execute();
  expect(kept.map(({ bucket }) => bucket)).toEqual(["gone:a", "meter:a", "visitor:a"]);
});

/** One row that is over and one that is not, by the hours from now at which each is. */
it.each<[string, string, over: number, open: number]>([
  [
    "login_failure",
    "(key, failures, last_at, wait_until) select gen_random_uuid()::text, 1, at, at from moment",
    -25,
    -23,
  ],
  [
    "passkey_challenge",
    "(challenge, token_hash, expires_at) select gen_random_uuid()::text, sha256('a'), at from moment",
    -1,
    1,
  ],
  [
    "early_access_grant",
    "(token_hash, code_id, expires_at) select sha256(gen_random_uuid()::text::bytea), 1, at from moment",
    -1,
    1,
  ],
  [
    "network_ticket",
    `(handle_hash, issuer, subject, claims, expires_at)
      select sha256(gen_random_uuid()::text::bytea), 'i', 's', '{}', at from moment`,
    -1,
    1,
  ],
  [
    "account_link",
    `(token_hash, account_id, purpose, email, created_at, expires_at)
      select sha256(gen_random_uuid()::text::bytea), repeat('a', 24), 'verify-email', 'a@b.test', at, at from moment`,
    -1,
    1,
  ],
  [
    "session",
    `(token_hash, public_id, kind, created_at, used_at, expires_at)
      select sha256(gen_random_uuid()::text::bytea), random_public_id(), 'browser', at, at, at from moment`,
    -1,
    1,
  ],
  [
    "admin_session",
    `(public_id, admin_id, kind, created_at, used_at, expires_at)
      select random_public_id(), repeat('a', 24), 'browser', at, at, at from moment`,
    -721,
    -719,
  ],
  [
    "newsletter_subscriber",
    `(public_id, email, email_key, asked_at, link_expires_at)
      select random_public_id(), 'a@b.test', random_public_id(), at, at from moment`,
    -1,
    1,
  ],
  ["forgotten", "(mark, kept_until) select sha256(at::text::bytea), date_trunc('month', at) from moment", 0, 720],
])("deletes a row of %s when it is over, and no sooner", async (table, insert, over, open) => {
  await sql`insert into account (id, email, email_key) values (repeat('a', 24), 'a@b.test', 'a@b.test')
    on conflict do nothing`.execute(db);
  await sql`insert into admin (id, email, email_key, password_hash) values (repeat('a', 24), 'a@b.test', 'a@b.test', '')
    on conflict do nothing`.execute(db);
  await sql`insert into early_access_code (id, public_id, code_hash, label, max_uses, created_at)
    overriding system value values (1, random_public_id(), sha256('a'), 'a', 1, ${clock()})
    on conflict do nothing`.execute(db);
  const rows = async (): Promise<number> => (await sql`select from ${sql.table(table)}`.execute(db)).rows.length;
  await sql`with moment as (select ${clock()}::timestamptz + make_interval(hours => n) as at
      from unnest(${[over, open]}::integer[]) n)
    insert into ${sql.table(table)} ${sql.raw(insert)}`.execute(db);
  expect(await rows()).toBe(2);
  await keepHouse({ db, clock });
  expect(await rows()).toBe(1);
});

it("keeps those who confirmed the newsletter, however old their link is", async () => {
  await sql`insert into newsletter_subscriber (public_id, email, email_key, asked_at, confirmed_at, link_expires_at)
    values (random_public_id(), 'in@b.test', 'in@b.test', now(), now(), '2000-01-01')`.execute(db);
  await keepHouse({ db, clock });
  expect(
    await db.selectFrom("newsletter_subscriber").select("email").where("email", "=", "in@b.test").execute(),
  ).toEqual([{ email: "in@b.test" }]);
});

it("does the other steps where one fails, and says which", async () => {
  await fill(5);
  await sql`alter table session rename to session_away`.execute(db);
  await expect(keepHouse({ db, clock })).rejects.toThrow(/^deleteExpiredSessions: .*session/);
  await sql`alter table session_away rename to session`.execute(db);
  expect(await left()).toBe(9);
});
