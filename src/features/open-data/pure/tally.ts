import { rolesInOrder } from "#features/pipeline/rules.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { isPublicId } from "#core/ids.ts";
import { inFives, MAX_ROUTE } from "#features/open-data/rules.ts";

function add(to: Map<string, number>, keys: Iterable<string>): void {
  for (const key of keys) to.set(key, (to.get(key) ?? 0) + 1);
}

/** Runs of companies with a page; what others may not know of, or has no page, ends a run. */
function runsOf(profile: PublicProfile): string[][] {
  const runs: string[][] = [[]];
  for (const { stop } of rolesInOrder(profile.pipeline)) {
    const run = runs.at(-1) ?? [];
    if (stop.companyId === stop._id) runs.push([]);
    else if (run.at(-1) !== stop.companyId) run.push(stop.companyId);
  }
  return runs;
}

/** Counts visible people, each once for each thing, from what anybody may see of them and nothing else. */
export class Tally {
  readonly #companies = new Map<string, number>();
  readonly #schools = new Map<string, number>();
  readonly #pairs = new Map<string, number>();
  readonly #routes = new Map<string, number>();
  readonly #names = new Map<string, string>();

  add(profile: PublicProfile): void {
    const runs = runsOf(profile);
    const companies = new Set(runs.flat());
    for (const stop of profile.pipeline)
      if (companies.has(stop.companyId)) this.#names.set(stop.companyId, stop.displayName);
    add(this.#companies, companies);
    const routes = runs.flatMap((run) =>
      run.flatMap((_, from) =>
        Array.from({ length: MAX_ROUTE - 1 }, (_unused, more) => run.slice(from, from + more + 2))
          .filter((part, more) => part.length === more + 2)
          .map((part) => part.join(">")),
      ),
    );
    add(this.#routes, new Set(routes));
    if (!isPublicId(profile.school)) return;
    add(this.#schools, [profile.school]);
    add(
      this.#pairs,
      [...companies].map((company) => `${profile.school}>${company}`),
    );
  }

  company(id: string): number | null {
    return inFives(this.#companies.get(id) ?? 0);
  }

  school(id: string): number | null {
    return inFives(this.#schools.get(id) ?? 0);
  }

  nameOf(company: string): string {
    return this.#names.get(company) ?? "";
  }

  /** Companies with a number, in the order of their ids, which are random. */
  companies(): string[] {
    return [...this.#told(this.#companies)].map(([id]) => id);
  }

  *#told(counts: ReadonlyMap<string, number>): Generator<[key: string, people: number]> {
    for (const key of [...counts.keys()].toSorted()) {
      const people = inFives(counts.get(key) ?? 0);
      if (people !== null) yield [key, people];
    }
  }

  *schoolCompanies(): Generator<{ school: string; company: string; people: number }> {
    for (const [key, people] of this.#told(this.#pairs)) {
      const [school = "", company = ""] = key.split(">");
      yield { school, company, people };
    }
  }

  *routes(): Generator<{ companies: string; names: string; people: number }> {
    for (const [companies, people] of this.#told(this.#routes))
      yield {
        companies,
        names: companies
          .split(">")
          .map((id) => this.nameOf(id))
          .join(" > "),
        people,
      };
  }
}
