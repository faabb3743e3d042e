import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "kysely";
import { readQuickSearch } from "#features/quick-search/read.server.ts";
import type { QuickSearchResults } from "#features/quick-search/schema.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { noteStatements, planOf, readsOf, scansIn, workOf } from "#tests/helpers/plans.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function jump(text: string): Promise<QuickSearchResults> {
  const answer = await new ApiUser(app).call<QuickSearchResults>("GET", `/api/jump/${encodeURIComponent(text)}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function person(fields: Record<string, unknown>): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  await user.save({ pipeline: [stop("Jumping Works", "Engineer", "2020-01-01", "current")], ...fields });
  return user;
}

describe("GET /api/jump/{text}", () => {
  it("finds companies, and public people by name, in any case, without accents and with a typo", async () => {
    const user = await person({ firstName: "Żaneta", lastName: "Quickstone" });
    for (const text of ["zaneta", "QUICK", "zaneta quick", "quick zaneta", "Quikstone", "Żaneta"]) {
      expect(
        (await jump(text)).people.map((one) => one._id),
        text,
      ).toContain(user.profileId);
    }
    expect((await jump("jumping")).companies.map((one) => one.name)).toContain("Jumping Works");
    expect((await jump("zaneta")).people[0]).toEqual({ _id: user.profileId, name: "Żaneta Quickstone", username: "" });
  });

  it.each([
    ["محمد علي", "القاضي", ["محمد", "علي", "القاضي", "القاضي محمد", "حمد"], ["محمود", "علي2"]],
    ["北京", "王明", ["北京", "王明", "王明 北京"], ["南京"]],
    // Two letters are found where a word begins.
    ["Дмитрий", "Ёлкин", ["дмитрий", "ДМИТ", "елкин", "Ёлкин Дмитрий", "дм"], ["Дмитро", "ми"]],
    // People type accents, strokes and joined letters or not.
    ["Łukasz", "Żółkiewski", ["łu", "Łukasz", "ŁUK", "żółk", "Łukasz Żółkiewski", "lukasz", "zolk"], ["Łucja"]],
    ["Thị", "Đặng", ["Đặng", "thị đặng", "đặ", "dang", "thi dang"], ["Đỗ"]],
    ["Großmann", "Æther", ["æt", "großmann", "æther", "grossmann", "aether"], ["Gruber"]],
    ["Þórunn", "Sørensœur", ["Þór", "þórunn", "thorunn", "sørensœur", "sorensoeur"], ["porunn"]],
    // The database keeps these letters' marks.
    ["민준", "김", ["민준", "김", "김 민준"], ["박"]],
    ["がくと", "ピエール", ["がくと", "ピエール"], ["ごうと"]],
    ["कुमार", "हिन्दी", ["कुमार", "हिन्दी", "कु"], ["रवि"]],
    ["مُحَمَّد", "عَلِيّ", ["مُحَمَّد", "عَلِيّ"], ["مَحمود"]],
  ])("finds %s %s in their script", async (firstName, lastName, texts, others) => {
    const user = await person({ firstName, lastName });
    for (const text of texts) {
      expect(
        (await jump(text)).people.map((one) => one._id),
        text,
      ).toEqual([user.profileId]);
    }
    for (const text of [...others, `${texts[0]} zzz`]) expect((await jump(text)).people, text).toEqual([]);
    await user.save({ anonymous: true });
    for (const text of texts) expect((await jump(text)).people, text).toEqual([]);
  });

  it("offers nothing that is merely like a part of a name", async () => {
    const user = await person({ firstName: "Labsia", lastName: "Quarryman" });
    await user.save({ pipeline: [stop("Quarry Labs", "Engineer", "2020-01-01", "current")] });
    const nothing = { companies: [], schools: [], people: [], titles: [] };
    for (const text of ["zyntho labs", "xqlabs", "usps"]) expect(await jump(text), text).toEqual(nothing);
    expect((await jump("quary labs")).companies.map((one) => one.name)).toEqual(["Quarry Labs"]);
  });

  it("finds them by username too", async () => {
    const user = await person({ firstName: "Una", lastName: "Testperson" });
    await user.call("PATCH", `/api/profile/${user.profileId}`, {
      username: "velvet_otter",
      linkedin: "",
      location: "",
    });
    expect((await jump("velvet_o")).people.map((one) => one._id)).toEqual([user.profileId]);
  });

  it("L9: finds nobody anonymous by anything stored of them, from the switch on", async () => {
    const user = await person({ firstName: "Hiddena", lastName: "Murkwater" });
    await user.call("PATCH", `/api/profile/${user.profileId}`, {
      username: "murk_water",
      linkedin: "murky",
      location: "Chad",
    });
    expect((await jump("Murkwater")).people).toHaveLength(1);
    await user.save({ anonymous: true });
    for (const text of ["Hiddena", "Murkwater", "murk_water", "murky", user.email, "Anonymous"]) {
      expect((await jump(text)).people, text).toEqual([]);
    }
  });

  it.each([["%"], ["_"], ["%a".repeat(40)], ["\\"], ["' or 1=1 --"], ["a".repeat(500)], ["x"], ["🚂"]])(
    "S18: %j is a text like any other",
    async (text) => {
      const hits = await jump(text);
      expect(hits.people).toEqual([]);
    },
  );
});

describe("on a site where thousands share a name", () => {
  const SHOWN_PEOPLE = 5;
  let noted: ReturnType<typeof noteStatements>;
  beforeAll(async () => {
    await sql`
      insert into profile (public_id, owner_key, sort_key, created, visibility, stops, first_name, last_name, username)
      select left(md5('id ' || n), 24), sha256(n::text::bytea), n, true, 'public', 1,
        case when n % 2 = 0 then 'Terrin' else 'Oda' end, 'Throngperson', 'throng.' || n
      from generate_series(1, 10000) n`.execute(app.db);
    await sql`vacuum analyze profile`.execute(app.db);
    noted = noteStatements(app.databaseUrl);
  });
  afterAll(() => noted.db.destroy());

  it.each(["te", "th", "terrin", "throng", "throngperson terrin", "trongperson", "hrongpersn"])(
    "%j is found among at most 300 of them",
    async (text) => {
      noted.statements.length = 0;
      const { people } = await readQuickSearch({ lookups: noted.db, paths: undefined }, text);
      expect(people).toHaveLength(SHOWN_PEOPLE);
      const read = noted.statements.filter((one) => one.sql.includes("from profile"));
      expect(read.length).toBeGreaterThan(0);
      for (const one of read) expect((await readsOf(app.db, one)).get("profile") ?? 0).toBeLessThanOrEqual(300);
    },
  );

  it.each(["مرحبا بكم في الجامعة", "北京", "да", "дмитрий"])(
    "%j is looked up in the index of other scripts, and similar names in none",
    async (text) => {
      await sql`
        insert into profile (public_id, owner_key, sort_key, created, visibility, stops, first_name, last_name)
        select left(md5(${text} || n), 24), sha256((${text}::text || n)::bytea), n, true, 'public', 1, ${text}, 'Terrin'
        from generate_series(1, 400) n`.execute(app.db);
      await sql`vacuum analyze profile`.execute(app.db);
      for (const asked of [text, `${text}ш`]) {
        noted.statements.length = 0;
        const { people } = await readQuickSearch({ lookups: noted.db, paths: undefined }, asked);
        expect(people).toHaveLength(asked === text ? SHOWN_PEOPLE : 0);
        const read = noted.statements.filter((one) => one.sql.includes("from profile"));
        expect(read.length).toBe(asked === text ? 1 : 2);
        const [first] = read;
        expect(first && scansIn(await planOf(app.db, first))).toEqual(["Bitmap Heap Scan", "Bitmap Index Scan"]);
        for (const one of read) expect(await workOf(app.db, one)).toBeLessThanOrEqual(3_000);
      }
    },
  );

  it.each(["łu", "đặng", "مُحَمَّد", "łukasz"])(
    "%j is looked up in both spellings, in indexes and not in the table",
    async (text) => {
      noted.statements.length = 0;
      await readQuickSearch({ lookups: noted.db, paths: undefined }, text);
      const [first] = noted.statements.filter((one) => one.sql.includes("from profile"));
      const scans = first && scansIn(await planOf(app.db, first));
      expect(new Set(scans)).toEqual(new Set(["Bitmap Heap Scan", "Bitmap Index Scan"]));
      expect(first && (await workOf(app.db, first))).toBeLessThanOrEqual(3_000);
    },
  );

  it.each(["te", "o te", "te th", "x th od"])(
    "%j is looked up in the index of names once, not in the table",
    async (text) => {
      noted.statements.length = 0;
      await readQuickSearch({ lookups: noted.db, paths: undefined }, text);
      const [first] = noted.statements.filter((one) => one.sql.includes("from profile"));
      expect(first && scansIn(await planOf(app.db, first))).toEqual(["Bitmap Heap Scan", "Bitmap Index Scan"]);
    },
  );

  it.each(["t.", "t* od", "te +", "te |", "^t", "te $", "()", "te [", "te \\"])(
    "the signs of %j, which have a meaning in patterns, mean themselves",
    async (text) => {
      noted.statements.length = 0;
      await readQuickSearch({ lookups: noted.db, paths: undefined }, text);
      const [first] = noted.statements.filter((one) => one.sql.includes("from profile"));
      expect(first && (await app.db.executeQuery(first)).rows).toEqual([]);
    },
  );

  it("one or two letters are found where a word begins", async () => {
    const found = async (text: string) =>
      (await readQuickSearch({ lookups: noted.db, paths: undefined }, text)).people.map(({ name }) => name);
    expect(new Set(await found("te"))).toEqual(new Set(["Terrin Throngperson"]));
    expect(await found("rr")).toEqual([]);
  });
});
