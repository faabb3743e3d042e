import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dumpOpenData } from "#app/jobs.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

const DAY = 24 * 3_600_000;
let app: TestApp;
const people: ApiUser[] = [];
let from = Date.now();
let secretive: ApiUser;

const LINE = [
  stop("Fern Foundry", "Clerk", "2015-01-01", "2016-01-01"),
  stop("Gorse Group", "Clerk", "2016-02-01", "2018-01-01"),
  stop('Heather, "House"', "Lead", "2018-02-01", "current"),
];

beforeAll(async () => {
  app = await startTestApp({ pages: true });
  for (let n = 0; n < 7; n += 1) people.push(await save(LINE, { anonymous: n % 2 === 1 }));
  for (let n = 0; n < 4; n += 1) await save([stop("Ivy Inc", "Clerk", "2019-01-01", "current")]);
  secretive = await save([stop("Juniper Joint", "Quokka Whisperer", "2019-01-01", "current")], {
    visibility: "private",
  });
});
afterAll(() => app.stop());

async function save(pipeline: object[], more: object = {}): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  const { status, text } = await user.save({ firstName: "Wystan", lastName: "Testperson", pipeline, ...more });
  expect(status, text).toBe(200);
  return user;
}

/** A dump of the next week. @returns its day */
async function dump(): Promise<string> {
  from += 7 * DAY;
  await dumpOpenData({ ...app.services, clock: () => new Date(from) });
  return new Date(from).toISOString().slice(0, 10);
}

async function file(day: string, name: string): Promise<string> {
  const answer = await fetch(`${app.url}/data/${day}/${name}`);
  expect(answer.status, name).toBe(200);
  return answer.text();
}

type Package = {
  licenses: object[];
  resources: { path: string; hash: string; bytes: number; schema: { fields: { name: string }[] } }[];
};
const packageOf = async (day: string): Promise<Package> => JSON.parse(await file(day, "datapackage.json"));

/** Every byte of a dump but its day. */
async function wholeOf(day: string): Promise<string> {
  const { resources } = await packageOf(day);
  expect(resources).toHaveLength(8);
  return (await Promise.all(resources.map(({ path }) => file(day, path)))).join("\n");
}

describe("open data", () => {
  it("tells visible people in fives, never below, and routes that five or more took", async () => {
    const day = await dump();
    const routes = (await file(day, "routes.ndjson"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(routes.map(({ names, people: count }) => [names, count]).toSorted()).toEqual([
      ['Fern Foundry > Gorse Group > Heather, "House"', 5],
      ["Fern Foundry > Gorse Group", 5],
      ['Gorse Group > Heather, "House"', 5],
    ]);
    const companies = await file(day, "companies.csv");
    expect(companies.split("\r\n")[0]).toBe("id,name,people");
    expect(companies).toMatch(/^[0-9a-f]{24},Fern Foundry,5\r$/m);
    expect(companies).toMatch(/^[0-9a-f]{24},"Heather, ""House""",5\r$/m);
    // Only four people typed this company, so only they may know it.
    expect(companies).not.toContain("Ivy Inc");
    expect(await wholeOf(day)).not.toMatch(/Juniper|Quokka|Wystan|Testperson|Clerk/);
  });

  it("names licence, columns and checksums, which are those of the files", async () => {
    const day = await dump();
    const described = await packageOf(day);
    expect(described.licenses).toEqual([
      {
        name: "CC-BY-4.0",
        title: "Creative Commons Attribution 4.0",
        path: "https://creativecommons.org/licenses/by/4.0/",
      },
    ]);
    for (const { path, hash, bytes, schema } of described.resources) {
      const text = await file(day, path);
      expect(hash, path).toBe(`sha256:${createHash("sha256").update(text).digest("hex")}`);
      expect(bytes).toBe(Buffer.byteLength(text));
      if (path.endsWith(".csv")) expect(text.split("\r\n")[0]).toBe(schema.fields.map(({ name }) => name).join(","));
      const { headers } = await sendRaw(app, { path: `/data/${day}/${path}` });
      expect(headers.get("content-length")).toEqual([String(bytes)]);
    }
    // A second turn of the job leaves the day's files as they are.
    await save([stop("Fern Foundry", "Clerk", "2015-01-01", "2016-01-01")]);
    await dumpOpenData({ ...app.services, clock: () => new Date(from) });
    expect(await packageOf(day)).toEqual(described);
  });

  it("does not tell, beside the week before, who went from public to anonymous or private, or rose from a save", async () => {
    const before = await wholeOf(await dump());
    const [first, , third] = people;
    const rename = await first?.save({ anonymous: true });
    expect(rename?.status).toBe(200);
    expect(await wholeOf(await dump())).toBe(before);
    expect((await third?.save({ visibility: "private" }))?.status).toBe(200);
    expect((await secretive.save({ pipeline: LINE })).status).toBe(200);
    expect(await wholeOf(await dump())).toBe(before);
  });

  it("keeps the latest and the previous four, and leads to the newest", async () => {
    const days = [];
    for (let n = 0; n < 6; n += 1) days.push(await dump());
    const [gone, ...kept] = days;
    expect((await sendRaw(app, { path: `/data/${gone}/companies.csv` })).status).toBe(404);
    for (const day of kept) expect((await sendRaw(app, { path: `/data/${day}/companies.csv` })).status).toBe(200);
    const latest = await sendRaw(app, { path: "/data/latest/routes.csv" });
    expect([latest.status, latest.headers.get("location")]).toEqual([302, [`/data/${days.at(-1)}/routes.csv`]]);
    // A browser or proxy that kept this answer would miss the next week's files.
    expect(latest.headers.get("cache-control")).toEqual(["no-cache"]);
    const parts = await app.db.selectFrom("open_data_part").select("day").distinct().execute();
    expect(parts).toHaveLength(5);
    const page = (await sendRaw(app, { path: "/data" })).text;
    for (const day of kept) expect(page).toContain(`/data/${day}/datapackage.json`);
    for (const day of ["2026-02-31", "9999-99-99", "2020-01-01"])
      expect((await sendRaw(app, { path: `/data/${day}/companies.csv` })).status, day).toBe(404);
  });

  it("S23: has no cell that a spreadsheet runs as a formula: an apostrophe stands before it", async () => {
    const names = ['=HYPERLINK("//elsewhere.test";"x")', "@Zq Works", "-Zq", "＝Zq"];
    for (let n = 0; n < 5; n += 1)
      await save(names.map((name, at) => stop(name, "Clerk", `201${at}-01-01`, `201${at}-12-31`)));
    const day = await dump();
    const [companies, routes] = [await file(day, "companies.csv"), await file(day, "routes.csv")];
    for (const cell of [`"'=HYPERLINK(""//elsewhere.test"";""x"")"`, `"'@Zq Works"`, `"'-Zq"`, `"'＝Zq"`])
      expect(companies).toContain(`,${cell},5`);
    expect(routes).toContain(`,"'@Zq Works > -Zq",5`);
    expect(companies + routes).not.toMatch(/,"?[=+\-@＝]/);
    expect(await file(day, "companies.ndjson")).toContain(',"name":"@Zq Works",');
  });

  it("has every listed company and school, however many, and says the bytes of names in any script", async () => {
    await sql`insert into company (public_id, name, display_name, status)
      select lpad(n::text, 24, '0'), 'société ' || n, 'Société ' || n, 'listed'
      from generate_series(1, 1001) n`.execute(app.db);
    await sql`insert into school (public_id, name, name_key, country, country_code)
      select lpad(n::text, 24, '0'), 'École ' || n, 'ecole ' || n, 'France', 'FR'
      from generate_series(1, 1001) n`.execute(app.db);
    const day = await dump();
    const { resources } = await packageOf(day);
    for (const [name, first] of [
      ["companies", "Société"],
      ["schools", "École"],
    ] as const) {
      const text = await file(day, `${name}.csv`);
      expect(text.split(`,${first} `)).toHaveLength(1_002);
      expect(resources.find(({ path }) => path === `${name}.csv`)?.bytes).toBe(Buffer.byteLength(text));
    }
  });
});
