import { data, redirect } from "react-router";
import { readPageNumber } from "#core/paging.ts";
import { cardOf } from "#features/profile/parts/card.ts";
import { PeopleSection } from "#features/profile/parts/people-section.tsx";
import { PageError } from "#features/site/parts/page-error.tsx";
import { picturePath } from "#features/link-picture/rules.ts";
import { pageHead } from "#features/site/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { Icon } from "#ui/icon.tsx";
import type { Route } from "./+types/page.ts";
import { CompanyFigures } from "./parts/company-figures.tsx";
import { CompanyLogo } from "./parts/company-logo.tsx";
import { CompanyFlow } from "./parts/company-flow.tsx";
import { NeighbourTable } from "./parts/neighbour-table.tsx";
import { readCompanyPage } from "./read.server.ts";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, today, minRaters, share, viewer } = context.get(pageContext);
  const asked = readPageNumber(new URL(request.url).searchParams.get("page"));
  const page = await readCompanyPage(db, { idOrName: params.id, today, minRaters, asker: viewer, page: asked });
  if (!page) throw data(null, { status: 404 });
  // Not to be remembered by browsers: a merge can be undone.
  if (page.isMoved)
    throw redirect(`/company/${page.company._id}`, { status: 301, headers: { "cache-control": "no-store" } });
  if (!viewer) share([`company:${page.company._id}`]);
  return {
    ...page,
    cards: page.cards.map((one) => cardOf(one, today)),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [{ title: "Not found – Pipelines" }];
  const { _id, displayName } = loaderData.company;
  return pageHead(matches, {
    title: displayName,
    description: `Who worked at ${displayName}, where they came from and where they went next.`,
    path: `/company/${_id}`,
    picture: picturePath("company", _id),
  });
}

export default function CompanyPage({ loaderData }: Route.ComponentProps) {
  const { company, people, interns, averageStayDays, ratingLevel, prior, next, flow, cards, page, pages } = loaderData;
  return (
    <>
      <div className="co-head">
        <div className="wrap co-head__in">
          <CompanyLogo name={company.displayName} logo={company.logo} size="xl" ring="ink" />
          <div className="grow">
            <h1 className="h-page">{company.displayName}</h1>
            {company.description === "" ? null : <p className="dim co-head__p">{company.description}</p>}
          </div>
          <CompanyFigures
            people={people}
            interns={interns}
            averageStayDays={averageStayDays}
            ratingLevel={ratingLevel}
          />
        </div>
      </div>
      <div className="wrap co-body">
        {flow === undefined ? null : <CompanyFlow company={company} flow={flow} />}
        <div className={flow === undefined ? "g2e g2e--first" : "g2e"}>
          <NeighbourTable title="Prior Companies" rows={prior} />
          <NeighbourTable title="Next Companies" rows={next} />
        </div>
        <PeopleSection
          title="People who stopped here"
          aside={
            <a className="link link--arrow" href={`/search?company=${encodeURIComponent(company.name)}`}>
              Search this company <Icon name="arrow-right" />
            </a>
          }
          cards={cards}
          first={`/company/${company._id}`}
          page={page}
          pages={pages}
        />
      </div>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageError
      error={error}
      missing="We were unable to find the company you requested!"
      href="/search"
      action="Search companies"
    />
  );
}
