import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { searchTerms } from "#core/text.ts";
import { tries } from "#tests/helpers/amount.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { compare, isApart, type Comparison } from "#tests/helpers/interleaved.ts";

// Does the work for an answer, and so its time, reveal that hidden people name a company? The bounds for times are
// those of interleaved.ts.

const TRIES = 3;
/** Rounds before the first that count, so that neither kind pays for what is done once. */
const WARM = tries({ all: 20, some: 8 });

let app: TestApp;
let held = 0;
let free = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const job = (name: string) => stop(name, "Clerk", "2018-01-01", "2019-01-01");

/** Names that a hidden person has, made in bulk. */
async function hide(count: number): Promise<string[]> {
  const hidden = await new ApiUser(app).signUp();
  await hidden.save({ visibility: "private", pipeline: [job("Zq First")] });
  const names = Array.from({ length: count }, () => `Zq Held ${(held += 1)} Works`);
  await sql`
    with made as (
      insert into company (public_id, name, display_name)
      select random_public_id(), lower(name), name from unnest(${names}::text[]) as name returning id, display_name
    ), words as (
      insert into company_term (company_id, term)
      select made.id, term from made, json_to_recordset(${JSON.stringify(
        names.flatMap((name) => searchTerms(name, 80).map((term) => ({ name, term }))),
      )}::json) as r (name text, term text) where r.name = made.display_name
    ), stops as (
      insert into stop (public_id, profile_id, company_id, company_name, listed, sort_key)
      select random_public_id(), profile.id, made.id, made.display_name, false, profile.sort_key
      from made, profile where profile.public_id = ${hidden.profileId} returning id, profile_id
    )
    insert into role (stop_id, profile_id, title, kind, start_date, is_current, date_precision)
    select id, profile_id, 'Clerk', 'full-time', '2018-01-01', true, 'month' from stops`.execute(app.db);
  await sql`analyze`.execute(app.db);
  return names;
}

const freeName = (): string => `Zq Free ${(free += 1)} Works`;

/** What is done with a name, and how long each step of it takes, in milliseconds. */
type Life = (name: string) => Promise<number[]>;

/** One try: times of both kinds, taken in turn, each first as often as the other. @returns a comparison for each step */
async function measure(rounds: number, live: Life): Promise<Comparison[]> {
  const names = await hide(rounds);
  const [here, there]: [number[][], number[][]] = [[], []];
  for (const [round, name] of names.entries()) {
    const ofHidden = async () => here.push(await live(name));
    const ofNobody = async () => there.push(await live(freeName()));
    for (const call of round % 2 === 0 ? [ofHidden, ofNobody] : [ofNobody, ofHidden]) await call();
  }
  const ofStep = (lives: number[][], step: number): number[] => lives.map((times) => times[step] ?? Number.NaN);
  return (here[0] ?? []).map((_, step) => compare(ofStep(there, step), ofStep(here, step)));
}

async function expectUntold(rounds: number, live: Life): Promise<void> {
  await measure(WARM, live);
  const measured: Comparison[][] = [];
  while (measured.length < TRIES) {
    measured.push(await measure(rounds, live));
    const steps = measured[0] ?? [];
    expect(steps.length).toBeGreaterThan(0);
    if (!steps.some((_, step) => isApart(measured.flatMap((list) => list[step] ?? [])))) return;
  }
  expect.fail(`It shows: ${JSON.stringify(measured)}`);
}

async function timed(work: () => Promise<{ status: number }>): Promise<number> {
  const started = performance.now();
  const { status } = await work();
  const took = performance.now() - started;
  expect(status).toBe(200);
  return took;
}

const question = (name: string) => ({
  stops: [{ companyId: "", companyName: name, startDate: "2018-01-01", undisclosed: false }],
  school: "",
  showMonths: false,
});

/** The SQL statements during a call, without those about sessions and limits at the same time. */
async function statementsOf(work: () => Promise<{ status: number }>): Promise<string[]> {
  const asked: string[] = [];
  // Of each statement by itself, also where several are sent together.
  const spy = vi.spyOn(pg.Query.prototype, "submit");
  try {
    expect((await work()).status).toBe(200);
    for (const { text } of spy.mock.contexts as { text: string }[]) {
      if (/\b(?:company|stop|role|profile)\b/.test(text)) asked.push(text.replaceAll(/\s+/g, " "));
    }
  } finally {
    spy.mockRestore();
  }
  return asked;
}

describe("the work for a typed name is the same whether hidden people name it or nobody does", () => {
  it("L9: statement by statement: typed, asked about, read, left, and deleted with its account", async () => {
    const [heldName = ""] = await hide(1);
    const lives: string[][][] = [];
    for (const name of [heldName, freeName()]) {
      const user = await new ApiUser(app).signUp();
      await user.save({ visibility: "private", pipeline: [] });
      lives.push([
        await statementsOf(() => user.call("POST", "/api/profile/meter", question(name))),
        await statementsOf(() => user.save({ pipeline: [job(name)] })),
        await statementsOf(() => user.call("GET", `/api/company/get/${encodeURIComponent(name)}`)),
        await statementsOf(() => user.save({ pipeline: [] })),
        await statementsOf(() => user.save({ pipeline: [job(name)] })),
        await statementsOf(() =>
          user.call("DELETE", `/api/profile/${user.profileId}`, { password: "correct-horse-battery" }),
        ),
      ]);
    }
    expect(lives[0]).toEqual(lives[1]);
    expect(lives[0]?.every((statements) => statements.length > 0)).toBe(true);
  });

  it("in time: a save that brings it, and one that takes it away", { timeout: 240_000 }, async () => {
    const user = await new ApiUser(app).signUp();
    await user.save({ visibility: "private", pipeline: [] });
    await expectUntold(tries({ all: 80, some: 30 }), async (name) => {
      const brought = await timed(() => user.save({ pipeline: [job(name)] }));
      return [brought, await timed(() => user.save({ pipeline: [] }))];
    });
  });

  it("in time: a search for it by a visitor, asked once and again", { timeout: 240_000 }, async () => {
    const visitor = new ApiUser(app);
    const search = (name: string) =>
      timed(() => visitor.call("GET", `/api/company/get/companies/${encodeURIComponent(name)}`));
    await expectUntold(tries({ all: 100, some: 36 }), async (name) => [await search(name)]);
    await expectUntold(tries({ all: 100, some: 36 }), async (name) => {
      if (!name.startsWith("Zq Free")) await search(name);
      return [await search(name)];
    });
  });

  it("takes no place of what a search finds, however many names hidden people have", async () => {
    await hide(250);
    await sql`
      with made as (
        insert into company (public_id, name, display_name, status)
        values (random_public_id(), 'zq yonder', 'Zq Yonder', 'listed') returning id
      )
      insert into company_term (company_id, term) select id, 'zq yonder' from made`.execute(app.db);
    const { body } = await new ApiUser(app).call<{ name: string }[]>("GET", "/api/company/get/companies/zq");
    expect(body.map((one) => one.name)).toEqual(["zq yonder"]);
  });

  it("in time: a deletion of the account that brought it", { timeout: 240_000 }, async () => {
    await expectUntold(tries({ all: 60, some: 24 }), async (name) => {
      const user = await new ApiUser(app).signUp();
      await user.save({ visibility: "private", pipeline: [job(name)] });
      const [path, proof] = [`/api/profile/${user.profileId}`, { password: "correct-horse-battery" }];
      return [await timed(() => user.call("DELETE", path, proof))];
    });
  });
});
