import { FIRST_PAGE } from "#features/path/pure/answers/lines.ts";
import { ANY_ROLE, NO_FILTERS, routeOf } from "#features/path/pure/route-parts.ts";
import type { Link, PathEngine, RoleStep } from "#features/path/pure/types.ts";

const MONTHS = 24;

/**
 * Asks each kind of question that reads every pipeline once. The first question after a fill builds the lists by
 * company and school and the sums over all companies. Without this, a visitor would wait for them.
 */
export function askOneOfEach(engine: PathEngine): void {
  engine.search(routeOf([ANY_ROLE]), FIRST_PAGE);
  const { candidates } = engine.next(routeOf([]));
  const company = candidates.find(({ group }) => group === "company")?.stop.slice("company:".length) ?? "";
  searchOfEachShape(engine, company);
  engine.routes({ ...NO_FILTERS, from: null, to: ANY_ROLE });
  const [title] = engine.titles().titles;
  if (title) engine.title(title.slug);
  // A company that does not exist: only the sums over all companies are computed.
  for (const kind of ["full-time", "intern", "everyone"] as const) {
    engine.company({ company: "", kind, since: null, until: null });
  }
}

/**
 * Searches with and without companies, kinds, limits and `next`. V8 compiles a loop for the cases it has seen, and
 * compiles it again at the first other case: that search then takes twice as long.
 */
function searchOfEachShape(engine: PathEngine, company: string): void {
  const fullTime: RoleStep = { ...ANY_ROLE, kinds: ["full-time"] };
  const here: RoleStep = { ...fullTime, companies: [company] };
  const search = (steps: RoleStep[], between: Link["between"], limit: number | null, isFirst = false): void => {
    const links = steps.slice(1).map((): Link => ({ between, limit }));
    engine.search(routeOf(steps, { links, isFirst }), FIRST_PAGE);
  };
  // The company's first: their lists are short, and the long ones after them are compiled for both.
  search([here, ANY_ROLE], "any", null, true);
  search([here, fullTime, ANY_ROLE], "next", MONTHS, true);
  search([fullTime, fullTime], "any", null);
  search([ANY_ROLE, ANY_ROLE], "any", MONTHS);
  search([ANY_ROLE, fullTime, fullTime], "next", MONTHS);
}
