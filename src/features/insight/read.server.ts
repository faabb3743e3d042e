import type { Reader } from "#db/connect.ts";
import { readLogos } from "#features/catalogue/read.server.ts";
import { popularCompanies, readCompany, toCompanyView, type CompanyPage } from "#features/company/read.server.ts";
import type { TitleRead } from "#features/path/pure/search-view.ts";
import type { CompanyInsights, InsightKind, SchoolInsights } from "#features/path/pure/types.ts";
import { parseCompanyQuestion, parseSchoolQuestion } from "#features/path/pure/query/questions.ts";
import { askForPage, readTitle } from "#features/path/read.server.ts";
import { companyFigures, MIN_PEOPLE } from "#features/stats/rules.ts";
import type { SchoolPage } from "#features/school/read.server.ts";
import type { ShownAnswers } from "#features/stats/pure/answers.ts";
import { answersBeside, shownAnswers } from "#features/stats/read.server.ts";
import { companiesIn, compareHref, MOST_COMPARED, pairsOf, type ComparedRead, type FirstComparison } from "./rules.ts";

/** The engine as pages use it; undefined without one. */
type Paths = Parameters<typeof askForPage>[0];
type Asking = { db: Reader; paths: Paths };

/** The engine's answer with what belongs to it, or "not-ready" while the engine is being filled. */
type Figures<Insights, Rest = object> =
  | ({ insights: Insights; logos: Record<string, string> } & Rest)
  | "not-ready"
  | undefined;

/** The figures of a company's page; undefined if it has fewer people than numbers may be shown of (MIN_PEOPLE). */
export async function readCompanyFigures(
  { db, paths }: Asking,
  { company, people, answers }: Pick<CompanyPage, "company" | "people" | "answers">,
  kind: InsightKind,
): Promise<Figures<CompanyInsights, { answers: ShownAnswers }>> {
  const asked = parseCompanyQuestion(new URLSearchParams({ kind }), company._id);
  if (people < MIN_PEOPLE || "mistakes" in asked) return undefined;
  const found = await askForPage(paths, (ask) => ask("company", asked.question));
  if (found === "not-ready") return found;
  return { insights: found, answers, logos: await readLogos(db, companiesIn([found.before, found.after])) };
}

/** The figures of a school's page; undefined if it has fewer people than numbers may be shown of (MIN_PEOPLE). */
export async function readSchoolFigures(
  { db, paths }: Asking,
  { school, people }: Pick<SchoolPage, "school" | "people">,
): Promise<Figures<SchoolInsights>> {
  const asked = parseSchoolQuestion(new URLSearchParams(), school._id);
  if (people < MIN_PEOPLE || "mistakes" in asked) return undefined;
  const found = await askForPage(paths, (ask) => ask("school", asked.question));
  if (found === "not-ready") return found;
  return { insights: found, logos: await readLogos(db, companiesIn([found.after])) };
}

/** A title's page; undefined where nobody visible held it. */
export async function readTitleFigures(
  { db, paths, today }: Asking & { today: string },
  slug: string,
): Promise<Figures<TitleRead>> {
  const found = await askForPage(paths, (ask) => readTitle({ db, ask, today }, slug));
  if (found === undefined || found === "not-ready") return found;
  const ids = [...found.companies.rows, ...found.firstAt.rows].map((row) => row.id);
  return { insights: found, logos: await readLogos(db, ids) };
}

type ComparisonRead = { companies: ComparedRead[]; unknown: string[]; logos: Record<string, string> };

/** One company with its answers from ratings, in one query; undefined for a name that nobody else may know. */
async function readCompared(db: Reader, idOrName: string, minRaters: number) {
  const row = await readCompany(db, { idOrName, answers: answersBeside("c") });
  if (!row) return undefined;
  const { _id, displayName, logo, people } = toCompanyView(row, minRaters);
  const { interns: internsCount, ratingLevel } = companyFigures(row, minRaters);
  return { company: { _id, displayName, logo, people, internsCount, ratingLevel }, answers: shownAnswers(row) };
}

/** Reads several companies for comparison, in the given order, each once. Reports names that match none. */
export async function readComparison(
  { db, paths, minRaters }: Asking & { minRaters: number },
  asked: readonly string[],
): Promise<ComparisonRead | "not-ready"> {
  return askForPage(paths, async (ask) => {
    const names = asked.slice(0, MOST_COMPARED);
    const read = await Promise.all(names.map((name) => readCompared(db, name, minRaters)));
    const found = new Map(read.flatMap((one) => (one ? [[one.company._id, one] as const] : [])));
    const companies = await Promise.all(
      [...found.values()].map(async ({ company, answers }): Promise<ComparedRead> => {
        const question = { company: company._id, kind: "full-time", since: null, until: null } as const;
        return { company, insights: { ...(await ask("company", question)), ...answers } };
      }),
    );
    const logos = await readLogos(db, companiesIn(companies.map((one) => one.insights.after)));
    return { companies, unknown: names.filter((_, at) => read[at] === undefined), logos };
  });
}

/** The most pairs of companies that a comparison begins with. */
const MOST_PAIRS = 3;

/** The companies with the most people, two and two. Only those with enough people to have figures. */
export async function readFirstComparisons(db: Reader, minRaters: number): Promise<FirstComparison[]> {
  const popular = await popularCompanies(db, minRaters, 2 * MOST_PAIRS);
  return pairsOf(popular.filter(({ people }) => people >= MIN_PEOPLE)).map(([one, other]) => ({
    href: compareHref([one._id, other._id]),
    names: `${one.displayName} and ${other.displayName}`,
  }));
}
