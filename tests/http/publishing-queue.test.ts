import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publishBatch } from "#app/jobs.server.ts";
import { fromPool, openDatabase, openPool, type Database } from "#db/connect.ts";
import { readUnsettledOwners } from "#features/account/read.server.ts";
import { queuePeople } from "#features/stats/queue-write.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { ownerKey } from "#server/token.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { adminBrowser } from "#tests/helpers/admin.ts";

// Batches look at people who changed, a few at a time, and say so when they fail.

const NOW = "2026-11-15T12:00:00Z";
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ pages: true });
});
afterAll(() => app.stop());

const batch = () => publishBatch(app.services, { stop: 0, rating: 0 });

async function hiddenPerson(company: string): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  await app.db
    .updateTable("account")
    .set({ email_verified_at: new Date(Date.parse(NOW) - 48 * 3_600_000) })
    .where("email_key", "=", user.email)
    .execute();
  await user.save({ visibility: "private", pipeline: [stop(company, "Clerk", "2018-01-01", "2019-01-01", 60)] });
  await app.db.updateTable("company").set({ status: "listed" }).where("display_name", "=", company).execute();
  return user;
}

async function hiddenAt(company: string): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select people from published_aggregate join company on company.id = company_id
    where kind = 'employees' and display_name = ${company}`.execute(app.db);
  return rows[0]?.people ?? 0;
}

async function queuedPeople(): Promise<number[]> {
  const { rows } = await sql<{ profile_id: number }>`select profile_id from publish_person`.execute(app.db);
  return rows.map((row) => row.profile_id);
}

const keyOf = async (user: ApiUser): Promise<number> =>
  (await app.db.selectFrom("profile").select("id").where("public_id", "=", user.profileId).executeTakeFirstOrThrow())
    .id;

describe("the queue", () => {
  it("is worked through without prepared statements: their plans are made for a few people", async () => {
    await hiddenPerson("Planned Works");
    await batch();
    const prepared = async (db: Database): Promise<number> =>
      (await sql`select from pg_prepared_statements`.execute(db)).rows.length;
    expect(await prepared(app.services.publishing)).toBe(0);
    expect(await prepared(app.db)).toBeGreaterThan(0);
  });

  it("is empty after a batch, and the next one asks for nobody's stops", async () => {
    await hiddenPerson("Queue Works");
    await batch();
    const asked: string[] = [];
    const publishing = fromPool(openPool(app.databaseUrl, { max: 1 }), ({ query }) => {
      asked.push(query.sql);
    });
    await publishBatch({ ...app.services, publishing }, { stop: 0, rating: 0 });
    await publishing.destroy();
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.join("\n")).not.toMatch(/_by_person|from unsettled|insert into waiting/);
  });

  it("holds neighbours beside a person who saved", async () => {
    const people = [];
    for (let n = 0; n < 9; n += 1) people.push(await hiddenPerson("Near Works"));
    await batch();
    // Beside demo people nobody would be hidden.
    await sql`insert into profile (public_id, sort_key, demo)
      select random_public_id(), n, true from generate_series(1, 40) n`.execute(app.db);
    const keyed = await Promise.all(people.map(async (user) => ({ user, key: await keyOf(user) })));
    const { rows } = await sql<{ id: number }>`select id from profile where not demo order by id`.execute(app.db);
    const all = rows.map((row) => row.id);
    expect(all.length).toBeGreaterThan(8);
    // All the groups that may be queued: eight neighbours by key. After the highest key the lowest one follows.
    const eights = all.map((_, at) =>
      Array.from({ length: 8 }, (__, n) => all[(at + n) % all.length] ?? 0).toSorted((a, b) => a - b),
    );
    let hide = true;
    for (const { user, key } of keyed) {
      const seen: number[][] = [];
      for (let n = 0; n < 4; n += 1) {
        await sql`truncate publish_person`.execute(app.db);
        expect((await user.save({ hideSchool: hide })).status).toBe(200);
        hide = !hide;
        seen.push(await queuedPeople());
      }
      expect(seen[0]).toContain(key);
      // In the order of keys: the place of the first row tells nothing. And the same each time.
      expect(eights).toContainEqual(seen[0]);
      for (const one of seen) expect(one).toEqual(seen[0]);
    }
    await app.db.deleteFrom("profile").where("demo", "=", true).execute();
  });

  it("holds neighbours that follow from the secret alone, so that all processes choose the same", async () => {
    const people = [];
    for (let n = 0; n < 9; n += 1) people.push(await hiddenPerson("Secret Works"));
    const byOther: boolean[] = [];
    for (const user of people) {
      await sql`truncate publish_person`.execute(app.db);
      expect((await user.save({ hideSchool: true })).status).toBe(200);
      const saved = await queuedPeople();
      const key = await keyOf(user);
      const queued = async (secret: Buffer): Promise<number[]> => {
        await sql`truncate publish_person`.execute(app.db);
        await app.db.transaction().execute((trx) => queuePeople(trx, [key], secret));
        return queuedPeople();
      };
      expect(await queued(app.services.secret)).toEqual(saved);
      const other = await queued(Buffer.alloc(32, 7));
      byOther.push(JSON.stringify(other) === JSON.stringify(saved));
    }
    // One in eight is the same by chance.
    expect(byOther).toContain(false);
  });

  it("holds each person once, where the site has less than eight", async () => {
    const small = await startTestApp();
    try {
      const users = [];
      for (let n = 0; n < 3; n += 1) {
        const user = await new ApiUser(small).signUp();
        await user.save({ visibility: "private", pipeline: [stop("Few Works", "Clerk", "2018-01-01", "2019-01-01")] });
        users.push(user);
      }
      const { rows } = await sql<{ id: number }>`select id from profile where not demo order by id`.execute(small.db);
      for (const user of users) {
        await sql`truncate publish_person`.execute(small.db);
        await user.save({ hideSchool: true });
        const queued = await sql<{ id: number }>`select profile_id as id from publish_person`.execute(small.db);
        expect(queued.rows).toEqual(rows);
      }
    } finally {
      await small.stop();
    }
  });

  it("holds nobody whose name or country alone changed, and whoever changed what is counted", async () => {
    const saved = await hiddenPerson("Word Works");
    await sql`delete from publish_person`.execute(app.db);
    const words = { created: true, visibility: "private", location: "Elsewhere", firstName: "Ada", lastName: "Moss" };
    const answer = await saved.save(words);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining("Elsewhere")]);
    expect(await queuedPeople()).toEqual([]);
    for (const patch of [
      { showMonths: true },
      { school: "Word School" },
      { visibility: "anonymous" },
      { pipeline: [] },
    ]) {
      await sql`delete from publish_person`.execute(app.db);
      expect((await saved.save(patch)).status).toBe(200);
      expect(await queuedPeople(), JSON.stringify(patch)).toContain(await keyOf(saved));
    }
  });

  it("leaves a person who is locked to the next batch, and waits for nobody", async () => {
    const people = [];
    for (let n = 0; n < 5; n += 1) people.push(await hiddenPerson("Held Works"));
    const key = await keyOf(people[0] ?? new ApiUser(app));
    await app.db.transaction().execute(async (trx) => {
      await trx.selectFrom("profile").select("id").where("id", "=", key).forUpdate().execute();
      await batch();
    });
    expect(await hiddenAt("Held Works")).toBe(0);
    const { rows } = await sql`select from publish_person where profile_id = ${key}`.execute(app.db);
    expect(rows.length).toBeGreaterThan(0);
    await batch();
    // A person who came after four others were published would change nothing. Now there are five, one of them new.
    const { rows: waiting } = await sql`select from waiting_member where profile_id = ${key}`.execute(app.db);
    expect(waiting.length).toBeGreaterThan(0);
  });

  it("begins with everybody, where the numbers come from an earlier version", async () => {
    for (let n = 0; n < 5; n += 1) await hiddenPerson("Walk Works");
    await sql`delete from publish_person`.execute(app.db);
    await batch();
    expect(await hiddenAt("Walk Works")).toBe(0);
    await sql`update publish_state set walked_to = 0`.execute(app.db);
    expect(await batch()).toBe(true);
    expect(await hiddenAt("Walk Works")).toBe(5);
  });

  it("comes back to a person who is locked while everybody is looked at", async () => {
    const key = await keyOf(await hiddenPerson("Walked Works"));
    await sql`delete from publish_person`.execute(app.db);
    await sql`update publish_state set walked_to = 0`.execute(app.db);
    await app.db.transaction().execute(async (trx) => {
      await trx.selectFrom("profile").select("id").where("id", "=", key).forUpdate().execute();
      await batch();
    });
    expect(await queuedPeople()).toEqual([key]);
    await batch();
    expect(await queuedPeople()).toEqual([]);
  });

  it("holds whoever confirmed just before the last batch: that may have been stored after it", async () => {
    const user = await hiddenPerson("Confirmed Works");
    const key = await keyOf(user);
    for (let n = 0; n < 4; n += 1) await hiddenPerson("Confirmed Works");
    await batch();
    expect(await hiddenAt("Confirmed Works")).toBe(5);
    // Somebody confirms a new e-mail: the account does not count for a day, so its person leaves the number.
    const justBefore = new Date(app.services.clock().getTime() - 120_000);
    const confirmed = app.db.updateTable("account").set({ email_verified_at: justBefore });
    await confirmed.where("email_key", "=", user.email).execute();
    await batch();
    const { rows } = await sql<{ kind: string; isThere: boolean }>`
      select kind, left_on is null as "isThere" from published_member
      where profile_id = ${key} and kind = 'employees'`.execute(app.db);
    expect(rows).toEqual([{ kind: "employees", isThere: false }]);
  });

  it("counts nobody whose e-mail is not confirmed, however many they are", async () => {
    await sql`insert into account (id, email, email_key)
      select lpad(n::text, 24, '0'), n || '@many.example', n || '@many.example'
      from generate_series(1, 1001) n`.execute(app.db);
    const last = await app.db.selectFrom("account").select("id").where("email_verified_at", "is", null).execute();
    const keys: string[] = [];
    for await (const some of readUnsettledOwners(app.db, app.services.secret, app.services.clock()))
      keys.push(...some.map((key) => key.toString("hex")));
    await app.db.deleteFrom("account").where("email", "like", "%@many.example").execute();
    expect(keys.toSorted()).toEqual(last.map(({ id }) => ownerKey(app.services.secret, id).toString("hex")).toSorted());
  });

  it("publishes at most 2,000 numbers a transaction, and as many companies in one as have room", async () => {
    await batch();
    // Companies that nobody has: 1,500 numbers of one, 1,000 of another, 500 of a third, and 2,001 of one number each.
    await sql`
      insert into publish_cell (kind, company_id, next_company_id, school_id)
      select 'move', company, next, 0 from (values (900001, 1500), (900002, 1000), (900003, 500)) as due (company, most),
        lateral generate_series(1, most) as next
      union all select 'employees', company, 0, 0 from generate_series(900004, 902004) as company`.execute(app.db);
    await sql`create table noted_piece (transaction text, numbers integer, at bigserial)`.execute(app.db);
    await sql`
      create function note_piece() returns trigger language plpgsql as $$
      begin
        insert into noted_piece select pg_current_xact_id()::text, count(*) from gone;
        return null;
      end $$`.execute(app.db);
    await sql`
      create trigger note_piece after delete on publish_cell
        referencing old table as gone for each statement execute function note_piece()`.execute(app.db);
    try {
      expect(await batch()).toBe(true);
      const { rows } = await sql<{ transaction: string; numbers: number }>`
        select transaction, numbers from noted_piece order by at`.execute(app.db);
      // One company; two and 500 companies of one number; the others.
      expect(rows.map(({ numbers }) => numbers)).toEqual([1_500, 2_000, 1_501]);
      expect(new Set(rows.map(({ transaction }) => transaction)).size).toBe(3);
    } finally {
      await sql`drop trigger note_piece on publish_cell`.execute(app.db);
      await sql`drop function note_piece`.execute(app.db);
      await sql`drop table noted_piece`.execute(app.db);
    }
  });

  it("goes on where a batch was cut off", async () => {
    for (let n = 0; n < 5; n += 1) await hiddenPerson("Cut Works");
    const { publishHidden } = await import("#features/stats/publish-write.server.ts");
    const { isDone } = await publishHidden(
      app.services.publishing,
      { unsettled: async function* () {}, confirmedIn: async () => [] },
      {
        now: new Date(NOW),
        waits: { account: 0, stop: 0, rating: 0, left: 0 },
        k: 5,
        minRaters: 3,
        until: () => true,
      },
    );
    expect(isDone).toBe(false);
    expect(await hiddenAt("Cut Works")).toBe(0);
    expect(await batch()).toBe(true);
    expect(await hiddenAt("Cut Works")).toBe(5);
  });
});

describe("a deleted person's rows", () => {
  const waitingRows = (key: number) =>
    sql`select from waiting_member where profile_id = ${key}
      union all select from waiting_rating where profile_id = ${key}`.execute(app.db);
  const membersOf = async (key: number): Promise<number> =>
    (await sql`select from published_member where profile_id = ${key}`.execute(app.db)).rows.length;

  it("go with them", async () => {
    const user = await hiddenPerson("Gone Works");
    await publishBatch(app.services);
    const key = await keyOf(user);
    expect((await waitingRows(key)).rows.length).toBeGreaterThan(1);
    await sql`delete from profile where id = ${key}`.execute(app.db);
    expect((await waitingRows(key)).rows).toEqual([]);
  });

  it("are reported by verify where they stayed", async () => {
    await sql`
      insert into waiting_member (kind, company_id, next_company_id, school_id, profile_id, since)
      values ('alumni', 0, 0, 1, 1, '2026-11-14')`.execute(app.db);
    const found = await findDifferences(app.db);
    await sql`delete from waiting_member where profile_id = 1`.execute(app.db);
    expect(found.filter(({ key }) => key === "without profile")).toEqual([
      { table: "waiting_member", key: "without profile", stored: "1", counted: "0" },
    ]);
  });

  it("go with them also where a batch is publishing them", async () => {
    const user = await hiddenPerson("Leaving Works");
    await publishBatch(app.services);
    const key = await keyOf(user);
    const trx = await app.db.startTransaction().execute();
    await sql`
      with come as (delete from waiting_member where profile_id = ${key} returning *)
      insert into published_member (kind, company_id, next_company_id, school_id, profile_id)
      select kind, company_id, next_company_id, school_id, profile_id from come`.execute(trx);
    const deleted = sql`delete from profile where id = ${key}`.execute(app.db);
    const isBlocked = async (): Promise<number> =>
      (
        await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from profile%'`.execute(
          app.db,
        )
      ).rows.length;
    await expect.poll(isBlocked, { timeout: 10_000 }).toBe(1);
    await trx.commit().execute();
    await deleted;
    expect((await waitingRows(key)).rows).toEqual([]);
    expect(await membersOf(key)).toBe(0);
  });
});

describe("a batch", () => {
  const isBlocked = async (query: string): Promise<number> =>
    (
      await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like ${query}`.execute(app.db)
    ).rows.length;

  it("does a piece again where somebody whose rating it publishes is deleted meanwhile", async () => {
    const users: ApiUser[] = [];
    for (let n = 0; n < 6; n += 1) users.push(await hiddenPerson("Rated Works"));
    const held = await app.db.startTransaction().execute();
    await sql`lock table published_rating in share mode`.execute(held);
    const published = batch();
    await expect.poll(() => isBlocked("%delete from published_rating published%"), { timeout: 10_000 }).toBe(1);
    const [gone] = users;
    const deleted = gone?.call("DELETE", `/api/profile/${gone.profileId}`, { password: "correct-horse-battery" });
    await expect.poll(() => isBlocked("delete from %profile%"), { timeout: 10_000 }).toBe(1);
    // PostgreSQL looks for a deadlock after a second, and ends the one of the two that waits as long by then: the batch.
    await setTimeout(1_500);
    await held.commit().execute();
    expect(await published).toBe(true);
    expect((await deleted)?.status).toBe(200);
    expect(await hiddenAt("Rated Works")).toBe(5);
    expect(await findDifferences(app.db)).toEqual([]);
  });
});

type PlanNode = {
  "Relation Name"?: string;
  "Node Type": string;
  "Index Cond"?: string;
  "Recheck Cond"?: string;
  Plans?: PlanNode[];
};
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

it.each(["hidden_aggregate_by_person", "company_move_by_person", "rating_by_person", "answer_by_person"])(
  "%s, asked for some people, reads their rows alone",
  async (view) => {
    const plan = await app.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      const { rows } = await sql<{ "QUERY PLAN": [{ Plan: PlanNode }] }>`
        explain (format json) select * from ${sql.table(view)} where profile_id = any('{1,2,3}'::bigint[])`.execute(
        trx,
      );
      return rows[0]?.["QUERY PLAN"][0].Plan;
    });
    const reads = nodesOf(plan ?? { "Node Type": "none" }).filter((node) => node["Relation Name"] !== undefined);
    expect(reads.length).toBeGreaterThan(1);
    expect(reads.filter((node) => !node["Index Cond"] && !node["Recheck Cond"])).toEqual([]);
  },
);

/** /readyz may be a second behind. */
const POLLED = { timeout: 10_000, interval: 300 };

it("a batch that fails twice is told by /readyz, the dashboard and a metric, until one goes well", async () => {
  const away = openDatabase("postgres://nobody@127.0.0.1:1/nothing", { max: 1 });
  const admin = await adminBrowser(app);
  const failing = () => publishBatch({ ...app.services, publishing: away });
  const shown = async () => ({
    ready: await (await fetch(`${app.url}/readyz`)).json(),
    metric: /^publishing_failed_batches (\d+)$/m.exec(await (await fetch(`${app.url}/metrics`)).text())?.[1],
    dashboard: (await admin.send("GET", "/admin/dashboard")).text.includes("batches of published numbers failed"),
  });
  const well = { ready: { status: "ready" }, metric: "0", dashboard: false };
  await expect(failing()).rejects.toThrow(/ECONNREFUSED/);
  await expect.poll(shown, POLLED).toEqual(well);
  await expect(failing()).rejects.toThrow(/ECONNREFUSED/);
  await expect.poll(shown, POLLED).toEqual({
    ready: { status: "ready", detail: "publishing failed 2 times" },
    metric: "2",
    dashboard: true,
  });
  await batch();
  await expect.poll(shown, POLLED).toEqual(well);
  await away.destroy();
});
