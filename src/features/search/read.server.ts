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
import type { PublicProfile } from "#features/profile/schema.ts";

export { readFound } from "./found-read.server.ts";

export type SearchPage = {
  company: CompanyPage["company"] | undefined;
  people: number;
  interns: number;
  ratingLevel: RatingLevel;
  averageStayDays: number;
  cards: PublicProfile[];
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

/** The content of /search for a company, by id, name or alias ('' = no search yet). */
export async function readSearchPage(
  db: Reader,
  input: { company: string; today: string; minRaters: number; asker?: Asker; page?: RequestedPage },
): Promise<SearchPage> {
  const page =
    input.company.trim() === ""
      ? undefined
      : await readCompanyPage(db, {
          idOrName: input.company,
          today: input.today,
          minRaters: input.minRaters,
          asker: input.asker,
          ...(input.page === undefined ? {} : { page: input.page }),
        });
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
