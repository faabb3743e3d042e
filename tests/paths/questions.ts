/** Random questions to the path engine, over any words: facets, links, limits, anchors and filters. */
import { ROLE_KINDS } from "#core/role-kind.ts";
import fc from "fast-check";
import type {
  RouteLevel,
  CompanyQuestion,
  FlowQuestion,
  Link,
  PathLine,
  PathRole,
  Route,
  RoutesQuestion,
  RoleStep,
  SchoolQuestion,
  Step,
} from "#features/path/pure/types.ts";

/** Names that a question may contain; none of the lists is empty. */
export type Words = {
  companies: readonly string[];
  schools: readonly string[];
  countries: readonly string[];
  slugs: readonly string[];
};

const ASKED: readonly RouteLevel[] = [
  ...(["junior", "mid", "senior", "lead", "staff", "principal", "distinguished", "fellow"] as const),
  ...(["manager", "director", "vp", "executive"] as const),
];

/** One or two values; with a weight, mostly none. */
function some<T>(values: readonly T[], noneWeight: number): fc.Arbitrary<T[]> {
  const few = fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 });
  return fc.oneof({ weight: noneWeight, arbitrary: fc.constant<T[]>([]) }, few);
}

const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, arbitrary);
const rarelyTrue = fc.constantFrom(false, false, false, false, true);
const year = fc.integer({ min: 2012, max: 2028 });
const years = { since: rarely(year), until: rarely(year) };

const link: fc.Arbitrary<Link> = fc.record({
  between: fc.constantFrom("any" as const, "any" as const, "next" as const),
  limit: fc.option(fc.constantFrom(1, 3, 12, 18, 24, 72), { freq: 1 }),
});

function stepsAbout({ companies, schools, slugs }: Words): {
  roleStep: fc.Arbitrary<RoleStep>;
  step: fc.Arbitrary<Step>;
} {
  const anyFacets = fc.record({
    of: fc.constant("role" as const),
    companies: some(companies, 1),
    titles: some(slugs, 6),
    levels: some(ASKED, 3),
    kinds: some(ROLE_KINDS, 3),
  });
  const oneCompany = fc.constantFrom(...companies).map((company) => ({
    of: "role" as const,
    companies: [company],
    titles: [],
    levels: [],
    kinds: [],
  }));
  const roleStep = fc.oneof(anyFacets, oneCompany);
  const schoolStep = fc.constantFrom(...schools).map((school) => ({ of: "school" as const, school }));
  return { roleStep, step: fc.oneof({ weight: 4, arbitrary: roleStep }, schoolStep) };
}

type Questions = {
  route: fc.Arbitrary<Route>;
  /** A route without a step yet. */
  noStep: fc.Arbitrary<Route>;
  routes: fc.Arbitrary<RoutesQuestion>;
  flow: fc.Arbitrary<FlowQuestion>;
  company: fc.Arbitrary<CompanyQuestion>;
  school: fc.Arbitrary<SchoolQuestion>;
  title: fc.Arbitrary<string>;
};

export function questionsAbout(words: Words): Questions {
  const { roleStep, step } = stepsAbout(words);
  const filters = {
    ...years,
    country: rarely(fc.constantFrom(...words.countries)),
    school: rarely(fc.constantFrom(...words.schools)),
  };
  const marks = { isFirst: rarelyTrue, isNow: rarelyTrue };
  const short = { weight: 10, arbitrary: fc.integer({ min: 1, max: 3 }) };
  const long = { weight: 2, arbitrary: fc.integer({ min: 4, max: 8 }) };
  const further = (count: number) => ({ minLength: count - 1, maxLength: count - 1 });
  return {
    route: fc.oneof(short, long).chain((count) =>
      fc.record({
        ...filters,
        ...marks,
        steps: fc.tuple(step, fc.array(roleStep, further(count))).map(([first, rest]) => [first, ...rest]),
        links: fc.array(link, further(count)),
      }),
    ),
    noStep: fc.record({ ...filters, ...marks, steps: fc.constant([]), links: fc.constant([]) }),
    routes: fc.record({ ...filters, from: fc.option(step, { freq: 2 }), to: roleStep }),
    flow: fc.record({ step, hops: fc.constantFrom(1, 2, 3), direction: fc.constantFrom("after", "before") }),
    company: fc.record({
      ...years,
      company: fc.constantFrom(...words.companies),
      kind: fc.constantFrom("full-time", "intern", "everyone"),
    }),
    school: fc.record({ ...years, school: fc.constantFrom(...words.schools) }),
    title: fc.constantFrom(...words.slugs),
  };
}

type Facet = "company" | "title" | "level" | "kind" | "any";
/** Chooses facets of a line for a route that this line, and perhaps similar ones, took. */
type Picks = {
  route: Route;
  line: number;
  skips: readonly number[];
  facets: readonly (readonly Facet[])[];
  fromSchool: boolean;
};

export function picksAbout({ route }: Questions): fc.Arbitrary<Picks> {
  const facet = fc.constantFrom<Facet>("company", "company", "title", "level", "kind", "any");
  return fc.record({
    route,
    line: fc.nat(1000),
    skips: fc.array(fc.constantFrom(0, 0, 1, 2), { minLength: 8, maxLength: 8 }),
    facets: fc.array(fc.array(facet, { minLength: 1, maxLength: 2 }), { minLength: 8, maxLength: 8 }),
    fromSchool: rarelyTrue,
  });
}

function stepFrom(role: PathRole, facets: readonly Facet[]): RoleStep {
  const level = ASKED.find((one) => one === role.level);
  return {
    of: "role",
    companies: facets.includes("company") && role.company !== "" ? [role.company] : [],
    titles: facets.includes("title") ? [role.slug] : [],
    levels: facets.includes("level") && level !== undefined ? [level] : [],
    kinds: facets.includes("kind") ? [role.kind] : [],
  };
}

/** A route of as many steps as the picked one, along the roles of a line; its links, marks and filters stay. */
export function routeAlong(lines: readonly PathLine[], picks: Picks): Route {
  const line = lines[picks.line % Math.max(1, lines.length)];
  if (line === undefined) return picks.route;
  const steps: Step[] = picks.fromSchool && line.school !== "" ? [{ of: "school", school: line.school }] : [];
  let at = picks.skips[0] ?? 0;
  for (let n = steps.length; n < picks.route.steps.length; n += 1) {
    const role = line.roles[at];
    if (role === undefined) break;
    steps.push(stepFrom(role, picks.facets[n] ?? []));
    at += 1 + (picks.skips[n] ?? 0);
  }
  if (steps.length === 0) return picks.route;
  return { ...picks.route, steps, links: picks.route.links.slice(0, steps.length - 1) };
}
