import { countryName } from "#core/country.ts";
import { pagesFor, pageToShow, type PageEnds, type RequestedPage } from "#core/paging.ts";
import type { Reader } from "#db/connect.ts";
import { sql } from "kysely";
import { CARDS_A_PAGE, PROFILES, readCardPage, type CardMaker } from "#features/profile/read.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { answersBeside, shownAnswers } from "#features/stats/read.server.ts";
import { companyFigures, type RatingLevel } from "#features/stats/rules.ts";
import { companyFlow, FLOW_COMPANIES, neighbourTable } from "./flow.server.ts";
import { findCompany, logoOf, readCompany, type Asker } from "./read.server.ts";
import type { FlowRows, NeighbourView } from "./schema.ts";

function peopleOf(companyKey: number) {
  return sql`stop l where l.company_id = ${companyKey} and l.listed`;
}

/** The people who worked at a company, each once; undefined for an unknown company. */
export async function readEmployees(
  db: Reader,
  input: { idOrName: string; today: string; after: string | undefined; asker: Asker },
): Promise<{ cards: PublicProfile[]; after: string | undefined } | undefined> {
  const company = await findCompany(db, input.idOrName, input.asker);
  return company && readCardPage(db, peopleOf(company.id), input, PROFILES);
}

export type CompanyPage<Card = PublicProfile> = {
  /** The address names a company that was merged into this one; the page redirects. */
  isMoved: boolean;
  company: { _id: string; name: string; displayName: string; logo: string; description: string; country: string };
  people: number;
  interns: number;
  ratingLevel: RatingLevel;
  averageStayDays: number;
  prior: NeighbourView[];
  next: NeighbourView[];
  answers: ReturnType<typeof shownAnswers>;
  /** Where people came from and went to, for a diagram; undefined below 5 people, and where there is nothing to draw. */
  flow: FlowRows | undefined;
  cards: Card[];
  page: number;
  pages: number;
  ends: PageEnds;
};

type CompanyPageInput = { idOrName: string; today: string; minRaters: number; asker?: Asker; page?: RequestedPage };

/**
 * Two queries: the company with its neighbours and answers, and the people with their roles.
 * @param cardsOf for the company's id: what the page shows of its people
 */
export function readCompanyPage(db: Reader, input: CompanyPageInput): Promise<CompanyPage | undefined>;
export function readCompanyPage<Card>(
  db: Reader,
  input: CompanyPageInput,
  cardsOf: (companyId: string) => CardMaker<Card>,
): Promise<CompanyPage<Card> | undefined>;
export async function readCompanyPage(
  db: Reader,
  input: CompanyPageInput,
  cardsOf: (companyId: string) => CardMaker<unknown> = () => PROFILES,
): Promise<CompanyPage<unknown> | undefined> {
  const row = await readCompany(db, input.idOrName, input.asker, FLOW_COMPANIES, input.today, answersBeside("c"));
  if (!row) return undefined;
  const figures = companyFigures(row, input.minRaters);
  const pages = pagesFor(figures.listed, CARDS_A_PAGE);
  const page = pageToShow(input.page, pages);
  const { cards, ends } = await readCardPage(
    db,
    peopleOf(row.id),
    { ...input.page, page, today: input.today },
    cardsOf(row.public_id),
  );
  return {
    isMoved: row.is_moved,
    company: {
      _id: row.public_id,
      name: row.name,
      displayName: row.display_name,
      logo: logoOf(row),
      description: row.description,
      country: countryName(row.country_code),
    },
    people: figures.people,
    interns: figures.interns,
    ratingLevel: figures.ratingLevel,
    averageStayDays: figures.averageStayDays,
    prior: neighbourTable(row, "prior"),
    next: neighbourTable(row, "next"),
    answers: shownAnswers(row),
    flow: companyFlow(row),
    cards,
    page,
    pages,
    ends,
  };
}
