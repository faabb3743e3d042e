import { redirect } from "react-router";
import { readPageNumber } from "#core/paging.ts";
import { cardOf } from "#features/profile/parts/card.ts";
import { picturePath } from "#features/link-picture/rules.ts";
import { CardsSkeleton } from "#features/profile/parts/cards-skeleton.tsx";
import { pageHead } from "#features/site/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { pageAddress, Pagination } from "#ui/pagination.tsx";
import type { Route } from "./+types/page.ts";
import { AlikeCompanies, PopularCompanies, Results } from "./parts/results.tsx";
import { SearchForm } from "./parts/search-form.tsx";
import { readSearchPage } from "./read.server.ts";
import { readLayout, searchHref } from "./rules.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, today, minRaters, share, viewer } = context.get(pageContext);
  const query = new URL(request.url).searchParams;
  // An emptied field is the search from its start, and its address says so.
  if (query.get("company")?.trim() === "") {
    query.delete("company");
    throw redirect(query.size === 0 ? "/search" : `/search?${query.toString()}`);
  }
  const company = (query.get("company") ?? "").slice(0, 200);
  const asked = readPageNumber(query.get("page"));
  const { cards: people, ...page } = await readSearchPage(db, {
    company,
    today,
    minRaters,
    asker: viewer,
    page: asked,
  });
  const layout = readLayout(query.get("layout"));
  if (!viewer) share([page.company ? `company:${page.company._id}` : "people"]);
  return {
    page,
    cards: people.map((one) => cardOf(one, today, page.company?._id)),
    // Only rows draw whole lines.
    rows: layout === "pipeline" ? people : [],
    asked: company,
    layout,
    today,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const company = loaderData?.page.company;
  return pageHead(matches, {
    title: company === undefined ? "Search" : `${company.displayName}: who stopped there`,
    description: "Search by company and see who worked there, with their full sequence of stops.",
    path: company === undefined ? "/search" : `/search?company=${encodeURIComponent(company.name)}`,
    ...(company === undefined ? {} : { picture: picturePath("company", company._id) }),
  });
}

const PROBLEMS = {
  "no-people": "No users on this site for this company :/",
  "no-company": "No company on this site with that name :/",
} as const;

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { page, cards, rows, asked, layout, today } = loaderData;
  const { company, problem } = page;
  return (
    <div className="wrap sr-page">
      <SearchForm asked={asked} company={company} layout={layout} />
      {problem !== undefined ? (
        <div>
          <EmptyState kind={problem === "no-people" ? "start" : "closed"} level={1} title={PROBLEMS[problem]} />
          <AlikeCompanies alike={page.alike} layout={layout} />
        </div>
      ) : company === undefined ? (
        <div className="sr-head">
          <div>
            <h1 className="h-page">Who stopped where?</h1>
            <p className="lead">Type a company and get the people who worked there, each with the whole line.</p>
          </div>
        </div>
      ) : (
        <>
          <Results page={{ ...page, company }} cards={cards} rows={rows} layout={layout} today={today} />
          {page.pages > 1 ? (
            <Pagination
              page={page.page}
              pages={page.pages}
              hrefOf={(number) => pageAddress(searchHref(company.name, layout), number)}
            />
          ) : null}
        </>
      )}
      {cards.length === 0 ? (
        <div className="sr-coming">
          <CardsSkeleton />
        </div>
      ) : null}
      <PopularCompanies popular={page.popular} layout={layout} />
    </div>
  );
}
