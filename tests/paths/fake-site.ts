/**
 * A site that answers from the reference alone. The recount must find nothing wrong in it, and must find a planted
 * fault.
 */
import type { PathLine, PathRole } from "#features/path/pure/types.ts";
import { routeOf } from "./recount/query.ts";
import { company } from "./reference/company.ts";
import { flow } from "./reference/flow.ts";
import { looserRoutes } from "./reference/looser.ts";
import { nextSteps } from "./reference/next.ts";
import { routes } from "./reference/routes.ts";
import { school } from "./reference/school.ts";
import { search } from "./reference/search.ts";
import { similarTo } from "./reference/similar.ts";
import { title, titles } from "./reference/titles.ts";
import type { World } from "./reference/world.ts";
import { queryText } from "./query-text.ts";

function dateOf(month: number): string {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-01`;
}

function roleShown(role: PathRole) {
  const { title: text, kind, family, level, position, phase } = role;
  return {
    title: text,
    kind,
    family,
    level,
    position,
    phase,
    startDate: dateOf(role.start),
    endDate: role.end === null ? "2200-12-02" : dateOf(role.end),
    isIndefinite: role.end === null,
    datePrecision: role.isYear ? "year" : "month",
  };
}

function profileShown(line: PathLine) {
  const entries = Map.groupBy(line.roles, (role) => role.entry);
  return {
    _id: line.id,
    anonymous: !line.isPublic,
    school: line.school,
    schoolName: line.schoolName,
    schoolCountryCode: line.country,
    pipeline: [...entries].map(([entry, roles]) => ({
      _id: entry,
      companyId: roles[0]?.company === "" ? entry : roles[0]?.company,
      displayName: roles[0]?.companyName,
      roles: roles.map(roleShown),
    })),
  };
}

type Lines = readonly { profile: string; matched: readonly number[]; months: number | null }[];

export function fakeSite(world: World): typeof fetch {
  const known = new Map(world.lines.map((line) => [line.id, line]));
  const shown = (id: string) => {
    const line = known.get(id);
    return line === undefined ? null : profileShown(line);
  };
  const linesShown = (lines: Lines) =>
    lines.map(({ profile, matched, months }) => ({
      profile: shown(profile),
      matched: matched.map((position) => ({ entry: known.get(profile)?.roles[position]?.entry, position })),
      months,
    }));
  const withLines = <T extends { lines: Lines }>(answer: T) => ({
    ...answer,
    lines: linesShown(answer.lines.slice(0, 12)),
  });

  const searchPage = (url: URL) => {
    const route = routeOf(url.search);
    const answer = search(route, url.searchParams.get("sort") === "shortest" ? "shortest" : "recent", world);
    const from = Number(url.searchParams.get("cursor") ?? "0");
    const limit = Number(url.searchParams.get("limit"));
    const looser = looserRoutes(route, world, queryText).map((one) => ({
      query: queryText(one.route),
      people: one.people,
      change: "",
    }));
    url.searchParams.set("cursor", String(from + limit));
    const body = { ...answer, lines: linesShown(answer.lines.slice(from, from + limit)), looser };
    return { body, next: from + limit < answer.lines.length ? url.pathname + url.search : undefined };
  };

  const bodyOf = (url: URL): unknown => {
    const asked = url.searchParams;
    const year = (name: string) => (asked.has(name) ? Number(asked.get(name)) : null);
    const years = { since: year("since"), until: year("until") };
    const steps = (name: string) => routeOf(`stop=${asked.get(name) ?? "any"}`).steps[0];
    const [, , what = "", id = ""] = url.pathname.split("/");
    if (url.pathname === "/api/profile/random") return world.lines.slice(0, 3).map(profileShown);
    if (url.pathname.startsWith("/api/company/employees/")) {
      return world.lines
        .filter((line) => line.roles.some((role) => url.pathname.endsWith(role.company)))
        .map(profileShown);
    }
    if (url.pathname === "/api/paths/next") return { candidates: nextSteps(routeOf(url.search), world) };
    if (url.pathname === "/api/paths/routes") {
      const { country, school: at } = routeOf(url.search);
      const to = steps("to");
      if (to?.of !== "role") return null;
      const from = asked.has("from") ? (steps("from") ?? null) : null;
      return withLines(routes({ ...years, country, school: at, from, to }, world));
    }
    const stop = steps("stop");
    if (url.pathname === "/api/paths/flow" && stop !== undefined) {
      return flow(stop, Number(asked.get("hops")), asked.get("direction") === "before" ? "before" : "after", world);
    }
    if (what === "company") {
      const kind = (["full-time", "intern"] as const).find((one) => one === asked.get("kind")) ?? "everyone";
      return company({ ...years, company: id, kind }, world);
    }
    if (what === "school") return school({ ...years, school: id }, world);
    if (url.pathname === "/api/title") return { titles: titles(world) };
    const held = what === "title" ? title(id, world) : undefined;
    if (held !== undefined) return withLines(held);
    const line = known.get(id);
    if (line === undefined) return null;
    const similar = similarTo(line, world);
    return { ...similar, lines: similar.lines.map(({ profile, shared }) => ({ profile: shown(profile), shared })) };
  };

  return async (input) => {
    const url = new URL(String(input));
    const page: { body: unknown; next?: string | undefined } =
      url.pathname === "/api/paths/search" ? searchPage(url) : { body: bodyOf(url) };
    const headers = new Headers({ date: new Date(`${dateOf(world.today)}T12:00:00Z`).toUTCString() });
    if (page.next !== undefined) headers.set("link", `<${page.next}>; rel="next"`);
    return new Response(JSON.stringify(page.body), { status: page.body === null ? 404 : 200, headers });
  };
}
