import type { Drawn } from "#features/drawing/parts/drawn-part.tsx";
import type { SearchPage } from "#features/search/read.server.ts";
import { NO_COMPANY, searchHref, type Layout } from "#features/search/rules.ts";
import { lazyPart } from "#ui/connection.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { pageAddress, Pagination } from "#ui/pagination.tsx";
import { SearchForm } from "./search-form.tsx";
import type { FoundView } from "./found-lists.tsx";

const FoundLists = lazyPart(async () => ({ default: (await import("./found-lists.tsx")).FoundLists }));
const AlikeCompanies = lazyPart(async () => ({ default: (await import("./popular.tsx")).AlikeCompanies }));
const PopularCompanies = lazyPart(async () => ({ default: (await import("./popular.tsx")).PopularCompanies }));
const CardsSkeleton = lazyPart(async () => ({
  default: (await import("#features/person-card/parts/cards-skeleton.tsx")).CardsSkeleton,
}));
const FoundPeople = lazyPart(async () => ({ default: (await import("./found-people.tsx")).FoundPeople }));

const PROBLEMS = {
  "no-people": "No users on this site for this company :/",
  "no-company": NO_COMPANY,
} as const;

/** The search by company: its field, the people found, and companies to explore. */
export function CompanySearch({
  page,
  count,
  people,
  asked,
  layout,
  elsewhere,
}: {
  page: Omit<SearchPage, "cards">;
  /** People on this page. */
  count: number;
  people: Drawn;
  asked: string;
  layout: Layout;
  /** Other results for a text that names no company. */
  elsewhere: FoundView | undefined;
}) {
  const { company, problem } = page;
  return (
    <>
      <SearchForm asked={asked} company={company} layout={layout} />
      {problem !== undefined ? (
        <div>
          <EmptyState kind={problem === "no-people" ? "start" : "closed"} level={1} title={PROBLEMS[problem]} />
          <AlikeCompanies alike={page.alike} layout={layout} />
          {elsewhere === undefined ? null : <FoundLists found={elsewhere} />}
        </div>
      ) : company === undefined ? null : (
        <>
          <FoundPeople page={{ ...page, company }} people={people} layout={layout} />
          {page.pages > 1 ? (
            <Pagination
              page={page.page}
              pages={page.pages}
              hrefOf={(number) => pageAddress(searchHref(company.name, layout), number, { shown: page })}
            />
          ) : null}
        </>
      )}
      {count === 0 ? (
        <div className="sr-coming">
          <CardsSkeleton />
        </div>
      ) : null}
      {page.popular.length === 0 ? null : <PopularCompanies popular={page.popular} layout={layout} />}
    </>
  );
}
