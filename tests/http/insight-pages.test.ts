import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readCompanyPage } from "#features/company/read.server.ts";
import { readComparison } from "#features/insight/read.server.ts";
import type { Paths } from "#features/path/pure/calls.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { createDemoDatabase, waitForPaths } from "#tests/helpers/path-site.ts";
import { noteStatements, readsOf } from "#tests/helpers/plans.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";

// The pages that show what pipelines say, on a site of demo people, beside the calls they share their numbers with.

const PEOPLE = 400;

let database: TestDatabase;
let app: TestApp;
let visitor: ApiUser;
/** The statuses of a title's page and picture before anything was read. */
let early: { page: number; picture: number; compare: number; company: number };
let companies: { _id: string; displayName: string }[];

type Count = number | null;
type Shown = {
  conversion: { all: { people: number; of: number } | null };
  stays: { own: { people: Count; ended: Count; median: { months: number } | null } };
  after: { people: Count };
  schools: { rows: { id: string; name: string; people: number }[] };
};

beforeAll(async () => {
  const now = new Date();
  database = await createDemoDatabase(PEOPLE, now);
  app = await startTestApp({
    databaseUrl: database.url,
    now: () => now,
    pages: true,
    env: { BASE_URL: "https://pipelines.example" },
  });
  visitor = new ApiUser(app);
  early = {
    page: (await get("/title/mid-software")).status,
    picture: (await get("/link-pictures/title/mid-software.png")).status,
    compare: (await get("/compare?c=google")).status,
    company: (await get("/company/google")).status,
  };
  await waitForPaths(app);
  companies = [];
  for (const name of ["google", "microsoft", "amazon"]) {
    const { body } = await visitor.call<{ _id: string; displayName: string }>("GET", `/api/company/getBy?name=${name}`);
    companies.push(body);
  }
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

async function get(path: string): Promise<{ status: number; html: string; headers: Headers }> {
  const answer = await fetch(`${app.url}${path}`, { redirect: "manual" });
  return { status: answer.status, html: await answer.text(), headers: answer.headers };
}

function headsOf(html: string): Map<string, string> {
  const heads = new Map<string, string>();
  for (const [tag] of html.matchAll(/<(?:meta|link)[^>]+>/g)) {
    const of = (name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    const key = of("property") ?? of("name") ?? of("rel");
    if (key !== undefined) heads.set(key, of("content") ?? of("href") ?? "");
  }
  heads.set("title", /<title>([^<]*)</.exec(html)?.[1] ?? "");
  return heads;
}

/** The words of a page's own part, without its markup. */
function wordsOf(html: string): string {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  return main
    .replace(/<!--.*?-->|<\/?(?:b|span|small)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
}

const id = (n: number): string => companies[n]?._id ?? "";

describe("the pages of figures", () => {
  it("say that lines are being read until they are, and are not kept like that", async () => {
    expect(early).toEqual({ page: 503, picture: 503, compare: 503, company: 200 });
    expect((await get("/title/mid-software")).status).toBe(200);
    expect(wordsOf((await get("/company/google")).html)).toContain("Before and after");
  });

  it("a company's says what its call says, each figure with its table and how it is counted", async () => {
    const { body } = await visitor.call<Shown>("GET", `/api/company/${id(0)}/insights`);
    const { html } = await get(`/company/${id(0)}`);
    const words = wordsOf(html);
    const { all } = body.conversion;
    expect(all).not.toBeNull();
    expect(words).toContain(`${all?.people} of ${all?.of}, likely between`);
    const { own } = body.stays;
    expect(words).toContain(`${own.people} people with full-time stays, of whom ${own.ended} have left.`);
    expect(words).toContain(`${body.after.people} people.`);
    for (const title of ["Intern to full-time", "How long people stay", "Before and after", "Careers after"])
      expect(html).toMatch(new RegExp(`<h2[^>]*>${title}</h2>`));
    expect(words.match(/How it is counted\./g)?.length).toBeGreaterThanOrEqual(5);
    for (const caption of ["Interns who came back or stayed", "Stop before: ", "Next stop: ", "Levels by years after"])
      expect(html).toContain(`<caption>${caption}`);
    expect(words).toContain("Prior Companies");
    expect(words).toContain("Next Companies");
    // One drawing of where people came from and went to, not two.
    expect(html).not.toContain("flow__picture");
  });

  it("the data that the router fetches has the drawn parts, and is sent compressed, of a route search too", async () => {
    for (const path of [`/company/${id(0)}.data`, `/search.data?stop=company:${id(0)}&stop=any`]) {
      const ask = (encoding: string) => fetch(`${app.url}${path}`, { headers: { "accept-encoding": encoding } });
      const plain = await ask("identity");
      expect(plain.headers.get("content-type")).toMatch(/^text\/x-script/);
      expect(plain.headers.get("content-encoding")).toBeNull();
      const packed = await ask("br");
      expect(packed.headers.get("content-encoding")).toBe("br");
      expect(packed.headers.get("vary")).toContain("accept-encoding");
      const text = await plain.text();
      expect(text).toContain("<ul");
      expect(await packed.text()).toBe(text);
      expect(Number(packed.headers.get("content-length"))).toBeLessThan(text.length / 3);
    }
  });

  it("a company's switch is a link, and what it does not know is the page without it", async () => {
    const { html } = await get(`/company/${id(0)}?kind=intern`);
    expect(html).toMatch(/<a href="\?kind=intern#stay"[^>]*aria-current="true"/);
    expect(headsOf(html).get("canonical")).toBe(`https://pipelines.example/company/${id(0)}`);
    expect(wordsOf(html)).toContain("people with internships");
    expect((await get(`/company/${id(0)}?kind=nonsense`)).status).toBe(200);
  });

  it("a school's says where its people went and their levels", async () => {
    const { body } = await visitor.call<Shown>("GET", `/api/company/${id(0)}/insights`);
    const school = body.schools.rows[0];
    expect(school).toBeDefined();
    const { html } = await get(`/school/${school?.id}`);
    const shown = await visitor.call<{ after: { people: number } }>("GET", `/api/school/${school?.id}/insights`);
    expect(html).toMatch(/<h2[^>]*>Where did they go\?<\/h2>/);
    expect(html).toContain("<caption>First stop: ");
    expect(wordsOf(html)).toContain(`${shown.body.after.people} people.`);
    expect(wordsOf(html)).toContain("Most Common Companies");
  });

  it("a title's has its numbers in page, description, picture and sitemap, from five people on", async () => {
    const { body } = await visitor.call<{ titles: { slug: string; name: string; people: Count }[] }>(
      "GET",
      "/api/title",
    );
    const known = body.titles.filter((one) => one.people !== null && one.people >= 5);
    const few = body.titles.find((one) => one.people === null);
    const { html } = await get("/title/senior-software");
    const senior = known.find((one) => one.slug === "senior-software");
    expect(wordsOf(html)).toContain(`How ${senior?.people} people became one.`);
    const heads = headsOf(html);
    expect(heads.get("canonical")).toBe("https://pipelines.example/title/senior-software");
    expect(heads.get("description")).toContain(`How ${senior?.people} people became`);
    expect(heads.get("og:image")).toBe("https://pipelines.example/link-pictures/title/senior-software.png");
    expect(heads.has("robots")).toBe(false);
    const picture = await get("/link-pictures/title/senior-software.png");
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);

    const map = (await get("/sitemaps/titles.xml")).html;
    expect(map.match(/<loc>/g)?.length).toBe(known.length);
    expect(map).toContain("https://pipelines.example/title/senior-software<");
    expect((await get("/sitemaps/pages.xml")).html).toContain("https://pipelines.example/compare<");

    const { html: little } = await get(`/title/${few?.slug}`);
    expect(wordsOf(little)).toContain("Fewer than 5 people.");
    expect(headsOf((await get(`/paths?to=title:${few?.slug}`)).html).get("robots")).toBe("noindex");
    expect(headsOf(little).get("robots")).toBe("noindex");
    expect(map).not.toContain(`/title/${few?.slug}<`);
    expect((await get("/title/no-such-title")).status).toBe(404);
    expect((await get("/link-pictures/title/no-such-title.png")).status).toBe(404);
  });

  it("a title's says in bars and by company what its call says", async () => {
    type Row = {
      name: string;
      people: number;
      months: { median: number } | null;
      promotedInside: { of: number } | null;
    };
    const { body } = await visitor.call<{
      wholeYears: { since: number; until: number | null; people: number }[];
      firstAt: { rows: Row[] };
      months: { median: number };
      promoted: number;
      hired: number;
    }>("GET", "/api/title/senior-software");
    const { html } = await get("/title/senior-software");
    const words = wordsOf(html);
    const { wholeYears, firstAt, promoted, hired } = body;
    expect(words).toMatch(new RegExp(`Moved company for it ${Math.round((100 * hired) / (promoted + hired))} ?%`));
    expect(wholeYears.length).toBeGreaterThan(2);
    expect(wholeYears.every((group) => group.people >= 5)).toBe(true);
    expect([wholeYears[0]?.since, wholeYears.at(-1)?.until]).toEqual([0, null]);
    const people = wholeYears.reduce((sum, group) => sum + group.people, 0);
    expect(html).toMatch(new RegExp(`<h2[^>]*>How the ${people} spread out</h2>`));
    expect(html).toContain("<caption>Whole years from the first full-time job</caption>");
    const [most] = firstAt.rows;
    expect(most?.months).not.toBeNull();
    expect(words).toMatch(new RegExp(`First held the title .* at .*${most?.name} ${most?.people} `));
    expect(html).toMatch(/aria-label="[^"]+: median (?:about )?[\dyrmo ]+, middle half /);
    const { html: first } = await get("/title/mid-software");
    expect(first).not.toContain("spread out");
    expect(first).toMatch(/<h2[^>]*>At which companies<\/h2>/);
  });

  it("names of companies lead to one address, which puts the same numbers side by side and is not indexed", async () => {
    const asked = await get("/compare?c=Google&c=microsoft&c=google&c=");
    expect([asked.status, asked.headers.get("location")]).toEqual([302, `/compare?c=${id(0)}&c=${id(1)}`]);
    const { status, html } = await get(`/compare?c=${id(0)}&c=${id(1)}&c=${id(2)}`);
    expect(status).toBe(200);
    const words = wordsOf(html);
    for (const n of [0, 1, 2]) {
      const { body } = await visitor.call<Shown>("GET", `/api/company/${id(n)}/insights`);
      const { all } = body.conversion;
      if (all !== null) expect(words).toContain(`${all.people} of ${all.of}, likely`);
      expect(html).toContain(`Remove ${companies[n]?.displayName}`);
    }
    expect(headsOf(html).get("robots")).toBe("noindex");
    expect(headsOf(html).get("title")).toBe("Google, Microsoft and Amazon compared – Pipelines");
    // Without script, a link that the browser's own menu copies.
    expect(html.replaceAll("&amp;", "&")).toMatch(
      new RegExp(`<a class="btn[^>]*href="/compare\\?c=${id(0)}&c=${id(1)}&c=${id(2)}"[^>]*>.*?Copy link`),
    );
    const bare = await get("/compare");
    expect(bare.html).not.toContain("Copy link");
    // Pairs of the largest companies to begin with.
    const { body: most } = await visitor.call<typeof companies>("GET", "/api/company/get/companies");
    const pairs = [...bare.html.replaceAll("&amp;", "&").matchAll(/href="(\/compare\?c=[^"]+)">([^<]+)</g)];
    expect(pairs.map(([, href, names]) => ({ href, names }))).toEqual(
      [0, 2, 4].map((n) => ({
        href: `/compare?c=${most[n]?._id}&c=${most[n + 1]?._id}`,
        names: `${most[n]?.displayName} and ${most[n + 1]?.displayName}`,
      })),
    );
    expect(html).not.toContain("Start with one of these");
    expect(headsOf(bare.html).get("canonical")).toBe("https://pipelines.example/compare");
    expect(headsOf(bare.html).has("robots")).toBe(false);
    expect(headsOf((await get(`/compare?c=${id(0)}`)).html).get("robots")).toBe("noindex");
  });

  it("a name that nobody has is told at the field, and a fifth company is left out", async () => {
    const { status, html } = await get(`/compare?c=${id(0)}&c=no%20such%20company%20anywhere`);
    expect(status).toBe(200);
    expect(wordsOf(html)).toContain("No company on this site with the name “no such company anywhere”.");
    const many = await get("/compare?c=google&c=microsoft&c=amazon&c=meta&c=apple");
    const location = many.headers.get("location") ?? "";
    expect(location.match(/c=/g)).toHaveLength(4);
    const most = "At most 4 companies fit side by side. Remove one to add another.";
    expect(wordsOf((await get(location)).html)).toContain(most);
    expect(wordsOf(html)).not.toContain(most);
  });

  it("somebody who withdraws is out of a kept page at once", async () => {
    const before = wordsOf((await get("/title/mid-software")).html);
    const { body } = await visitor.call<{ people: number }>("GET", "/api/title/mid-software");
    expect(before).toContain(`How ${body.people} people became one.`);
    const person = await new ApiUser(app).signUp();
    const saved = await person.save({
      firstName: "Flora",
      lastName: "Testperson",
      pipeline: [
        {
          companyId: "",
          companyName: "Google",
          title: "Software Engineer",
          startDate: "2019-01-01",
          endDate: "2200-12-02",
          isIndefinite: true,
          rating: 0,
        },
      ],
    });
    expect(saved.status, saved.text).toBe(200);
    const count = async (): Promise<string> =>
      /How ([\d,]+) people/.exec(wordsOf((await get("/title/mid-software")).html))?.[1] ?? "";
    await expect.poll(count, { timeout: 5_000 }).toBe(String(body.people + 1));
    await person.save({ visibility: "private" });
    expect(await count()).toBe(String(body.people));
  });
});

it("L16: the page of a title forgets the name of somebody who goes anonymous at once", async () => {
  const user = await new ApiUser(app).signUp();
  const saved = await user.save({
    firstName: "Leavingly",
    pipeline: [stop("Leaving Works", "Legal Fellow", "2024-01-01", "current")],
  });
  expect(saved.status, saved.text).toBe(200);
  const role = saved.body.pipeline[0]?.roles[0] as { level: string; family: string } | undefined;
  const slug = `${role?.level}-${role?.family}`;
  await expect.poll(async () => (await get(`/title/${slug}`)).html, { timeout: 10_000 }).toContain("Leavingly");
  expect((await user.save({ anonymous: true })).status).toBe(200);
  const after = await get(`/title/${slug}`);
  expect(after.html).not.toContain("Leavingly");
  expect(after.html).not.toContain(saved.body._id);
});

describe("a comparison", () => {
  it("reads each company by one statement, without its neighbours", async () => {
    const { db, statements } = noteStatements(database.url);
    const read = async (ids: readonly string[]) => {
      statements.length = 0;
      const asking = vi.fn<Paths["ask"]>().mockResolvedValue({ after: { hops: [] } } as never);
      const found = await readComparison({ db, paths: { isReady: () => true, ask: asking }, minRaters: 3 }, ids);
      return { found, asked: asking.mock.calls.length };
    };
    const [one = "", other = ""] = companies.map(({ _id }) => _id);
    const { found, asked } = await read([one, other, one]);
    expect(found).toMatchObject({ companies: [{ company: { _id: one } }, { company: { _id: other } }], unknown: [] });
    expect([statements.length, asked]).toEqual([3, 2]);
    for (const statement of statements) expect((await readsOf(app.db, statement)).has("company_move")).toBe(false);
    await db.destroy();
  });
});

describe("a page of people", () => {
  it("reads each of their stops and roles once, and the numbers of a company only if it is not listed", async () => {
    const { db, statements } = noteStatements(database.url);
    const found = await readCompanyPage(db, { idOrName: companies[0]?._id ?? "", today: "2026-11-15", minRaters: 3 });
    await db.destroy();
    const cards = statements.at(-1);
    if (!found || !cards) throw new Error("The company has no people.");
    const pipelines = found.cards.map(({ pipeline }) => pipeline ?? []);
    const reads = await readsOf(app.db, cards);
    // The list itself reads one stop of each person. It asks for one person more than it shows.
    const [stops = 0, roles = 0] = [reads.get("stop"), reads.get("role")];
    const people = found.cards.length;
    const shown = pipelines.reduce((sum, { length }) => sum + length, 0);
    expect(people).toBeGreaterThan(5);
    expect(roles).toBeGreaterThanOrEqual(shown);
    expect(stops - people).toBeLessThan(roles);
    expect(reads.get("company") ?? 0).toBeLessThanOrEqual(stops);
    expect(reads.get("company_stats") ?? 0).toBeLessThan(stops / 2);
  });
});
