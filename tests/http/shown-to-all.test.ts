import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NO_COMPANY } from "#features/search/rules.ts";
import { newPublicId } from "#server/ids.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// What a page shows to everybody is kept for people who are signed in. What is theirs alone is not.

const NOW = new Date("2026-11-15T12:00:00Z");
const school = newPublicId();
let app: TestApp;
let company = "";
let paths: string[] = [];
const people: ApiUser[] = [];

const job = (name: string) => stop(name, "Software Engineer", "2018-01-01", "2019-01-01");

async function person(patch: Record<string, unknown>): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  const saved = await user.save(patch);
  if (saved.status !== 200) throw new Error(saved.text);
  return user;
}

const idOf = async (name: string): Promise<string> =>
  (await app.db.selectFrom("company").select("public_id").where("name", "=", name).executeTakeFirstOrThrow()).public_id;

beforeAll(async () => {
  app = await startTestApp({ pages: true, now: () => NOW });
  await app.db
    .insertInto("school")
    .values({ public_id: school, name: "Kept Institute", name_key: "kept institute", country: "", country_code: "" })
    .execute();
  for (let n = 0; n < 7; n += 1)
    people.push(await person({ firstName: `Person${n}`, school, pipeline: [job("Kept Works")] }));
  company = await idOf("kept works");
  paths = [
    `/company/${company}`,
    "/company/kept%20works",
    `/school/${school}`,
    "/title/mid-software",
    `/search?company=${company}`,
    "/search?company=kept%20works&layout=pipeline",
  ];
  await waitForPaths(app);
});
afterAll(() => app.stop());

/** The page of somebody; a visitor has a cookie, so that the page is made anew. */
async function see(path: string, by: ApiUser | "visitor" | undefined = people[0]): Promise<string> {
  const { status, text, headers } = await (by instanceof ApiUser
    ? by.call("GET", path)
    : new ApiUser(app).call("GET", path, undefined, { cookie: "token=none" }));
  expect(status, path).toBe(200);
  if (by instanceof ApiUser) expect(headers.get("cache-control")).toBe("private, no-store");
  return text;
}

const escapeText = (text: string): string => text.replaceAll("'", "&#x27;");
const forget = (): void => app.services.cache.purge(["people", `company:${company}`, `school:${school}`]);

describe("what a page shows to everybody", () => {
  it("is read once for people who are signed in, and each time for visitors with a cookie", async () => {
    forget();
    for (const path of paths) expect(await see(path), path).toContain("Person0");
    // A change that nobody is told of: nothing in the app does this.
    await app.db.updateTable("profile").set({ last_name: "Nova" }).where("first_name", "like", "Person%").execute();
    const seen = async (by: ApiUser | "visitor" | undefined) =>
      Promise.all(paths.map(async (path) => `${path} ${(await see(path, by)).includes("Nova") ? "new" : "kept"}`));
    expect(await seen(people[1])).toEqual(paths.map((path) => `${path} kept`));
    expect(await seen("visitor")).toEqual(paths.map((path) => `${path} new`));
    forget();
    expect(await seen(people[1])).toEqual(paths.map((path) => `${path} new`));
  });

  it("is what a visitor sees", async () => {
    const drawn = (page: string): string | undefined => /<div[^>]* data-drawn="[\s\S]*<\/main>/.exec(page)?.[0];
    for (const path of paths) {
      const whole = drawn(await see(path, "visitor"));
      expect(whole?.length, path).toBeGreaterThan(500);
      for (const by of people.slice(0, 2)) expect(drawn(await see(path, by)) === whole, path).toBe(true);
    }
  });

  it("differs by what is asked, and not by who asks: each sees whether they follow", async () => {
    const [one, two] = people;
    await one?.call("POST", "/api/user/follows", { kind: "company", id: company });
    const [path = ""] = paths;
    const follows = async (by: ApiUser | "visitor" | undefined) =>
      (await see(path, by)).includes('name="following" value="no"');
    expect([await follows(one), await follows(two), await follows(one)]).toEqual([true, false, true]);
    expect((await see(`${path}?kind=intern`, two)) === (await see(path, two))).toBe(false);
  });

  it("shows nobody who became private or left, here and in another process", async () => {
    const other = await startTestApp({ pages: true, now: () => NOW, databaseUrl: app.databaseUrl });
    const asked = new ApiUser(other);
    asked.token = people[0]?.token;
    try {
      await waitForPaths(other);
      const namedIn = async (name: string) => {
        const pages = await Promise.all(
          paths.map(async (path) => `${await see(path)}${(await asked.call("GET", path)).text}`),
        );
        return paths.filter((_, n) => pages[n]?.includes(name));
      };
      expect(await namedIn("Person1")).toEqual(paths);
      expect((await people[1]?.save({ visibility: "private" }))?.status).toBe(200);
      await expect.poll(() => namedIn("Person1"), { timeout: 5_000 }).toEqual([]);
      expect(await namedIn("Person2")).toEqual(paths);
      const leaver = people[2];
      const gone = await leaver?.call("DELETE", `/api/profile/${leaver.profileId}`, {
        password: "correct-horse-battery",
      });
      expect(gone?.status).toBe(200);
      await expect.poll(() => namedIn("Person2"), { timeout: 5_000 }).toEqual([]);
      expect(await namedIn("Person3")).toEqual(paths);
    } finally {
      await other.stop();
    }
  });

  it("leaves a company that only its author may know to the author", async () => {
    const author = await person({ visibility: "private", pipeline: [job("Own Hut")] });
    const own = ["/company/own%20hut", "/search?company=own%20hut"];
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await see(own[0] ?? "", author)).toMatch(/<h1[^>]*>Own Hut</);
      expect((await people[0]?.call("GET", own[0] ?? ""))?.status).toBe(404);
      const isMissed = async (by: ApiUser | "visitor" | undefined) =>
        (await see(own[1] ?? "", by)).includes(escapeText(NO_COMPANY));
      expect([await isMissed(author), await isMissed(people[0])]).toEqual([false, true]);
    }
  });
});

describe("a public page that a browser has already", () => {
  const ofOne = [
    "/search?company=ID",
    "/search?stop=company:ID&then=any&stop=any",
    "/paths?from=company:ID&to=title:mid-software",
    "/company/ID",
    "/compare?c=ID",
    "/school/SCHOOL",
    "/user/PERSON",
  ];
  const others = [
    "/",
    "/search",
    "/ask",
    "/paths",
    "/like-me",
    "/discover",
    "/title/mid-software",
    "/data",
    "/api/docs",
  ];

  it.each([...others, ...ofOne])("%s is not sent again while it is the same", async (given) => {
    const shown = people.at(-1)?.profileId ?? "";
    const path = given.replace("ID", company).replace("SCHOOL", school).replace("PERSON", shown);
    const first = await sendRaw(app, { path });
    const etag = first.headers.get("etag")?.[0] ?? "";
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{22}"$/)]);
    forget();
    const again = await sendRaw(app, { path, headers: { "if-none-match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect((await sendRaw(app, { path, headers: { "if-none-match": 'W/"other"' } })).text).toBe(first.text);
  });

  it("is told apart by no ETag where it is about one line, or somebody who is signed in asks", async () => {
    const line = people[0]?.profileId ?? "";
    expect((await sendRaw(app, { path: `/like-me?line=${line}` })).headers.has("etag")).toBe(false);
    for (const path of ["/ask", "/paths", "/data"])
      expect((await people[0]?.call("GET", path))?.headers.get("etag"), path).toBeNull();
  });
});
