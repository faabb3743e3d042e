import { isPublicId } from "#core/ids.ts";
import type { RequestedPage, PageEnds } from "#core/paging.ts";
import type { Reader } from "#db/connect.ts";
import {
  readCompanyPage,
  type Asker,
  type CompanyPage,
  popularCompanies,
  suggestCompanies,
} from "#features/company/read.server.ts";
import type { RatingLevel } from "#features/stats/rules.ts";
import type { CompanyView } from "#features/company/schema.ts";
import { PROFILES, type CardMaker } from "#features/profile/read.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";

export { readFound } from "./found-read.server.ts";

export type SearchPage<Card = PublicProfile> = {
  company: CompanyPage["company"] | undefined;
  people: number;
  interns: number;
  ratingLevel: RatingLevel;
  averageStayDays: number;
  cards: Card[];
  page: number;
  pages: number;
  ends: PageEnds;
  problem: "no-company" | "no-people" | undefined;
  /** Similar names, when no company has the one that was typed. */
  alike: CompanyView[];
  popular: CompanyView[];
};

const POPULAR = 12;
const ALIKE = 3;

export type SearchPageInput = {
  company: string;
  today: string;
  minRaters: number;
  asker?: Asker;
  page?: RequestedPage;
};

/**
 * The content of /search for a company, by id, name or alias ('' = no search yet).
 * @param cardsOf for the company's id: what the page shows of its people
 */
export function readSearchPage(db: Reader, input: SearchPageInput): Promise<SearchPage>;
export function readSearchPage<Card>(
  db: Reader,
  input: SearchPageInput,
  cardsOf: (companyId: string) => CardMaker<Card>,
): Promise<SearchPage<Card>>;
export async function readSearchPage(
  db: Reader,
  input: SearchPageInput,
  cardsOf: (companyId: string) => CardMaker<unknown> = () => PROFILES,
): Promise<SearchPage<unknown>> {
  const { company, ...asked } = input;
  const page = company.trim() === "" ? undefined : await readCompanyPage(db, { ...asked, idOrName: company }, cardsOf);
  const isEmpty = page === undefined || page.cards.length === 0;
  return {
    company: page?.company,
    people: page?.people ?? 0,
    interns: page?.interns ?? 0,
    ratingLevel: page?.ratingLevel ?? 0,
    averageStayDays: page?.averageStayDays ?? 0,
    cards: page?.cards ?? [],
    page: page?.page ?? 1,
    pages: page?.pages ?? 1,
    ends: page?.ends,
    problem: input.company.trim() === "" || !isEmpty ? undefined : page === undefined ? "no-company" : "no-people",
    alike:
      page === undefined && !isPublicId(input.company.trim())
        ? (await suggestCompanies(db, input.company, input.minRaters)).slice(0, ALIKE)
        : [],
    popular: isEmpty ? await popularCompanies(db, input.minRaters, POPULAR) : [],
  };
}
