/** "Lines like this one": section 7. */
import type { PathLine, PathRole, Similar } from "#features/path/pure/types.ts";
import { companyPlace, showCount, showCurve, showTable, type Span } from "./shown.ts";
import { careerStartOf, isToCome, startOf, stopsOf, type World } from "./world.ts";

type Since = Similar["since"];
type Trait = { what: "company" | "school" | "title"; id: string };
/** A pipeline up to an age: what it has, and when each company and the title began. */
type Past = { line: PathLine; origin: PathRole; until: number; school: string; begun: Map<string, number> };

const keyOf = (trait: Trait): string => `${trait.what}:${trait.id}`;

/** "months since career start (before it: since the first role)" */
function originOf(line: PathLine, since: Since): PathRole | undefined {
  const role = since === "career-start" ? careerStartOf(line) : line.roles[0];
  return role === undefined || isToCome(role) ? undefined : role;
}

/** What a pipeline had at an age; undefined for "only pipelines that have reached that age". */
function pastOf(line: PathLine, since: Since, months: number, today: number): Past | undefined {
  const origin = originOf(line, since);
  if (origin === undefined || today - startOf(origin, today) < months) return undefined;
  const until = startOf(origin, today) + months;
  const begun = new Map<string, number>();
  const add = (trait: Trait, role: PathRole): void => {
    const start = startOf(role, today);
    // The start of a company is that of the first role there.
    if (!isToCome(role) && start <= until && !begun.has(keyOf(trait))) begun.set(keyOf(trait), start);
  };
  for (const role of line.roles) if (role.company !== "") add({ what: "company", id: role.company }, role);
  const start = careerStartOf(line);
  if (start !== undefined) add({ what: "title", id: start.slug }, start);
  return { line, origin, until, school: line.school, begun };
}

/** What a pipeline has "at any age". */
function hasEver(line: PathLine, key: string): boolean {
  const start = careerStartOf(line);
  const own: Trait[] = [
    ...line.roles.filter((role) => role.company !== "").map((role) => ({ what: "company" as const, id: role.company })),
    ...(line.school === "" ? [] : [{ what: "school" as const, id: line.school }]),
    ...(start === undefined ? [] : [{ what: "title" as const, id: start.slug }]),
  ];
  return own.some((trait) => keyOf(trait) === key);
}

type Neighbour = { past: Past; shared: string[]; weight: number; apart: number };

/** Weights are compared as exactly as floats allow. */
const CLOSE = 1e-9;

function neighboursOf(own: Past, since: Since, months: number, world: World): Neighbour[] {
  const needed = own.line.roles.length === 1 ? 1 : 2;
  // The own line counts as one of the pipelines only where it is stored.
  const others = world.lines.filter((line) => line.id !== own.line.id);
  const found = others.flatMap((line) => {
    const past = pastOf(line, since, months, world.today);
    if (past === undefined) return [];
    const timed = [...own.begun.keys()].filter((key) => past.begun.has(key));
    const schools = own.school !== "" && own.school === past.school ? [keyOf({ what: "school", id: own.school })] : [];
    const shared = [...schools, ...timed];
    if (shared.length < needed) return [];
    const weights = shared.map((key) => {
      const having = world.lines.filter((one) => hasEver(one, key)).length;
      return Math.log(world.lines.length / having);
    });
    const apart = timed.map((key) => Math.abs((own.begun.get(key) ?? 0) - (past.begun.get(key) ?? 0)));
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    return [{ past, shared, weight: sum(weights), apart: sum(apart) }];
  });
  return found.toSorted((a, b) => {
    if (Math.abs(a.weight - b.weight) > CLOSE) return b.weight - a.weight;
    return a.apart - b.apart || (a.past.line.id < b.past.line.id ? -1 : 1);
  });
}

/**
 * "the first stop that begins after that age; those without one are censored today; one still to come counts in
 * `movedOn` and is censored too"
 */
function moveOf({ line, origin, until }: Past, today: number): { role: PathRole | undefined; span: Span } {
  const next = stopsOf(line, today).find((stop) => {
    const first = stop.roles[0];
    return first !== undefined && (isToCome(first) || startOf(first, today) > until);
  })?.roles[0];
  const hasEnded = next !== undefined && !isToCome(next);
  const isAbout = origin.isYear || (hasEnded && next.isYear);
  const months = (hasEnded ? startOf(next, today) : today) - until;
  return { role: next, span: { line, months, hasEnded, isAbout } };
}

export function similarTo(line: PathLine, world: World): Similar {
  const since: Since = originOf(line, "career-start") === undefined ? "first-role" : "career-start";
  const origin = originOf(line, since);
  const months = origin === undefined ? 0 : Math.max(0, world.today - startOf(origin, world.today));
  const own = pastOf(line, since, months, world.today);
  const neighbours = own === undefined ? [] : neighboursOf(own, since, months, world);
  const moves = neighbours.map(({ past }) => ({ line: past.line, ...moveOf(past, world.today) }));
  const moved = moves.filter(({ role }) => role !== undefined);
  const listed = neighbours.filter(({ past }) => neighbours.length >= 5 || past.line.isPublic);
  return {
    months,
    since,
    people: showCount(neighbours.map(({ past }) => past.line)),
    // "24; below 5 only public ones"
    lines: listed.slice(0, 24).map(({ past, shared }) => ({ profile: past.line.id, shared })),
    movedOn: showCount(moved.map((move) => move.line)),
    notYet: showCount(moves.filter(({ role }) => role === undefined).map((move) => move.line)),
    companies: showTable(moved.map((move) => ({ line: move.line, places: companyPlace(move.role) }))),
    titles: showTable(
      moved.map(({ line: of, role }) => ({ line: of, places: role ? [{ id: role.slug, name: role.slug }] : [] })),
    ),
    wait: showCurve(moves.map(({ span }) => span)),
  };
}
