/** GET /api/paths/flow: "counts each person once, from the stop of their first matching role, stop by stop". */
import type { Direction, Flow, FlowLink, Hop, PathLine, PathRole, Route, Step } from "#features/path/pure/types.ts";
import { holds } from "./match.ts";
import { isExact } from "./search.ts";
import { showCount, showTable } from "./shown.ts";
import { isInternship, isToCome, stopIndexOf, stopsOf, type Stop, type World } from "./world.ts";

/** The beginning of a person's flow: a role, or the school before all roles. */
type Beginning = { line: PathLine; role: PathRole | null };

type Goal = { kind: "company"; id: string; name: string } | { kind: "stayed" | "stillThere" | "ended" };
type Trip = { line: PathLine; goals: Goal[] };

/** "`stillThere` where a role of it is current or still to come, else `ended`". */
function isStillThere(stop: Stop | undefined): boolean {
  return stop?.roles.some((role) => role.phase === "current" || isToCome(role)) === true;
}

function goalOf(stop: Stop): Goal {
  return { kind: "company", id: stop.company, name: stop.roles[0]?.companyName ?? "" };
}

function tripAfter({ line, role }: Beginning, hops: number, world: World): Trip {
  const stops = stopsOf(line, world.today);
  let at = role === null ? -1 : stopIndexOf(stops, role);
  const goals: Goal[] = [];
  // "where the first matching role is an internship with a later full-time role in the same stop, the first hop is
  // `stayed` and the next goes on from there"
  const isStaying =
    role !== null &&
    isInternship(role) &&
    stops[at]?.roles.some((one) => one.position > role.position && one.kind === "full-time") === true;
  if (isStaying) goals.push({ kind: "stayed" });
  while (goals.length < hops) {
    const next = stops[at + 1];
    if (next === undefined) {
      goals.push({ kind: isStillThere(stops[at]) ? "stillThere" : "ended" });
      break;
    }
    goals.push(goalOf(next));
    at += 1;
  }
  return { line, goals };
}

/** "`before` counts those without an earlier stop as `ended`". */
function tripBefore({ line, role }: Beginning, hops: number, world: World): Trip {
  const stops = stopsOf(line, world.today);
  const at = role === null ? 0 : stopIndexOf(stops, role);
  const goals: Goal[] = [];
  for (let hop = 1; hop <= hops; hop += 1) {
    const earlier = stops[at - hop];
    if (earlier === undefined) {
      goals.push({ kind: "ended" });
      break;
    }
    goals.push(goalOf(earlier));
  }
  return { line, goals };
}

type Move = { line: PathLine; from: string; to: string };

/** "a link below 5 goes to `other` at its end, then on both sides". */
function foldLinks(moves: readonly Move[]): Move[] {
  const size = (move: Move, all: readonly Move[]): number =>
    new Set(all.filter((one) => one.from === move.from && one.to === move.to).map((one) => one.line)).size;
  const atEnd = moves.map((move) => (size(move, moves) < 5 ? { ...move, to: "other" } : move));
  return atEnd.map((move) => (size(move, atEnd) < 5 ? { ...move, from: "other", to: "other" } : move));
}

/** Links of one hop or of several columns: each folded by itself, and one link for each pair of nodes. */
export function showLinks(...columns: readonly (readonly Move[])[]): FlowLink[] {
  const both = columns.flatMap(foldLinks);
  const pairs = new Map(both.map((move) => [`${move.from} ${move.to}`, move]));
  const all = [...pairs.values()].map(({ from, to }) => ({
    from,
    to,
    people: showCount([
      ...new Set(both.filter((move) => move.from === from && move.to === to).map((move) => move.line)),
    ]),
  }));
  // "Where none of them is public it is shown like zero": no link has zero people.
  return all.filter(({ people }) => people !== 0);
}

function hopOf(trips: readonly Trip[], at: number, before: (line: PathLine) => string) {
  const here = trips.flatMap(({ line, goals }) => {
    const goal = goals[at];
    return goal === undefined ? [] : [{ line, goal }];
  });
  const kindOf = (kind: Goal["kind"]) => here.filter(({ goal }) => goal.kind === kind);
  const toCompanies = kindOf("company");
  const { rows, others } = showTable(
    toCompanies.map(({ line, goal }) => ({ line, places: goal.kind === "company" ? [goal] : [] })),
  );
  const shown = new Set(rows.map((row) => row.id));
  const isStayedShown = kindOf("stayed").length >= 5;
  // "A node below 5 goes to `other`".
  const nodeOf = (goal: Goal): string => {
    if (goal.kind === "stayed") return isStayedShown ? "stayed" : "other";
    return goal.kind === "company" && shown.has(goal.id) ? goal.id : "other";
  };
  const moving = here.filter(({ goal }) => goal.kind === "company" || goal.kind === "stayed");
  const nodes = new Map(moving.map(({ line, goal }) => [line, nodeOf(goal)]));
  const count = (kind: Goal["kind"]) => showCount(kindOf(kind).map(({ line }) => line));
  const hop: Hop = {
    people: showCount(here.map(({ line }) => line)),
    nodes: rows,
    others,
    stayed: count("stayed"),
    stillThere: count("stillThere"),
    ended: count("ended"),
    links: showLinks(moving.map(({ line, goal }) => ({ line, from: before(line), to: nodeOf(goal) }))),
  };
  return { hop, nodes };
}

export function flowFrom(people: readonly Beginning[], hops: number, direction: Direction, world: World): Flow {
  const trips = people.map((one) =>
    direction === "after" ? tripAfter(one, hops, world) : tripBefore(one, hops, world),
  );
  const shown: Hop[] = [];
  let before = (_line: PathLine): string => "start";
  // "There are as many hops as asked for."
  for (let at = 0; at < hops; at += 1) {
    const { hop, nodes } = hopOf(trips, at, before);
    shown.push(hop);
    before = (line) => nodes.get(line) ?? "other";
  }
  return { people: showCount(people.map(({ line }) => line)), hops: shown };
}

function routeOfOne(step: Step): Route {
  const none = { country: null, school: null, since: null, until: null };
  return { ...none, steps: [step], links: [], isFirst: false, isNow: false };
}

export function beginningsOf(step: Step, world: World): Beginning[] {
  if (step.of === "school") {
    return world.lines.filter((line) => line.school === step.school).map((line) => ({ line, role: null }));
  }
  return world.lines.flatMap((line) => {
    const role = line.roles.find((one) => holds(one, step));
    return role === undefined ? [] : [{ line, role }];
  });
}

/** "How many people visibly worked at one company, or went to one school, is exact (one facet […] no filter)". */
export function exactly(shown: Flow, people: readonly Beginning[], isWhole: boolean): Flow {
  return isWhole ? { ...shown, people: people.length } : shown;
}

export function flow(step: Step, hops: number, direction: Direction, world: World): Flow {
  const people = beginningsOf(step, world);
  const isAny = step.of === "role" && step.companies.length === 0;
  return exactly(flowFrom(people, hops, direction, world), people, !isAny && isExact(routeOfOne(step)));
}
