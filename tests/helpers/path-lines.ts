/** Lines for tests of the path engine, written briefly. Today is November 2026. */
import { ANY_ROLE } from "#features/path/pure/route-parts.ts";
import type { RoleKind } from "#core/role-kind.ts";
import { createPathEngine } from "#features/path/pure/engine.ts";
import type { Level, PathEngine, PathLine, PathRole, RoleStep } from "#features/path/pure/types.ts";
import type { Phase } from "#features/pipeline/schema.ts";

export const TODAY = month("2026-11");

/** "2020-05" as a month number; "2020" as July of it. */
export function month(text: string): number {
  const [year, part] = text.split("-");
  return Number(year) * 12 + (part === undefined ? 7 : Number(part)) - 1;
}

/** A public id of a short name, or of a number. */
export function idOf(name: string | number): string {
  return Buffer.from(String(name).padStart(12, "0")).toString("hex").slice(0, 24);
}

export type BriefRole = {
  /** A name, or "" for a company without a page. */
  at: string;
  entry?: string;
  kind?: RoleKind;
  level?: Level;
  family?: string;
  title?: string;
  /** "2020-05", or "2020" for a date known to the year. */
  from: string;
  /** Absent: open. */
  to?: string;
};

function phaseOf(start: number, end: number | null): Phase {
  if (start > TODAY) return "incoming";
  return end === null || end >= TODAY ? "current" : "past";
}

function toRole(brief: BriefRole, position: number): PathRole {
  const { at, kind = "full-time", family = "software", from, to } = brief;
  const level = brief.level ?? (kind === "intern" || kind === "co-op" ? "intern" : "mid");
  const isYear = from.length === 4;
  const start = month(from);
  const end = to === undefined ? null : month(to);
  const isThisYear = isYear && from === "2026";
  return {
    position,
    entry: brief.entry ?? (at === "" ? `entry ${position}` : at),
    company: at === "" ? "" : idOf(at),
    companyName: at === "" ? "Undisclosed company" : at,
    title: brief.title ?? `${level} ${family}`,
    kind,
    family,
    level,
    slug: `${level}-${family}`,
    start,
    end,
    isYear,
    phase: phaseOf(isThisYear ? Math.min(start, TODAY) : start, end),
  };
}

export type BriefLine = {
  id: string | number;
  isPublic?: boolean;
  school?: string;
  country?: string;
  roles: BriefRole[];
};

export function toLine({ id, isPublic = true, school = "", country = "CA", roles }: BriefLine): PathLine {
  return {
    id: idOf(id),
    isPublic,
    school: school === "" ? "" : idOf(school),
    schoolName: school,
    country: school === "" ? "" : country,
    roles: roles.map(toRole),
  };
}

export function engineOf(lines: readonly BriefLine[], bounds: { mostOfEverybody?: number } = {}): PathEngine {
  const engine = createPathEngine({ today: TODAY, nameOfTitle: (slug) => slug, ...bounds });
  for (const line of lines) engine.put(toLine(line));
  return engine;
}

/** The same line several times, under ids of their own. */
export function times(count: number, line: Omit<BriefLine, "id">, prefix = "p"): BriefLine[] {
  return Array.from({ length: count }, (_, index) => ({ ...line, id: `${prefix}${index}` }));
}

export function roleStep(part: Partial<RoleStep> & { at?: string } = {}): RoleStep {
  const { at, ...rest } = part;
  return { ...ANY_ROLE, companies: at === undefined ? [] : [idOf(at)], ...rest };
}

export { routeOf } from "#features/path/pure/route-parts.ts";

export const PAGE = { sort: "recent", limit: 48, cursor: null } as const;
