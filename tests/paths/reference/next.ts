/** GET /api/paths/next: candidates for a further step. */
import type { RouteLevel, Candidate, Route, RoleStep, Step } from "#features/path/pure/types.ts";
import { waysOf } from "./match.ts";
import type { World } from "./world.ts";

type NextStep = Pick<Candidate, "group" | "stop" | "people">;

const ANY: RoleStep = { of: "role", companies: [], titles: [], levels: [], kinds: [] };
/** "'junior or above' and 'mid or above', left out". */
const LEVELS: readonly RouteLevel[] = [
  ...(["senior", "lead", "staff", "principal", "distinguished", "fellow"] as const),
  ...(["manager", "director", "vp", "executive"] as const),
];

type Idea = { group: Candidate["group"]; stop: string; step: Step };

function ideasOf(world: World, isFirst: boolean): Idea[] {
  const roles = world.lines.flatMap((line) => line.roles);
  const companies = new Set(roles.map((role) => role.company).filter((id) => id !== ""));
  const titles = new Set(roles.map((role) => role.slug));
  const schools = new Set(world.lines.map((line) => line.school).filter((id) => id !== ""));
  return [
    ...LEVELS.map((one) => ({ group: "level" as const, stop: `level:${one}`, step: { ...ANY, levels: [one] } })),
    ...[...titles].map((one) => ({ group: "title" as const, stop: `title:${one}`, step: { ...ANY, titles: [one] } })),
    ...[...companies].map((one) => ({
      group: "company" as const,
      stop: `company:${one}`,
      step: { ...ANY, companies: [one] },
    })),
    ...(isFirst ? [...schools] : []).map((one) => ({
      group: "school" as const,
      stop: `school:${one}`,
      step: { of: "school" as const, school: one },
    })),
  ];
}

/**
 * "added at the end with `any`, everything but `now`, `since`, `until` kept; at least 5 people; those that every
 * remaining person satisfies […] left out; without `stop` they are first steps".
 */
export function nextSteps(asked: Route, world: World): NextStep[] {
  const route: Route = { ...asked, isNow: false, since: null, until: null };
  const isFirst = route.steps.length === 0;
  if (route.steps.length >= 8) return [];
  const remaining = isFirst
    ? world.lines.filter(
        (line) =>
          (route.country === null || line.country === route.country) &&
          (route.school === null || line.school === route.school),
      ).length
    : waysOf(route, world).length;
  return ideasOf(world, isFirst)
    .map(({ group, stop, step }) => {
      const links = isFirst ? [] : [...route.links, { between: "any" as const, limit: null }];
      const people = waysOf({ ...route, steps: [...route.steps, step], links }, world).length;
      return { group, stop, people };
    })
    .filter((one) => one.people >= 5 && one.people < remaining);
}
