import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { AppError } from "#core/errors.ts";
import { PathService } from "#features/path/paths.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { createDemoDatabase, waitForPaths } from "#tests/helpers/path-site.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// The pages of the path engine as a browser without script gets them, on a site of demo people.

let database: TestDatabase;
let app: TestApp;
let visitor: ApiUser;
/** The company with the most people after an internship. */
let company: string;

beforeAll(async () => {
  const now = new Date();
  database = await createDemoDatabase(250, now);
  app = await startTestApp({ databaseUrl: database.url, now: () => now, pages: true });
  visitor = new ApiUser(app);
  await waitForPaths(app);
  type Next = { candidates: { group: string; stop: string; people: number }[] };
  const { body } = await visitor.call<Next>("GET", "/api/paths/next?stop=kind:intern");
  company = body.candidates.find((one) => one.group === "company")?.stop.slice("company:".length) ?? "";
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

/** A page's text, its tags and scripts left out. */
function textOf(html: string): string {
  return html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
}
const get = async (path: string) => {
  const answer = await sendRaw(app, { path });
  return { ...answer, said: textOf(answer.text), location: answer.headers.get("location")?.[0] };
};
const count = async (query: string): Promise<number | null> =>
  (await visitor.call<{ people: number | null }>("GET", `/api/paths/search?${query}`)).body.people;

const SEVERAL = 4;
const COUNTED = "Counted from the lines that anybody can see on this site";

describe("each page of figures", () => {
  it("says in one line whose lines are counted", async () => {
    const { body } = await visitor.call<{ lines: { profile: { _id: string; school: string } }[] }>(
      "GET",
      "/api/paths/search?stop=any&limit=48",
    );
    // The school of the most people here: with fewer than five it has no figures.
    const schools = body.lines.map(({ profile }) => profile.school).filter((id) => /^[0-9a-f]{24}$/.test(id));
    const often = (id: string): number => schools.filter((one) => one === id).length;
    const [school] = schools.toSorted((a, b) => often(b) - often(a));
    const line = body.lines[0]?.profile._id;
    for (const path of [
      `/search?stop=company:${company}`,
      "/search?stop=kind:intern&then=any,1m&stop=level:fellow",
      "/paths?to=title:mid-software",
      `/paths?from=kind:intern&to=company:${company}`,
      `/company/${company}`,
      `/school/${school}`,
      "/title/mid-software",
      `/compare?c=${company}`,
    ]) {
      const { status, said } = await get(path);
      expect([status, said.split(COUNTED).length - 1], path).toEqual([200, 1]);
    }
    expect((await get(`/like-me?line=${line}`)).said).toContain("Only pipelines that anybody can see.");
  });

  it("sends the people of an answer once: as markup, and not as data for the browser, too", async () => {
    const { body } = await visitor.call<{ lines: { profile: { _id: string } }[] }>(
      "GET",
      "/api/paths/search?stop=any&limit=48",
    );
    // Of these lines the first that several others are like.
    let line = "";
    for (const { profile } of body.lines) {
      const similar = await visitor.call<{ lines: unknown[] }>("GET", `/api/profile/similar/${profile._id}`);
      if (similar.body.lines.length < SEVERAL) continue;
      line = profile._id;
      break;
    }
    for (const path of [`/paths?from=kind:intern&to=company:${company}`, `/like-me?line=${line}`]) {
      const { text } = await get(path);
      const [, ...ends] = text.split("<script");
      const scripts = ends.map((end) => end.slice(0, end.indexOf("</script>"))).join("");
      const shown = [...text.replaceAll(/<script[\s\S]*?<\/script>/g, "").matchAll(/href="\/user\/([0-9a-f]{24})"/g)];
      const people = shown.map(([, id = ""]) => id);
      expect(people.length, path).toBeGreaterThanOrEqual(SEVERAL);
      expect(
        people.filter((id) => id !== line && scripts.includes(id)),
        path,
      ).toEqual([]);
    }
  });

  it("calls interns who did nothing else at a company by that name", async () => {
    expect((await get(`/company/${company}`)).said).toMatch(/Interned only/);
  });
});

describe("a route on /search", () => {
  it("says how many took it, as the call of the engine does, and draws each step with its people", async () => {
    const query = `stop=kind:intern&then=any&stop=company:${company}`;
    const people = await count(query);
    const { status, said, text } = await get(`/search?${query}`);
    expect(status).toBe(200);
    expect(people).toBeGreaterThan(4);
    expect(said).toContain(`${people} people took this route`);
    expect(said).toMatch(/Median time \d/);
    expect(text).toContain("one dot per person");
    expect(text.match(/data-step=/g)).toHaveLength(2);
    expect(text).toContain('name="robots" content="noindex"');
  });

  it("has every change of the route as a link", async () => {
    const { text } = await get(`/search?stop=kind:intern&then=any&stop=company:${company}&since=2000`);
    for (const [what, href] of [
      ["move", `/search?stop=company:${company}&amp;then=any&amp;stop=kind:intern&amp;since=2000`],
      ["remove", "/search?stop=kind:intern&amp;since=2000"],
      ["add", `/search?stop=kind:intern&amp;then=any&amp;stop=company:${company}&amp;since=2000&amp;add=end`],
      ["without the years", `/search?stop=kind:intern&amp;then=any&amp;stop=company:${company}"`],
      ["shortest", "sort=shortest"],
    ] as const)
      expect(text, what).toContain(href);
  });

  it("offers further stops with the people who would match, as the engine counts them", async () => {
    const { said, text } = await get(`/search?stop=company:${company}&add=end`);
    expect(said).toContain("Add a stop after");
    expect(said).toContain("Counts are people who would match. Under 5 is not listed.");
    const [, href = "", people = ""] =
      /href="(\/search\?[^"]+)" class="menu__i">[\s\S]*?<span class="faint num">(\d+)/.exec(text) ?? [];
    expect(await count(href.replace("/search?", "").replaceAll("&amp;", "&"))).toBe(Number(people));
    // A stop of the route is not offered once more, also where people came back to it.
    const offered = [...text.matchAll(/href="(\/search\?[^"]+)" class="menu__i">/g)].map(([, one = ""]) => one);
    expect(offered.filter((one) => one.split(company).length > 2)).toEqual([]);
  });

  it("counts the other way between two stops, and the countries, in a menu", async () => {
    const route = `stop=kind:intern&then=any&stop=company:${company}`;
    const next = await count(route.replace("any", "next"));
    expect((await get(`/search?${route}&between=0`)).said).toContain(`Next stop ${next} people`);
    const countries = await get(`/search?${route}&filter=country`);
    const [, code = "", people = ""] =
      /country=([A-Z]{2})"><span class="grow">[^<]+<\/span><span class="faint num">(\d+)/.exec(countries.text) ?? [];
    expect(await count(`${route}&country=${code}`)).toBe(Number(people));
    expect(Number(people)).toBeGreaterThan(4);
    expect(countries.said).toContain("Countries with fewer than 5 are not listed.");
    expect((await get(`/search?${route}&filter=years`)).said).toContain("Reached the last stop");
  });

  it("takes a plain form and leads to the route it stands for", async () => {
    const form = "facet=company&name=Google&as=intern&link=next&within=36&facet=level&name=Staff+or+above&as=";
    const { status, location } = await get(`/search?${form}`);
    expect([status, location]).toEqual([302, "/search?stop=company:Google,kind:intern&then=next,3y&stop=level:staff"]);
  });

  it("names a mistake at its row with the nearest names", async () => {
    const { status, said } = await get("/search?stop=company:Gogle");
    expect(status).toBe(400);
    expect(said).toMatch(/There is no company “Gogle”\. Did you mean .*Google/);
  });

  it("moves a school to the first place and says so; of nine stops it takes eight", async () => {
    const school = (await visitor.call<{ _id: string }[]>("GET", "/api/school/get/schools/stanford")).body[0]?._id;
    expect((await get(`/search?stop=any&stop=school:${school}`)).said).toContain(
      "A school can only be the first stop, so it was moved there.",
    );
    const nine = Array.from({ length: 9 }, () => "stop=any").join("&");
    expect((await get(`/search?${nine}`)).said).toContain("A route has at most 8 stops.");
  });

  it("says that nobody took a route, and which looser ones were taken", async () => {
    const { said } = await get(
      `/search?stop=company:${company},kind:intern&then=next,1m&stop=level:fellow&then=next,1m&stop=kind:intern`,
    );
    expect(said).toContain("No one to show yet");
    expect(said).toMatch(/Closest routes .*people.*One change first, then two\./);
  });

  it("is left alone by the search of a company", async () => {
    const { said } = await get("/search?company=google");
    expect(said).toMatch(/people stopped at Google/);
    expect(said).not.toContain("Build a route");
    const start = (await get("/search")).said;
    expect(start).toContain("Build a route");
    expect(start).toContain("Who stopped where?");
    expect(start).toMatch(/Start with one of these .*\d+ people/);
  });
});

describe("/paths", () => {
  it("has the numbers of the engine's call, in sentence, diagram and table", async () => {
    const query = `from=kind:intern&to=company:${company}`;
    type Ways = { people: number; links: { people: number }[] };
    const { body } = await visitor.call<Ways>("GET", `/api/paths/routes?${query}`);
    const { status, said } = await get(`/paths?${query}`);
    expect(status).toBe(200);
    expect(said).toContain(`People ${body.people}`);
    expect(said).toContain("The same as a table");
    expect(said).toMatch(/How do people get from .*Intern .* to /);
  });

  it("links to a search that finds as many people as it counts", async () => {
    const query = `from=kind:intern&to=company:${company}`;
    const { body } = await visitor.call<{ people: number }>("GET", `/api/paths/routes?${query}`);
    const { text } = await get(`/paths?${query}`);
    const [, asked = ""] = /href="\/search\?([^"]+)">Search this route/.exec(text) ?? [];
    expect(await count(asked.replaceAll("&amp;", "&"))).toBe(body.people);
  });

  it("lists the largest routes first in the table, and everybody else's last", async () => {
    const { text } = await get(`/paths?to=company:${company}`);
    const rows = text.matchAll(/<th scope="row">([^<]+)<\/th><td class="r">(\d+)<\/td>/g);
    const found = [...rows].map(([, name = "", people = ""]) => ({ name, people: Number(people) }));
    const companies = found.filter(({ name }) => name !== "Other stops, then other stops");
    expect(companies.length).toBeGreaterThan(1);
    expect(companies.map(({ people }) => people)).toEqual(
      companies.map(({ people }) => people).toSorted((a, b) => b - a),
    );
    expect(found.at(-1)?.name).toBe("Other stops, then other stops");
    // Five companies a column, straight there and all others are drawn.
    const firsts = new Set(found.map(({ name }) => name.split(", then ")[0]));
    expect(firsts.size).toBeLessThanOrEqual(7);
    const bars = text.matchAll(/class="ch-flow__name">([^<]+)</g);
    const drawn = new Set([...bars].map(([, name = ""]) => name));
    expect([...firsts].filter((name = "") => !drawn.has(name))).toEqual([]);
  });

  it("has a title's page that says how many get there, with the interval of that share", async () => {
    const { body } = await visitor.call<{
      curve: { years: { years: number; survival: number; low: number; high: number }[] };
    }>("GET", "/api/title/senior-software");
    const last = body.curve.years.at(-1);
    const [low, high] = [last?.high ?? 0, last?.low ?? 0].map((left) => `${Math.round((1 - left) * 100)}%`);
    expect((await get("/title/senior-software")).said).toContain(
      `are there ${last?.years} years after their first full-time job, likely between ${low} and ${high}.`,
    );
  });

  it("asks how people become something, under an address that search engines may keep", async () => {
    const { text } = await get("/paths?to=title:senior-software");
    expect(textOf(text)).toMatch(/How do people become a Senior Software Engineer/);
    expect(text).toMatch(/rel="canonical" href="[^"]+\/paths\?to=title:senior-software"/);
    // The page says which titles they came from.
    expect(text).toMatch(/<a [^>]*href="\/title\/senior-software"[^>]*>Title page/);
    expect((await get(`/paths?to=company:${company}`)).text).not.toContain("Title page");
    expect((await get(`/paths?from=kind:intern&to=company:${company}`)).text).toContain('content="noindex"');
  });

  it("asks something else, and something wider where fewer than five did", async () => {
    const hrefs = (text: string, title: string): string[] => {
      const [, ...after] = text.split(title);
      return [...after.join("").matchAll(/href="(\/paths\?[^"]+)"/g)].map(([, href = ""]) => href);
    };
    const [first = ""] = hrefs((await get("/paths")).text, "Start with one of these");
    const asked = hrefs((await get(first.replaceAll("&amp;", "&"))).text, "Also ask");
    expect(asked.length).toBeGreaterThan(0);
    expect(asked).not.toContain(first);
    const few = await get(`/paths?from=level:executive&to=company:${company},kind:intern`);
    expect(few.said).toMatch(/Fewer than 5 people|No one to show yet/);
    expect(hrefs(few.text, "Ask something wider")).toEqual([`/paths?to=company:${company},kind:intern`]);
  });

  it("swaps two stops, but never makes a school the goal", async () => {
    const { body } = await visitor.call<{ _id: string }[]>("GET", "/api/school/get/schools/stanford");
    const swap = async (from: string) => (await get(`/paths?from=${from}&to=company:${company}`)).said.includes("Swap");
    expect([await swap("level:senior"), await swap(`school:${body[0]?._id}`)]).toEqual([true, false]);
  });

  it("has its pickers as pages, and says what it could not read", async () => {
    expect((await get("/paths?to=level:senior&pick=from")).said).toMatch(/Schools .*\d+ people/);
    // One stop is not offered as both ends.
    expect((await get(`/paths?to=company:${company}&pick=from`)).text).not.toContain(`from=company:${company}&`);
    const wrong = await get("/paths?to=company:Gogle");
    expect([wrong.status, wrong.said.includes("Did you mean")]).toEqual([400, true]);
    expect((await get("/paths")).said).toMatch(/Start with one of these .*\d+ people/);
  });
});

describe("/like-me", () => {
  it("lines up any visible line, and knows nothing of one that is not there", async () => {
    type Found = { lines: { profile: { _id: string } }[] };
    const { body } = await visitor.call<Found>("GET", `/api/paths/search?stop=company:${company}&limit=1`);
    const { status, said } = await get(`/like-me?line=${body.lines[0]?.profile._id}`);
    expect(status).toBe(200);
    expect(said).toContain("What came next");
    expect(said).toContain("This is what others did, not a forecast.");
    expect((await get("/like-me?line=000000000000000000000000")).status).toBe(404);
  });

  it("lets a visitor choose a starting point", async () => {
    expect((await get("/like-me")).said).toContain("Choose a starting point.");
    const { status, said } = await get(`/like-me?school=&stop=${company}&as=intern`);
    expect(status).toBe(200);
    expect(said).toMatch(/started like this\./);
    const others = await get(`/like-me?school=&stop=${company}&as=full-time`);
    const people = (text: string): string | undefined => /([\w, ]+) people started like this\./.exec(text)?.[1];
    expect(people(others.said)).toBeDefined();
    expect(people(others.said)).not.toBe(people(said));
    // People with either of the two are counted, and the sentence says so.
    const [school] = (await visitor.call<{ _id: string }[]>("GET", "/api/school/get/schools/stanford")).body;
    const both = await get(`/like-me?school=${school?._id}&stop=${company}&as=intern`);
    expect(both.said).toMatch(/[\d,]+ people had the school or the stop so far\./);
    expect(both.said).not.toContain("started like this");
    // The number begins the sentence, also where it is a word.
    const [nobodys] = (await visitor.call<{ _id: string }[]>("GET", "/api/company/get/companies/zoom")).body;
    const few = await get(`/like-me?school=&stop=${nobodys?._id}&as=intern`);
    expect(few.said).toMatch(/(?:No one|Fewer than 5) started like this\./);
    expect((await get("/like-me?stop=Gogle")).said).toMatch(/There is no company “Gogle”/);
  });

  it("shows people their own line, a private one to nobody else", async () => {
    const person = new ApiUser(app);
    await person.signUp();
    await person.save({
      visibility: "private",
      pipeline: [stop("Google", "Software Engineer", "2020-01-01", "current")],
    });
    const own = await person.call("GET", "/like-me");
    expect(textOf(own.text)).toContain("Your line");
    expect((await get(`/like-me?line=${person.profileId}`)).status).toBe(404);
  });
});

describe("/ask", () => {
  it("leads to the route of a sentence, and says where it read none", async () => {
    const { status, location } = await get("/ask?q=interned%20at%20google%2C%20then%20microsoft%20within%205%20years");
    expect(status).toBe(302);
    expect(location).toMatch(/^\/search\?stop=company:[0-9a-f]{24},kind:intern&then=any,5y&stop=company:[0-9a-f]{24}$/);
    expect((await get("/ask?q=qwerty%20uiop")).said).toContain(
      "We could not read that as a route. Name a school, a company, a title or a level.",
    );
    expect((await get("/")).said).toMatch(/Ask the map One sentence in, real lines out\./);
  });
});

describe("what the engine does not answer", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("because too many people match: the page says the engine's own sentence", async () => {
    const message = "More than 120,000 people match. Name a company or a school to ask about fewer.";
    vi.spyOn(PathService.prototype, "ask").mockRejectedValue(new AppError("bad-request", { message }));
    const { status, said } = await get("/paths?to=level:manager&asked=1");
    expect([status, said]).toEqual([400, expect.stringContaining(message)]);
  });

  it.each([
    ["/paths?to=level:manager&asked=2", 503, "Paths are being read. Try again in a moment."],
    ["/search?stop=kind:intern&asked=2", 503, "We could not count this route. Try again."],
    ["/title/senior-software?asked=2", 503, "Paths are being read. Try again in a moment."],
  ])("because it has too much to do: %s asks to come again", async (path, status, words) => {
    vi.spyOn(PathService.prototype, "ask").mockRejectedValue(new AppError("overloaded", { retryAfter: 1 }));
    const answer = await get(path);
    expect([answer.status, answer.said]).toEqual([status, expect.stringContaining(words)]);
    expect(answer.said).not.toContain("Not found");
  });
});
