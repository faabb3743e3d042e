import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refreshAnonymous } from "#features/stats/anonymous-write.server.ts";
import { newPublicId } from "#server/ids.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// What the anonymity check compares, and with whom: dates as the other page shows them, names as they are saved, never demo
// people.

const LONG = 120_000;
const MONTHS = Array.from({ length: 12 }, (_, n) => String(n + 1).padStart(2, "0"));

let app: TestApp;
let asker: ApiUser;

type Draft = { companyName: string; startDate: string; undisclosed?: boolean; datePrecision?: string };

async function measure(stops: readonly Draft[], showMonths = false): Promise<string> {
  const answer = await asker.call("POST", "/api/profile/meter", {
    stops: stops.map((one) => ({ companyId: "", undisclosed: false, ...one })),
    school: "",
    showMonths,
  });
  expect(answer.status).toBe(200);
  return answer.text;
}

const sharingOf = (text: string): string => (JSON.parse(text) as { crowd: string }).crowd;

async function addPeople(count: number, patch: Record<string, unknown>): Promise<ApiUser[]> {
  const people: ApiUser[] = [];
  for (let n = 0; n < count; n += 1) {
    const user = await new ApiUser(app).signUp();
    expect((await user.save({ visibility: "anonymous", ...patch })).status).toBe(200);
    people.push(user);
  }
  return people;
}

/** Everybody's one stop begins then, as if they had saved it so. */
async function move(people: readonly (ApiUser | undefined)[], startDate: string): Promise<void> {
  const ids = people.map((one) => one?.profileId ?? "");
  const moved = await sql`update role r set start_date = ${startDate} from stop e join profile p on p.id = e.profile_id
    where r.stop_id = e.id and p.public_id = any(${ids}::text[])`.execute(app.db);
  expect(moved.numAffectedRows).toBe(BigInt(people.length));
  await app.db.transaction().execute(refreshAnonymous);
}

const at = (company: string, startDate: string) => stop(company, "Clerk", startDate, "current");

beforeAll(async () => {
  app = await startTestApp();
  asker = await new ApiUser(app).signUp();
}, LONG);
afterAll(() => app.stop());

describe("months", { timeout: LONG }, () => {
  it("L22: no draft and no fresh accounts find the month of somebody who shows years", async () => {
    await addPeople(1, { pipeline: [at("Oracle Rail", "2018-09-01")] });
    const helpers = await addPeople(4, { showMonths: true, pipeline: [at("Oracle Rail", "2018-01-01")] });
    const seen: Record<string, Set<string>> = { shown: new Set(), years: new Set(), kept: new Set() };
    for (const month of MONTHS) {
      const startDate = `2018-${month}-01`;
      await move(helpers, startDate);
      const mine = { companyName: "Oracle Rail", startDate };
      seen["shown"]?.add(await measure([mine], true));
      seen["years"]?.add(await measure([mine]));
      seen["kept"]?.add(await measure([{ ...mine, undisclosed: true }], true));
    }
    expect(Object.values(seen).map((answers) => answers.size)).toEqual([1, 1, 1]);
    // The one who shows years is counted all the while.
    expect(sharingOf([...(seen["years"] ?? [])][0] ?? "")).toBe("5-19");
  });

  it("L22: answers are the same whichever month a page hides", async () => {
    const [target] = await addPeople(1, { pipeline: [at("Twin Month", "2017-01-01")] });
    await addPeople(4, { pipeline: [at("Twin Month", "2017-06-01")] });
    const answers = new Set<string>();
    for (const month of MONTHS) {
      await move([target], `2017-${month}-01`);
      const seen: string[] = [];
      for (const startDate of ["2017-01-01", "2017-06-01", "2017-12-01"])
        for (const undisclosed of [false, true])
          for (const showMonths of [false, true])
            seen.push(await measure([{ companyName: "Twin Month", startDate, undisclosed }], showMonths));
      answers.add(seen.join("\n"));
    }
    expect(answers.size).toBe(1);
    expect([...answers][0]).toContain("5-19");
  });

  it("who shows months covers only those who began in the same ones, whether these show them or not", async () => {
    await addPeople(5, {
      showMonths: true,
      pipeline: [at("Mixed Mill", "2014-03-01"), at("Mixed Yard", "2016-04-01")],
    });
    const draft = (first: string, second: string, datePrecision = "month") => [
      { companyName: "Mixed Mill", startDate: `2014-${first}-01`, datePrecision },
      { companyName: "Mixed Yard", startDate: `2016-${second}-01`, datePrecision },
    ];
    expect(sharingOf(await measure(draft("01", "09")))).toBe("under-5");
    expect(sharingOf(await measure(draft("03", "09")))).toBe("under-5");
    expect(sharingOf(await measure(draft("03", "04")))).toBe("5-19");
    expect(sharingOf(await measure(draft("03", "04"), true))).toBe("5-19");
    // An undisclosed company hides no month from somebody who knows it: the pages of the others still rule it out.
    const kept = draft("01", "09").map((one) => ({ ...one, undisclosed: true }));
    expect(sharingOf(await measure(kept))).toBe("under-5");
    // Nobody here knows the month, so people who show a month do not cover it.
    expect(sharingOf(await measure(draft("01", "01", "year")))).toBe("under-5");
  });

  it("who shows months is not covered by who shows years: the months that are met would tell them apart", async () => {
    await addPeople(5, { pipeline: [at("Yearly Mill", "2014-03-01")] });
    const draft = [{ companyName: "Yearly Mill", startDate: "2014-03-01" }];
    expect(sharingOf(await measure(draft, true))).toBe("under-5");
    expect(sharingOf(await measure(draft))).toBe("5-19");
    expect(
      sharingOf(await measure([{ companyName: "Yearly Mill", startDate: "2014-01-01", datePrecision: "year" }])),
    ).toBe("5-19");
  });
});

describe("whom the anonymity check counts", { timeout: LONG }, () => {
  it("counts invented people while fewer than 20 real ones are anonymous and to be seen, says so, and then never", async () => {
    const invented = await addPeople(5, { pipeline: [at("Invented Inn", "2012-01-01")] });
    const draft = [{ companyName: "Invented Inn", startDate: "2012-01-01" }];
    expect(JSON.parse(await measure(draft))).toMatchObject({ crowd: "5-19", isTrial: false });
    const ids = invented.map((one) => one.profileId);
    await app.db.updateTable("profile").set({ demo: true }).where("public_id", "in", ids).execute();
    // Takes the real people of this file away and inserts others, of whom nothing is known.
    const real = app.db.updateTable("profile").where("demo", "=", false).where("visibility", "=", "anonymous");
    const before = await real.set({ created: false }).where("created", "=", true).returning("id").execute();
    const extra = Array.from({ length: 20 }, () => newPublicId());
    await sql`insert into profile (public_id, visibility, created, stops, sort_key)
      select id, 'anonymous', true, 1, 0 from unnest(${extra}::text[]) as k (id)`.execute(app.db);
    const one = app.db.updateTable("profile").where("public_id", "=", extra[0] ?? "");
    try {
      expect(JSON.parse(await measure(draft))).toMatchObject({ crowd: "under-5", isTrial: false });
      for (const visibility of ["private", "public"] as const) {
        await one.set({ visibility }).execute();
        expect(JSON.parse(await measure(draft))).toMatchObject({ crowd: "5-19", isTrial: true });
      }
      // Without invented people there is nothing to try.
      await app.db.updateTable("profile").set({ created: false }).where("public_id", "in", ids).execute();
      expect(JSON.parse(await measure(draft))).toMatchObject({ crowd: "under-5", isTrial: false });
    } finally {
      await app.db.deleteFrom("profile").where("public_id", "in", extra).execute();
      const back = before.map(({ id }) => id);
      if (back.length > 0) await app.db.updateTable("profile").set({ created: true }).where("id", "in", back).execute();
    }
  });

  it("takes a typed name for the company it will be saved as, by its name and by a further one", async () => {
    await addPeople(5, { pipeline: [at("Typed Tower", "2011-01-01")] });
    const { id } = await app.db
      .updateTable("company")
      .set({ status: "listed" })
      .where("name", "=", "typed tower")
      .returning("id")
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto("company_alias")
      .values({ alias_key: "tt holding", company_id: id, alias: "TT Holding" })
      .execute();
    for (const companyName of ["Typed Tower", "  typed   TOWER ", "TT  holding"])
      expect(sharingOf(await measure([{ companyName, startDate: "2011-05-01" }]))).toBe("5-19");
    expect(sharingOf(await measure([{ companyName: "", startDate: "2011-05-01" }]))).toBe("under-5");
  });

  it("L22: a name that only hidden people typed answers as one that nobody ever did", async () => {
    await addPeople(5, { visibility: "private", pipeline: [at("Hidden Hold", "2010-01-01")] });
    const kept = { ...at("Hidden Hold", "2009-01-01"), undisclosed: true };
    await addPeople(4, { pipeline: [kept] });
    for (const year of ["2009", "2010"])
      for (const undisclosed of [false, true])
        for (const showMonths of [false, true]) {
          const ask = (companyName: string) =>
            measure([{ companyName, startDate: `${year}-01-01`, undisclosed }], showMonths);
          expect(await ask("Hidden Hold")).toBe(await ask("Nobody Ever"));
        }
  });
});
