import type { Filters, PathEngine, RoleStep, Route } from "#features/path/pure/types.ts";
import { DEFAULT_LINES } from "#features/path/pure/limits.ts";

const ANY_ROLE: RoleStep = { of: "role", companies: [], titles: [], levels: [], kinds: [] };
const NO_FILTER: Filters = { country: null, school: null, since: null, until: null };

/**
 * Asks each kind of question that reads every pipeline once. The first question after a fill builds the lists by
 * company and school and the sums over all companies. Without this, a visitor would wait for them.
 */
export function askOneOfEach(engine: PathEngine): void {
  const everybody: Route = { ...NO_FILTER, steps: [ANY_ROLE], links: [], isFirst: false, isNow: false };
  engine.search(everybody, { sort: "recent", limit: DEFAULT_LINES, cursor: null });
  engine.next({ ...everybody, steps: [] });
  engine.routes({ ...NO_FILTER, from: null, to: ANY_ROLE });
  const [title] = engine.titles().titles;
  if (title) engine.title(title.slug);
  // A company that does not exist: only the sums over all companies are computed.
  for (const kind of ["full-time", "intern", "everyone"] as const) {
    engine.company({ company: "", kind, since: null, until: null });
  }
}
