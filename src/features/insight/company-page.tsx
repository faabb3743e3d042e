import { lazy } from "react";
import { data, redirect } from "react-router";
import { pathContext } from "#features/path/path-context.ts";
import { readAskedPage } from "#core/paging.ts";
import { cardOf } from "#features/person-card/parts/card.ts";
import { FollowRow } from "#features/follow/parts/follow-row.tsx";
import { readFollowState } from "#features/follow/read.server.ts";
import { feedPath } from "#features/follow/rules.ts";
import { PeopleSection } from "#features/person-card/parts/person-card.tsx";
import { PageError } from "#features/page/parts/page-error.tsx";
import { picturePath, pageHead } from "#features/page/parts/head.ts";
import { MIN_PEOPLE } from "#features/stats/rules.ts";
import { ReportLink } from "#features/report/parts/report-link.tsx";
import { pageContext } from "#server/page-context.ts";
import { Icon } from "#ui/icon.tsx";
import { COMPANY_LINKS, CompanyInsights, InsightNav } from "./parts/company-insights.tsx";
import { companyInsightsView } from "./parts/company-view.ts";
import { CountedNote, NotReady } from "./parts/notes.tsx";
import { readCompanyFigures } from "./read.server.ts";
import { readKind } from "./rules.ts";
import type { Route } from "./+types/company-page.ts";
import { CompanyFigures, RuleOfFive } from "#features/company/parts/company-figures.tsx";
import { CompanyLogo } from "#features/drawing/parts/marks.tsx";
import { NeighbourTable } from "#features/company/parts/neighbours.tsx";
import { readCompanyPage } from "#features/company/read.server.ts";

// Shown only while the path engine is being filled. There is no boundary around it, so the page waits for its code.
const CompanyFlow = lazy(async () => ({
  default: (await import("#features/company/parts/company-flow.tsx")).CompanyFlow,
}));

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, today, minRaters, share, viewer } = context.get(pageContext);
  const query = new URL(request.url).searchParams;
  const asked = readAskedPage(query);
  const page = await readCompanyPage(db, { idOrName: params["*"], today, minRaters, asker: viewer, page: asked });
  if (!page) throw data(null, { status: 404 });
  // No caching: a merge can be undone.
  if (page.isMoved)
    throw redirect(`/company/${page.company._id}`, { status: 301, headers: { "cache-control": "no-store" } });
  const kind = readKind(query.get("kind"));
  const follow = await readFollowState(db, viewer, { kind: "company", thing: page.company._id });
  const figures = await readCompanyFigures({ db, paths: context.get(pathContext) }, page.company._id, kind);
  const hub = { ...page.company, name: page.company.displayName, isSchool: false };
  const insights = typeof figures === "object" ? companyInsightsView(hub, kind, figures.told, figures.logos) : figures;
  // Curves of all companies move with everybody's lines.
  if (!viewer && insights !== "not-ready") share([`company:${page.company._id}`, "people"]);
  return {
    ...page,
    follow,
    insights,
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
    feed: loaderData.follow && feedPath({ kind: "company", thing: _id }),
  });
}

export default function CompanyPage({ loaderData }: Route.ComponentProps) {
  const { company, people, interns, averageStayDays, ratingLevel, prior, next, flow, cards, page, pages, ends } =
    loaderData;
  const told = typeof loaderData.insights === "object" && people >= MIN_PEOPLE ? loaderData.insights : undefined;
  return (
    <>
      <div className="co-head">
        <div className="wrap co-head__in">
          <CompanyLogo name={company.displayName} logo={company.logo} size="xl" ring="ink" />
          <div className="grow">
            <h1 className="h-page">{company.displayName}</h1>
            {company.description === "" ? null : <p className="dim co-head__p">{company.description}</p>}
            <FollowRow
              thing={{ kind: "company", thing: company._id }}
              name={company.displayName}
              state={loaderData.follow}
            />
          </div>
          <CompanyFigures
            people={people}
            interns={interns}
            averageStayDays={averageStayDays}
            ratingLevel={ratingLevel}
            back={told?.conversion?.headline ?? ""}
          />
        </div>
      </div>
      {told === undefined ? null : <InsightNav links={COMPANY_LINKS} compare={`/compare?c=${company._id}`} />}
      <div className={told === undefined ? "wrap co-body" : "wrap co-body in"}>
        {told === undefined ? null : <CompanyInsights view={told} />}
        {loaderData.insights === "not-ready" ? <NotReady /> : null}
        {flow === undefined || told?.flow !== undefined ? null : <CompanyFlow company={company} flow={flow} />}
        <div className={flow === undefined ? "g2e g2e--first" : "g2e"}>
          <NeighbourTable
            title="Prior Companies"
            counts={`People who stopped there at any time before ${company.displayName}, each once.`}
            rows={prior}
          />
          <NeighbourTable
            title="Next Companies"
            counts={`People who stopped there at any time after ${company.displayName}, each once.`}
            rows={next}
          />
        </div>
        <RuleOfFive />
        <PeopleSection
          title="People who stopped here"
          aside={
            <a className="link link--arrow" href={`/search?company=${encodeURIComponent(company.name)}`}>
              Search this company <Icon name="arrow-right" />
            </a>
          }
          all={{ href: `/search?company=${encodeURIComponent(company.name)}`, people }}
          cards={cards}
          first={`/company/${company._id}`}
          page={page}
          pages={pages}
          ends={ends}
        />
        {told === undefined ? null : <CountedNote />}
      </div>
      <ReportLink subject="company" id={company._id} />
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
