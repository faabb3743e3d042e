import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { daysBefore } from "#core/days-before.ts";
import { MAX_FEED_ROUTES, weekOf } from "#features/follow/rules.ts";
import { allAfterResponseDone } from "#server/after-response.ts";
import { newPublicId } from "#server/ids.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import { sendRaw, type RawAnswer } from "#tests/helpers/raw.ts";
import { companyId, follow, newReader, Weeks } from "#tests/helpers/weeks.ts";

let app: TestApp;
const clock = { now: Date.parse("2026-11-15T12:00:00Z") };
let weeks: Weeks;
beforeAll(async () => {
  app = await startTestApp({ pages: true, now: () => new Date(clock.now) });
  weeks = new Weeks(app, clock);
  await waitForPaths(app);
});
afterAll(() => app.stop());

async function workers(company: string, count: number, more: object = {}): Promise<ApiUser[]> {
  const made: ApiUser[] = [];
  for (let n = 0; n < count; n += 1) {
    const user = await new ApiUser(app).signUp();
    const pipeline = [stop(company, "Senior Software Engineer", "2018-01-01", "2019-01-01")];
    const { status, text } = await user.save({ pipeline, ...more });
    expect(status, text).toBe(200);
    made.push(user);
  }
  return made;
}

const feed = (path: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  sendRaw(app, { path, headers });
async function feedOf(path: string): Promise<string> {
  const answer = await feed(path);
  expect(answer.status, path).toBe(200);
  await allAfterResponseDone();
  return answer.text;
}
const titles = (text: string): string[] =>
  [...text.matchAll(/<entry>.*?<title>(.*?)<\/title>/gs)].map(([, title = ""]) => title);

describe("a feed", () => {
  it("tells what the e-mails tell, changes with the batch alone, and answers 304 between", async () => {
    const [first] = await workers("Alder Works", 5);
    const path = `/feeds/company/${await companyId(app, "Alder Works")}.atom`;
    expect(titles(await feedOf(path))).toEqual([]);
    await weeks.next();
    const answer = await feed(path);
    expect(answer.headers.get("content-type")).toEqual(["application/atom+xml; charset=utf-8"]);
    expect(answer.headers.get("cache-control")).toEqual(["public, max-age=3600"]);
    expect(titles(answer.text)).toEqual(["5 people or more have worked at Alder Works"]);
    const [etag = ""] = answer.headers.get("etag") ?? [];
    expect((await feed(path, { "if-none-match": etag })).status).toBe(304);
    // Changes by people before the next batch do not matter.
    await workers("Alder Works", 6);
    await first?.save({ anonymous: true });
    app.services.cache.purge(["*"]);
    const between = await feed(path);
    expect([between.text, between.headers.get("etag")]).toEqual([answer.text, [etag]]);
    await weeks.next();
    expect(titles(await feedOf(path))).toEqual([
      "10 people or more have worked at Alder Works",
      "5 people or more have worked at Alder Works",
    ]);
  });

  it("is there for companies, schools, titles and routes, and each page leads to it", async () => {
    const schoolId = newPublicId();
    await app.db
      .insertInto("school")
      .values({
        public_id: schoolId,
        name: "Larch University",
        name_key: "larch university",
        country: "Norway",
        country_code: "NO",
      })
      .execute();
    await workers("Birch <Works> & Co", 5, { school: schoolId });
    const birch = await companyId(app, "Birch <Works> & Co");
    const route = `stop=company:${birch}`;
    const feeds = [
      [
        `/company/${birch}`,
        `/feeds/company/${birch}.atom`,
        "5 people or more have worked at Birch &lt;Works&gt; &amp; Co",
      ],
      [`/school/${schoolId}`, `/feeds/school/${schoolId}.atom`, "5 people or more went to Larch University"],
      ["/title/senior-software", "/feeds/title/senior-software.atom", "people or more have been"],
      [
        `/search?${route}`,
        `/feeds/route.atom?${route}`,
        "5 people or more took the route “Birch &lt;Works&gt; &amp; Co”",
      ],
    ] as const;
    for (const [, path] of feeds) await feedOf(path);
    await weeks.next();
    for (const [page, path, title] of feeds) {
      const { text } = await sendRaw(app, { path: page });
      const link = text.match(/<link[^>]*type="application\/atom\+xml"[^>]*>/)?.[0] ?? "";
      expect(link, page).toContain('rel="alternate"');
      expect(link, page).toContain(path.replaceAll("&", "&amp;"));
      const shown = await feedOf(path);
      expect(titles(shown).join("\n"), path).toContain(title);
      expect(shown).toContain(`href="${app.services.config.baseUrl}${page.replaceAll("&", "&amp;")}"`);
    }
  });

  it("is not there for what has no page for everybody", async () => {
    const hidden = await new ApiUser(app).signUp();
    const { body } = await hidden.save({
      visibility: "private",
      pipeline: [stop("Cedar Hideout", "Clerk", "2018-01-01", "2019-01-01")],
    });
    for (const path of [
      `/feeds/company/${newPublicId()}.atom`,
      `/feeds/company/${body.pipeline[0]?.companyId}.atom`,
      "/feeds/company/alder.atom",
      `/feeds/school/${newPublicId()}.atom`,
      "/feeds/title/no-such-title.atom",
      "/feeds/route.atom",
      "/feeds/route.atom?stop=nothing",
      "/feeds/person/x.atom",
    ])
      expect((await feed(path)).status, path).toBe(404);
  });

  it("of a merged company is that of the one it was taken into", async () => {
    const admin = await adminClient(app);
    await workers("Dogwood Works", 1);
    await workers("Elm Works", 1);
    const [dogwood, elm] = [await companyId(app, "Dogwood Works"), await companyId(app, "Elm Works")];
    await admin.call("POST", "/api/admin/companies/merge", { from: "Dogwood Works", into: "Elm Works" });
    const answer = await feed(`/feeds/company/${dogwood}.atom`);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, [`/feeds/company/${elm}.atom`]]);
  });

  it("of a further route takes the place of those that nobody reads, and of no others", async () => {
    const week = weekOf(new Date(clock.now));
    const fill = (weeksAgo: number) =>
      sql`
      insert into feed_route (query, since, asked_on)
      select 'filled=' || ${weeksAgo}::integer || '-' || n, now(), ${daysBefore(week, 7 * weeksAgo)}::date
      from generate_series(1, ${MAX_FEED_ROUTES} - (select count(*) from feed_route)) n`.execute(app.db);
    const isNoted = async (query: string): Promise<boolean> =>
      (await app.db.selectFrom("feed_route").select("query").where("query", "=", query).execute()).length === 1;
    const count = async (): Promise<number> => (await app.db.selectFrom("feed_route").select("query").execute()).length;
    // Feed readers ask every hour, so these are read.
    await fill(1);
    await feedOf("/feeds/route.atom?stop=level:lead");
    expect([await isNoted("stop=level:lead"), await count()]).toEqual([false, MAX_FEED_ROUTES]);
    await sql`delete from feed_route where query in (select query from feed_route where query like 'filled=%' limit 9)`.execute(
      app.db,
    );
    await fill(2);
    app.services.cache.purge(["*"]);
    await feedOf("/feeds/route.atom?stop=level:lead");
    expect([await isNoted("stop=level:lead"), await count()]).toEqual([true, MAX_FEED_ROUTES - 8]);
    const { rows } = await sql`select from feed_route where query like 'filled=2-%'`.execute(app.db);
    expect(rows).toEqual([]);
    await sql`delete from feed_route where query like 'filled=%'`.execute(app.db);
  });

  it("of a route is forgotten eight weeks after its last reader", async () => {
    const week = weekOf(new Date(clock.now));
    // A week passes until the next count.
    await sql`insert into feed_route (query, since, asked_on)
      values ('old=kept', now(), ${daysBefore(week, 49)}), ('old=gone', now(), ${daysBefore(week, 50)})`.execute(
      app.db,
    );
    await weeks.next();
    const left = app.db.selectFrom("feed_route").select("query").where("query", "like", "old=%");
    expect(await left.execute()).toEqual([{ query: "old=kept" }]);
    await app.db.deleteFrom("feed_route").where("query", "=", "old=kept").execute();
  });

  it("does not tell whether somebody follows the route", async () => {
    await workers("Fern Foundry", 5);
    await workers("Gorse Group", 5);
    const [fern, gorse] = [await companyId(app, "Fern Foundry"), await companyId(app, "Gorse Group")];
    const reader = await newReader(app);
    await follow(reader, "route", `stop=company:${fern}`);
    await weeks.next();
    const bare = (text: string): string => text.replaceAll(fern, "ID").replaceAll(gorse, "ID");
    const both = async (): Promise<[string, string]> => [
      bare((await feedOf(`/feeds/route.atom?stop=company:${fern}`)).replaceAll("Fern Foundry", "NAME")),
      bare((await feedOf(`/feeds/route.atom?stop=company:${gorse}`)).replaceAll("Gorse Group", "NAME")),
    ];
    const [followed, other] = await both();
    expect(titles(followed)).toEqual([]);
    expect(followed).toBe(other);
    await weeks.next();
    const [then, likewise] = await both();
    expect(titles(then)).toHaveLength(1);
    expect(then).toBe(likewise);
  });
});

describe("somebody who leaves the public", () => {
  it("is in no feed from the next batch on, and comes back with the next but one", async () => {
    const people = await workers("Heath House", 5);
    const path = `/feeds/company/${await companyId(app, "Heath House")}.atom`;
    await weeks.next();
    expect(titles(await feedOf(path))).toEqual(["5 people or more have worked at Heath House"]);
    expect((await people[0]?.save({ anonymous: true }))?.status).toBe(200);
    await weeks.next();
    expect(titles(await feedOf(path))).toEqual([]);
    await workers("Heath House", 1);
    await weeks.next();
    expect(titles(await feedOf(path))).toEqual(["5 people or more have worked at Heath House"]);
  });

  it("takes back no more than what is not so any longer", async () => {
    const people = await workers("Ivy Inc", 5);
    const path = `/feeds/company/${await companyId(app, "Ivy Inc")}.atom`;
    await weeks.next();
    people.push(...(await workers("Ivy Inc", 10)));
    await weeks.next();
    expect(titles(await feedOf(path))).toHaveLength(2);
    for (const person of people.slice(0, 3)) {
      await person.logIn();
      await person.save({ visibility: "private" });
    }
    await weeks.next();
    // Twelve are left: the number falls from 15 to 10.
    expect(titles(await feedOf(path))).toEqual([
      "10 people or more have worked at Ivy Inc",
      "5 people or more have worked at Ivy Inc",
    ]);
  });
});

describe("four throw-away accounts around one anonymous save", () => {
  /** Everything that letter and feed say of a company, week after week, with its name and id taken out. */
  async function watch(name: string, between: readonly (() => Promise<unknown>)[]): Promise<string[]> {
    const sybils = await workers(name, 4);
    expect(sybils).toHaveLength(4);
    const [reader, id] = [await newReader(app), await companyId(app, name)];
    const route = `stop=company:${id}&then=any&stop=any`;
    await follow(reader, "company", id);
    await follow(reader, "route", route);
    const seen: string[] = [];
    for (const act of between) {
      await act();
      await weeks.next();
      const emails = await weeks.emailsTo(reader.email);
      const feeds = [await feedOf(`/feeds/company/${id}.atom`), await feedOf(`/feeds/route.atom?${route}`)];
      seen.push(
        [...emails.map(({ text }) => text), ...feeds.map((text) => titles(text).join("\n"))]
          .join("\n--\n")
          .replaceAll(id, "ID")
          .replaceAll(name, "NAME"),
      );
    }
    return seen;
  }

  it("learn nothing: with somebody hidden there or not, every e-mail and feed is the same", async () => {
    const nothing = async (): Promise<void> => {};
    const someone: { user?: ApiUser } = {};
    const line = (title: string) => [stop("Juniper Joint", title, "2018-01-01", "2019-01-01")];
    const hidden = [
      async () => {
        someone.user = await new ApiUser(app).signUp();
        await someone.user.save({ anonymous: true, pipeline: line("Senior Software Engineer") });
      },
      async () => someone.user?.save({ pipeline: line("Staff Software Engineer") }),
      async () => someone.user?.save({ visibility: "private" }),
    ];
    const without = await watch("Kelp Kitchen", [nothing, nothing, nothing]);
    const withThem = await watch("Juniper Joint", hidden);
    expect(withThem).toEqual(without);
    // Proves that the watchers work: if the same person were public, the watchers would be told.
    const seen = await watch("Larch Labs", [async () => workers("Larch Labs", 1)]);
    expect(seen[0]).toContain("5 people or more have worked at NAME");
  });
});
