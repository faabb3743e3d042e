/**
 * Pipelines written by hand, with one word per role: "intern. 2018-05..2018-08" or "full-time. 2020.." (a year alone).
 */
import type { RoleKind } from "#core/role-kind.ts";
import type { Level, PathLine, PathRole, RoleStep } from "#features/path/pure/types.ts";

/** November 2026. */
export const TODAY = 2026 * 12 + 10;

function monthOf(text: string): number {
  const [year, month] = text.split("-").map(Number);
  return (year ?? 0) * 12 + (month ?? 7) - 1;
}

function roleOf(text: string, line: string, position: number): PathRole {
  const match = /^([a-z-]+)@([A-Z?])(?: ([a-z]+)-([a-z]+))? ([\d-]+)\.\.([\d-]*)$/.exec(text);
  if (match === null) throw new Error(`not a role: ${text}`);
  const [, kind, name, level = "mid", family = "software", from = "", to = ""] = match;
  const [start, end] = [monthOf(from), to === "" ? null : monthOf(to)];
  return {
    position,
    entry: `${line}-${name}`,
    company: name === "?" ? "" : (name ?? ""),
    companyName: name ?? "",
    title: `${level} ${family}`,
    kind: kind as RoleKind,
    family,
    level: level as Level,
    slug: `${level}-${family}`,
    start,
    end,
    isYear: !from.includes("-"),
    phase: start > TODAY ? "incoming" : end === null || end >= TODAY ? "current" : "past",
  };
}

export function lineOf(id: string, roles: string, school = ""): PathLine {
  const parts = roles.split(", ").map((text, at) => roleOf(text, id, at));
  return { id, isPublic: true, school, schoolName: school, country: school === "" ? "" : "CA", roles: parts };
}

/** The same line for several people. */
export function copies(count: number, roles: string, school = "", prefix = "person"): PathLine[] {
  return Array.from({ length: count }, (_, at) => lineOf(`${prefix}${at}`, roles, school));
}

export function stepOf(facets: Partial<RoleStep>): RoleStep {
  return { of: "role", companies: [], titles: [], levels: [], kinds: [], ...facets };
}

export { routeOf } from "#features/path/pure/route-parts.ts";
