import { describe, expect, it } from "vitest";
import { createPathEngine } from "#features/path/pure/engine.ts";
import { countLines } from "#features/path/pure/answers/count-lines.ts";
import { parseRoute } from "#features/path/pure/query/parse.ts";
import type { PathLine, Route } from "#features/path/pure/types.ts";
import { titleName } from "#features/title/classify.ts";
import { atomFeed } from "./atom.ts";
import { weekOf } from "#features/follow/rules.ts";

const id = (n: number): string => n.toString(16).padStart(24, "0");
const COMPANIES = [id(901), id(902), id(903)];
const TODAY = 2026 * 12 + 10;

/** A line through companies, one a year. */
function line(n: number, companies: readonly number[]): PathLine {
  return {
    id: id(n),
    isPublic: true,
    school: n % 2 === 0 ? id(800) : "",
    schoolName: n % 2 === 0 ? "Larch University" : "",
    country: n % 2 === 0 ? "NO" : "",
    roles: companies.map((company, position) => ({
      position,
      entry: id(10_000 + n * 10 + position),
      company: COMPANIES[company] ?? "",
      companyName: `Company ${company}`,
      title: "Software Engineer",
      kind: position === 0 ? "intern" : "full-time",
      family: "software",
      level: position === 0 ? "intern" : "mid",
      slug: position === 0 ? "intern-software" : "mid-software",
      start: TODAY - 60 + position * 12,
      end: TODAY - 50 + position * 12,
      isYear: false,
      phase: "past",
    })),
  };
}

function routeOf(query: string): Route {
  const known = (name: string) => ({ id: name });
  const parsed = parseRoute(new URLSearchParams(query), { company: known, school: known, title: known });
  if ("mistakes" in parsed) throw new Error(query);
  return parsed.route;
}

describe("routes counted piece by piece", () => {
  it("are counted as the path engine counts them", () => {
    const ways = [[0, 1], [0, 2, 1], [1, 0], [2], [0, 1, 2], []];
    const lines = Array.from({ length: 240 }, (_, n) => line(n, ways[n % ways.length] ?? []));
    const [a = "", b = ""] = COMPANIES;
    const routes = [
      `stop=company:${a}`,
      `stop=company:${a}&then=next&stop=company:${b}`,
      `stop=company:${a}&then=any&stop=company:${b}`,
      `stop=company:${a}&then=any,1y&stop=company:${b}`,
      "stop=kind:intern&then=any&stop=level:mid",
      `stop=school:${id(800)}&then=any&stop=company:${b}`,
      `stop=school:${id(800)}`,
      "stop=level:senior",
      "stop=any&country=NO",
    ].map(routeOf);
    const engine = createPathEngine({ today: TODAY, nameOfTitle: titleName });
    for (const one of lines) engine.put(one);
    const whole = engine.counts(routes);
    expect(whole.filter((count) => (count ?? 0) > 0).length).toBeGreaterThan(5);
    const parts = [lines.slice(0, 77), lines.slice(77, 78), lines.slice(78)].map((part) =>
      countLines(part, routes, TODAY),
    );
    const sums = routes.map((_, index) => parts.reduce((sum, part) => sum + (part[index] ?? 0), 0));
    expect(sums).toEqual(whole.map((count) => count ?? 0));
  });
});

describe("a week", () => {
  it("begins on Thursday, as the jobs of the week do", () => {
    expect(weekOf(new Date("2026-11-18T23:59:59Z"))).toBe("2026-11-12");
    expect(weekOf(new Date("2026-11-19T00:00:00Z"))).toBe("2026-11-19");
  });
});

describe("a feed", () => {
  it("escapes what stands in it, and leaves out what XML cannot hold", () => {
    const feed = atomFeed({
      title: 'A & B <"C"> \u0000\u{d800}',
      self: "https://pipelines.example/feeds/route.atom?stop=any&now=1",
      page: "https://pipelines.example/",
      subtitle: "",
      day: "2026-11-19",
      entries: [{ day: "2026-11-12", title: "5 people\u0001" }],
    });
    expect(feed).toContain("<title>A &amp; B &lt;&quot;C&quot;&gt; \ufffd</title>");
    expect(feed).toContain("stop=any&amp;now=1");
    expect(feed).toContain("<title>5 people</title>");
    expect(feed).toContain("<updated>2026-11-12T00:00:00Z</updated>");
  });
});
