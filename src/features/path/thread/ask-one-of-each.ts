import type { Filters, Link, Page, PathEngine, RoleStep, Route } from "#features/path/pure/types.ts";
import { DEFAULT_LINES } from "#features/path/pure/limits.ts";

const ANY_ROLE: RoleStep = { of: "role", companies: [], titles: [], levels: [], kinds: [] };
const NO_FILTER: Filters = { country: null, school: null, since: null, until: null };

const FIRST_PAGE: Page = { sort: "recent", limit: DEFAULT_LINES, cursor: null };
const MONTHS = 24;

/**
 * Asks each kind of question that reads every pipeline once. The first question after a fill builds the lists by
 * company and school and the sums over all companies. Without this, a visitor would wait for them.
 */
export function askOneOfEach(engine: PathEngine): void {
  const everybody: Route = { ...NO_FILTER, steps: [ANY_ROLE], links: [], isFirst: false, isNow: false };
  engine.search(everybody, FIRST_PAGE);
  const { candidates } = engine.next({ ...everybody, steps: [] });
  searchOfEachShape(engine, candidates.find(({ group }) => group === "company")?.stop.slice("company:".length));
  engine.routes({ ...NO_FILTER, from: null, to: ANY_ROLE });
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
function searchOfEachShape(engine: PathEngine, company = ""): void {
  const fullTime: RoleStep = { ...ANY_ROLE, kinds: ["full-time"] };
  const here: RoleStep = { ...fullTime, companies: [company] };
  const search = (steps: RoleStep[], between: Link["between"], limit: number | null, isFirst = false): void => {
    const links = steps.slice(1).map((): Link => ({ between, limit }));
    engine.search({ ...NO_FILTER, steps, links, isFirst, isNow: false }, FIRST_PAGE);
  };
  // The company's first: their lists are short, and the long ones after them are compiled for both.
  search([here, ANY_ROLE], "any", null, true);
  search([here, fullTime, ANY_ROLE], "next", MONTHS, true);
  search([fullTime, fullTime], "any", null);
  search([ANY_ROLE, ANY_ROLE], "any", MONTHS);
  search([ANY_ROLE, fullTime, fullTime], "next", MONTHS);
}
