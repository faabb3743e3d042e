import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { changeCompanies, lockCompanyWithPeople } from "#features/catalogue/change-companies-write.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import type { AdminContext } from "#server/context.ts";
import { tries } from "#tests/helpers/amount.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type SavedProfile, type TestApp } from "#tests/helpers/app.ts";

// R15: companies come, go and become one while people save, on two processes.

let app: TestApp;
let twin: TestApp;
let admin: ApiUser;
let other: ApiUser;
let users: ApiUser[];

const PEOPLE = 50;
/** A little less than the longest time that a save waits, in milliseconds. */
const LATE = 4_900;

beforeAll(async () => {
  app = await startTestApp();
  twin = await startTestApp({ databaseUrl: app.databaseUrl });
  admin = await adminClient(app);
  other = await adminClient(twin, "second.admin@example.test");
  users = [];
  // A few at a time: each sign-up hashes a password.
  for (let at = 0; at < PEOPLE; at += 5)
    users.push(...(await Promise.all([0, 1, 2, 3, 4].map((n) => new ApiUser(n % 2 === 0 ? app : twin).signUp()))));
});
afterAll(async () => {
  await twin.stop();
  await app.stop();
});

const job = (name: string, year: number, rating = 0) =>
  stop(name, year % 2 === 0 ? "Clerk" : "Clerk Intern", `${year}-01-01`, `${year + 1}-01-01`, rating);
const merge = (by: ApiUser, from: string, into: string) =>
  by.call<{ _id: string; code: string }>("POST", "/api/admin/companies/merge", { from, into });

/** Checks everything about all people and companies, so that a wrong result shows. */
async function expectWhole(): Promise<void> {
  expect(await findDifferences(app.db)).toEqual([]);
  const stops = await app.db.selectFrom("stop").select(["profile_id", "company_id"]).execute();
  const pairs = stops.filter((row) => row.company_id !== null).map((row) => `${row.profile_id} ${row.company_id}`);
  expect(new Set(pairs).size).toBe(pairs.length);
}

test("whose company is being merged for longer than a save waits is told so, and nothing is stored of the save", async () => {
  const [member = other, colleague = other, stranger = other] = users;
  for (const [user, name] of [
    [member, "Slowly Merged"],
    [colleague, "Slowly Merged"],
    [stranger, "Slowly Into"],
  ] as const)
    expect((await user.save({ pipeline: [job(name, 2010)] })).status).toBe(200);
  // As a merge of many thousand people, which changes the stops of some hundred people in each statement.
  const { id } = await app.db
    .selectFrom("company")
    .select("id")
    .where("name", "=", "slowly merged")
    .executeTakeFirstOrThrow();
  let isHeld = false;
  let isOver = false;
  onTestFinished(() => void (isOver = true));
  const ctx = { db: app.db, purge: () => {} } as unknown as AdminContext;
  const changing = changeCompanies(ctx, async (trx) => {
    await lockCompanyWithPeople(trx, id);
    isHeld = true;
    while (!isOver) await sql`select pg_sleep(0.1)`.execute(trx);
  });
  await expect.poll(() => isHeld).toBe(true);
  const save = (by: ApiUser, patch: Record<string, unknown>) => by.save(patch);
  const [stops, words] = await Promise.all([
    save(member, { pipeline: [job("Slowly Merged", 2010, 80)] }),
    save(colleague, { location: "There" }),
  ]);
  const reason = {
    error: "An administrator is changing a company in your pipeline right now. Save again in a minute.",
    code: "overloaded",
  };
  for (const answer of [stops, words]) {
    expect([answer.status, answer.body]).toMatchObject([503, reason]);
    expect(answer.headers.get("retry-after")).toBe("30");
  }
  // It is not everybody's, and others can save.
  expect((await save(stranger, { location: "Elsewhere" })).status).toBe(200);
  isOver = true;
  await changing;
  expect((await merge(admin, "slowly merged", "slowly into")).status).toBe(200);
  expect((await save(member, { pipeline: [job("Slowly Merged", 2010, 80)], location: "Here" })).status).toBe(200);
  expect(await names(member)).toEqual(["slowly into"]);
  await expectWhole();
});

test("a save that waits too long for anything else is not told of an administrator", async () => {
  const [user = other] = users.slice(3);
  expect((await user.save({ location: "First" })).status).toBe(200);
  const holding = await app.db.startTransaction().execute();
  await sql`set local statement_timeout = 0`.execute(holding);
  await sql`select 1 from profile where public_id = ${user.profileId} for update`.execute(holding);
  const refused = await user.save({ location: "Second" });
  await holding.rollback().execute();
  expect([refused.status, refused.body["error"]]).toEqual([503, "We are busy right now. Try again in a moment."]);
});

const names = async (user: ApiUser): Promise<string[]> =>
  (await user.call<SavedProfile>("GET", `/api/profile/get/${user.profileId}`)).body.pipeline.map(
    (row) => row.companyName,
  );

describe("while twenty people save", () => {
  test("two companies become one: everybody ends at the one, as if all saves came before or after", async () => {
    const some = users.slice(0, 20);
    for (let round = 0; round < tries({ all: 3, some: 1 }); round += 1) {
      const [from, into] = [`merging ${round}`, `merged ${round}`];
      // Everybody else leaves it, and a company that others cannot see takes in none that they can.
      await users[20]?.save({ pipeline: [job(into, 2010)] });
      await Promise.all(
        some.map((user, n) => user.save({ pipeline: [job(n % 2 === 0 ? from : into, 2010), job("Third", 2012)] })),
      );
      const [merged, ...saved] = await Promise.all([
        merge(admin, from, into),
        ...some.map((user, n) => user.save({ pipeline: [job(from, 2010 + (n % 3), 20), job(`Aside ${n % 4}`, 2014)] })),
      ]);
      expect([merged.status, ...new Set(saved.map((answer) => answer.status))]).toEqual([200, 200]);
      for (const user of some) expect(await names(user)).toContain(into);
      await expectWhole();
      const [undone, ...again] = await Promise.all([
        other.call("POST", `/api/admin/companies/merge/${merged.body._id}/undo`, {}),
        ...some.map((user) => user.save({ pipeline: [job(into, 2011), job("Third", 2012)] })),
      ]);
      expect([undone.status, ...new Set(again.map((answer) => answer.status))]).toEqual([200, 200]);
      for (const user of some)
        expect(await names(user)).toEqual([expect.stringMatching(/^merg(?:ed|ing) \d$/), "third"]);
      await expectWhole();
    }
  });

  test("a company is deleted: each stop is text, or of the company that a later save made anew", async () => {
    const some = users.slice(0, 20);
    for (let round = 0; round < tries({ all: 4, some: 2 }); round += 1) {
      await Promise.all(some.map((user) => user.save({ pipeline: [job("Vanishing", 2010), job("Third", 2012)] })));
      const [gone, ...saved] = await Promise.all([
        (round % 2 === 0 ? admin : other).call("DELETE", "/api/company/delete/vanishing"),
        ...some.map((user, n) =>
          n % 2 === 0
            ? user.save({ pipeline: [job("Vanishing", 2010 + (n % 3), 40), job(`Aside ${n % 4}`, 2014)] })
            : user.save({ pipeline: [job("Third", 2012)] }),
        ),
      ]);
      expect([gone.status, ...new Set(saved.map((answer) => answer.status))]).toEqual([200, 200]);
      for (const [n, user] of some.entries())
        expect((await names(user)).includes("vanishing"), `${n}`).toBe(n % 2 === 0);
      await expectWhole();
    }
  });
});

test("R15: an administrator is let through, however many people put the company in and take it out without a pause", async () => {
  let isOver = false;
  const said: number[] = [];
  const live = users.slice(0, 30).map(async (user, n) => {
    for (let turn = n; !isOver; turn += 1) {
      const pipeline = turn % 2 === 0 ? [job("Crowded", 2010), job("Third", 2012)] : [job("Third", 2012)];
      said.push((await user.save({ pipeline })).status);
    }
  });
  const done: number[] = [];
  const deadline = Date.now() + 40_000;
  while (done.filter((status) => status === 200).length < 6 && Date.now() < deadline) {
    const merged = await merge(admin, "third", "crowded");
    const deleted = await other.call("DELETE", "/api/company/delete/crowded");
    done.push(merged.status, deleted.status);
  }
  isOver = true;
  await Promise.all(live);
  expect(done.filter((status) => status !== 200 && status !== 404)).toEqual([]);
  expect(done.filter((status) => status === 200).length).toBeGreaterThanOrEqual(6);
  // Two stops may become one company under a client's hands; nobody is refused for another reason.
  expect(said.filter((status) => status !== 200 && status !== 400)).toEqual([]);
  await expectWhole();
});

describe("two administrators at once", () => {
  const setUp = async (...firms: string[]) => {
    await Promise.all(
      users
        .slice(0, 6)
        .map((user, n) => user.save({ pipeline: firms.slice(n % 2).map((firm, at) => job(firm, 2010 + at)) })),
    );
  };

  test("A into B and B into A: one wins, the other is told that they are one", async () => {
    for (let round = 0; round < tries({ all: 4, some: 2 }); round += 1) {
      const [a, b] = [`circle a${round}`, `circle b${round}`];
      await setUp(a, b);
      const answers = await Promise.all([merge(admin, a, b), merge(other, b, a)]);
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400]);
      expect(answers.find((answer) => answer.status === 400)?.body.code).toBe("same-company");
      const left = await app.db.selectFrom("company").select("name").where("name", "in", [a, b]).execute();
      expect(left).toHaveLength(1);
      await expectWhole();
    }
  });

  test("A into B twice, A into B and B into C, A into B and B deleted: some serial order", async () => {
    for (let round = 0; round < tries({ all: 3, some: 1 }); round += 1) {
      const [a, b, c] = [`row a${round}`, `row b${round}`, `row c${round}`];
      await setUp(a, b, c);
      const twice = await Promise.all([merge(admin, a, b), merge(other, a, b)]);
      expect(twice.map((answer) => answer.status).toSorted()).toEqual([200, 404]);
      await setUp(`${a}x`, b, c);
      const chain = await Promise.all([merge(admin, `${a}x`, b), merge(other, b, c)]);
      expect(chain.map((answer) => answer.status)).toEqual([200, 200]);
      expect((await new ApiUser(app).call("GET", `/api/company/get/${a}x`)).body["name"]).toBe(c);
      await setUp(`${a}y`, c);
      const [merged, deleted] = await Promise.all([
        merge(admin, `${a}y`, c),
        other.call("DELETE", `/api/company/delete/${c}`),
      ]);
      expect([deleted.status, [200, 404].includes(merged.status)]).toEqual([200, true]);
      await expectWhole();
    }
  });

  test("one new company or further name made twice is made once", async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        (n % 2 === 0 ? admin : other).call("POST", "/api/company/create", {
          name: "Made Once",
          displayName: "Made Once",
        }),
      ),
    );
    expect(made.map((answer) => answer.status).toSorted()).toEqual([201, 400, 400, 400, 400, 400]);
    await setUp("alias one", "alias two");
    const named = await Promise.all(
      [admin, other].map((by, n) =>
        by.call("POST", `/api/admin/companies/alias ${n === 0 ? "one" : "two"}/aliases`, { alias: "Both Want It" }),
      ),
    );
    expect(named.map((answer) => answer.status).toSorted()).toEqual([200, 400]);
  });
});

test("a company that goes while a save writes its words is held until the save ends", async () => {
  const [user] = users;
  await sql`insert into company (public_id, name, display_name) values (${"ab".repeat(12)}, 'going', 'Going')`.execute(
    app.db,
  );
  const isWaiting = sql<{ found: boolean }>`select exists (select from pg_locks
    where not granted and relation = 'company_term'::regclass) as found`;
  let saving: ReturnType<ApiUser["save"]> | undefined;
  const deleting = app.db.transaction().execute(async (trx) => {
    await sql`lock table company_term in share row exclusive mode`.execute(trx);
    saving = user?.save({ pipeline: [job("Going", 2010)] });
    await expect.poll(async () => (await isWaiting.execute(app.db)).rows[0]?.found).toBe(true);
    await sql`set local lock_timeout = 200`.execute(trx);
    await sql`delete from company where name = 'going'`.execute(trx);
  });
  // lock_not_available: the save holds the company.
  await expect(deleting).rejects.toMatchObject({ code: "55P03" });
  expect((await saving)?.status).toBe(200);
});

test("R15: fifty people add and remove one edge, switch anonymity and leave out everything, beside an administrator", async () => {
  // Every loop continues until each kind of call was made often enough, however busy this machine is.
  const deadline = Date.now() + 60_000;
  let isGoverned = false;
  const statuses = new Map<string, number>();
  const note = (what: string, status: number | "late") =>
    statuses.set(`${what} ${status}`, (statuses.get(`${what} ${status}`) ?? 0) + 1);
  /** On a busy machine a save may wait until it is refused as too old. No other refusal is right. */
  const noteOwn = async (what: string, call: Promise<{ status: number }>): Promise<void> => {
    const began = performance.now();
    const { status } = await call;
    note(what, status === 503 && performance.now() - began > LATE ? "late" : status);
  };
  const seed = Math.floor(Math.random() * 2 ** 31);
  let state = seed;
  const chance = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  const edge = [job("Edge From", 2010, 80), job("Edge To", 2013, 60)];
  const live = users.map(async (user) => {
    for (let turn = 0; (turn < 6 || !isGoverned) && Date.now() < deadline; turn += 1) {
      const kind = chance(6);
      if (kind < 2) await noteOwn("save", user.save({ pipeline: edge }));
      else if (kind === 2) await noteOwn("save", user.save({ pipeline: edge.slice(chance(2), 1 + chance(2)) }));
      else if (kind === 3) await noteOwn("save", user.save({ anonymous: chance(2) === 0 }));
      else if (kind === 4) await noteOwn("save", user.save({ pipeline: [] }));
      else {
        const { status, body } = await user.call<SavedProfile>("GET", `/api/profile/get/${user.profileId}`);
        note("read", status);
        if (status !== 200) continue;
        const id = body.pipeline[0]?.companyId ?? "0123456789abcdef01234567";
        await noteOwn("removal", user.call("PATCH", `/api/company/update/${id}`, [{}, [], ""]));
      }
    }
  });
  const govern = (async () => {
    for (let rounds = 0; Date.now() < deadline - 2_000 && !isGoverned; rounds += 1) {
      const merged = await merge(admin, "edge from", "edge to");
      note("merge", merged.status);
      if (merged.status === 200)
        note("undo", (await other.call("POST", `/api/admin/companies/merge/${merged.body._id}/undo`, {})).status);
      note("delete", (await admin.call("DELETE", "/api/company/delete/edge to")).status);
      isGoverned = rounds >= 2 && (statuses.get("merge 200") ?? 0) > 1 && (statuses.get("delete 200") ?? 0) > 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  await Promise.all([...live, govern]);
  const said = JSON.stringify([seed, Object.fromEntries(statuses)]);
  expect(
    [...statuses.keys()].filter((key) => !/ (?:200|400|404|409|late)$/.test(key)),
    said,
  ).toEqual([]);
  expect(statuses.get("save 200") ?? 0, said).toBeGreaterThan(100);
  expect(statuses.get("merge 200") ?? 0, said).toBeGreaterThan(1);
  expect(statuses.get("delete 200") ?? 0, said).toBeGreaterThan(1);
  // People's own calls are never refused, except if two stops became one company after the client had read them.
  expect(
    [...statuses.keys()].filter((key) => /^(?:save|removal)/.test(key) && !/ (?:200|400|late)$/.test(key)),
    said,
  ).toEqual([]);
  await expectWhole();
  const negative = await app.db.selectFrom("company_move").select("people").where("people", "<", 0).execute();
  expect(negative).toEqual([]);
});
