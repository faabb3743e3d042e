import { hash32 } from "#core/text.ts";
import { COUNTRIES, POPULAR, POPULAR_SCHOOLS } from "./careers.ts";
import { inventCompanyName, inventTypedCompanyName } from "./invented-names.ts";
import { fixedShare, indexAt, sumsOf } from "./random.ts";

/**
 * `listed`: in the catalogue, or one of the invented companies beside it. `typed`: only typed by people. `gone`:
 * deleted by an administrator, so stops keep its name but link to no page.
 */
type CompanyStatus = "listed" | "typed" | "gone";
export type ListedCompany = { id: number; name: string; displayName: string; country: string; industry: string };
/** `id` is undefined if no table will hold the company. `isStored`: its row is in the table, or was handed over. */
export type WorldCompany = Omit<ListedCompany, "id"> & {
  id: number | undefined;
  status: CompanyStatus;
  isStored: boolean;
};
/** `isObscure`: few people know the school, so only a large world reaches it. */
export type WorldSchool = { id: number; country: string; domains: readonly string[]; isObscure?: boolean };

/** Greater than every hash, so that obscure schools come last. */
const LAST = 2 ** 33;

const COUNTRY_SUMS = sumsOf(
  COUNTRIES.map(([, weight]) => weight),
  COUNTRIES.length,
);
/** Every fourth typed company was deleted. */
const GONE_EVERY = 4;

/**
 * The most places that the first `people` people may reach. The more places are known already, the likelier a new
 * person goes to one of them (Heaps' law). The limit depends only on a person's number, so a large world begins with
 * the people of a small one.
 */
export const REACH = {
  companies: (people: number): number => Math.floor(60 + 0.9 * people ** 0.75),
  typed: (people: number): number => Math.floor(10 + 4 * people ** 0.5),
  schools: (people: number): number => Math.floor(24 + 0.5 * people ** 0.7),
  freeSchools: (people: number): number => Math.floor(6 + 2 * people ** 0.5),
} as const;

function inOrder<Item>(items: readonly Item[], keyOf: (item: Item) => number): Item[] {
  return items
    .map((item) => ({ item, key: keyOf(item) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** Companies by fame: the named ones first, the rest ordered by hash. */
export function rankCompanies(companies: readonly ListedCompany[]): WorldCompany[] {
  const place = new Map(POPULAR.map((name, rank) => [name, rank]));
  return inOrder(companies, ({ name }) => place.get(name) ?? POPULAR.length + hash32(name)).map((company) => ({
    ...company,
    status: "listed",
    isStored: true,
  }));
}

export function rankSchools(schools: readonly WorldSchool[]): WorldSchool[] {
  const famous = new Map(POPULAR_SCHOOLS.map((domain, rank) => [domain, rank]));
  return inOrder(schools, ({ domains, id, isObscure }) => {
    const rank = Math.min(...domains.map((domain) => famous.get(domain) ?? Infinity));
    if (Number.isFinite(rank) && isObscure !== true) return rank;
    return (isObscure === true ? LAST : POPULAR_SCHOOLS.length) + hash32(domains[0] ?? `school ${id}`);
  });
}

function newCompany(name: string, rest: Pick<WorldCompany, "country" | "industry" | "status">): WorldCompany {
  return { id: undefined, name: name.toLowerCase(), displayName: name, ...rest, isStored: false };
}

/** Invented companies in addition to the catalogue, as many as the world's people reach. */
export function inventCompanies(people: number, listed: number): WorldCompany[] {
  return Array.from({ length: Math.max(0, REACH.companies(people) - listed) }, (_, number) => {
    const { name, industry } = inventCompanyName(number);
    const country = COUNTRIES[indexAt(COUNTRY_SUMS, fixedShare(number, 2), COUNTRIES.length)]?.[0] ?? "US";
    return newCompany(name, { country, industry, status: "listed" });
  });
}

export function inventTypedCompanies(people: number): WorldCompany[] {
  return Array.from({ length: REACH.typed(people) }, (_, number) => {
    const name = inventTypedCompanyName(number);
    const status = number % GONE_EVERY === GONE_EVERY - 1 ? "gone" : "typed";
    return newCompany(name, { country: "", industry: "other", status });
  });
}
