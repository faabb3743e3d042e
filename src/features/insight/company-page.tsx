import { data, redirect } from "react-router";
import { pathContext } from "#features/path/path-context.ts";
import { readAskedPage } from "#core/paging.ts";
import { cardOf } from "#features/person-card/parts/card.ts";
import { FollowRow } from "#features/follow/parts/follow-row.tsx";
import { readFollowState } from "#features/follow/read.server.ts";
import { feedPath } from "#features/follow/rules.ts";
import { PageError } from "#features/page/parts/page-error.tsx";
import { picturePath, pageHead } from "#features/page/parts/head.ts";
import { MIN_PEOPLE } from "#features/stats/rules.ts";
import { ReportLink } from "#features/report/parts/report-link.tsx";
import { pageContext } from "#server/page-context.ts";
import { companyBody } from "./parts/company-body.tsx";
import { comeBack } from "./parts/company-view.ts";
import { COMPANY_LINKS, InsightNav } from "./parts/insight-nav.tsx";
import { readCompanyFigures } from "./read.server.ts";
import { readKind } from "./rules.ts";
import type { Route } from "./+types/company-page.ts";
import { CompanyFigures } from "#features/company/parts/company-figures.tsx";
import { CompanyLogo } from "#features/drawing/parts/marks.tsx";
import { DrawnPart } from "#features/drawing/parts/drawn-part.tsx";
import { readCompanyPage } from "#features/company/read.server.ts";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const visit = context.get(pageContext);
  const { db, today, minRaters, share, viewer } = visit;
  const query = new URL(request.url).searchParams;
  const asked = readAskedPage(query);
  const page = await readCompanyPage(db, { idOrName: params["*"], today, minRaters, asker: viewer, page: asked });
  if (!page) throw data(null, { status: 404 });
  const { company, people, interns, averageStayDays, ratingLevel } = page;
  // No caching: a merge can be undone.
  if (page.isMoved)
    throw redirect(`/company/${company._id}`, { status: 301, headers: { "cache-control": "no-store" } });
  const kind = readKind(query.get("kind"));
  const follow = await readFollowState(db, viewer, { kind: "company", thing: company._id });
  const found = await readCompanyFigures({ db, paths: context.get(pathContext) }, company._id, kind);
  // Curves of all companies move with everybody's lines.
  if (!viewer && found !== "not-ready") share([`company:${company._id}`, "people"]);
  const figures = typeof found === "object" && people >= MIN_PEOPLE ? found : undefined;
  const cards = page.cards.map((one) => cardOf(one, today));
  return {
    company,
    people,
    interns,
    averageStayDays,
    ratingLevel,
    follow,
    back: figures === undefined ? "" : comeBack(figures.told.conversion),
    hasFigures: figures !== undefined,
    body: companyBody(visit, { ...page, cards }, { figures, kind, isReady: found !== "not-ready" }),
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
  const { company, people, interns, averageStayDays, ratingLevel, back, hasFigures, body } = loaderData;
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
            back={back}
          />
        </div>
      </div>
      {hasFigures ? <InsightNav links={COMPANY_LINKS} compare={`/compare?c=${company._id}`} /> : null}
      <DrawnPart name="body" drawn={body} className={hasFigures ? "wrap co-body in" : "wrap co-body"} />
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
