import { data, redirect } from "react-router";
import { pathContext } from "#features/path/path-context.ts";
import { readRequestedPage, type RequestedPage } from "#core/paging.ts";
import { drawnPiece, pieceOf } from "#features/drawing/parts/draw.tsx";
import type { Paths } from "#features/path/pure/calls.ts";
import type { InsightKind } from "#features/path/pure/types.ts";
import { cardMaker } from "#features/person-card/parts/draw-cards.tsx";
import { FollowRow } from "#features/follow/parts/follow-row.tsx";
import { readFollowState } from "#features/follow/read.server.ts";
import { feedPath } from "#features/follow/rules.ts";
import { PageError } from "#features/page/parts/page-error.tsx";
import { picturePath, pageHead } from "#features/page/parts/head.ts";
import { ReportLink } from "#features/report/parts/report-link.tsx";
import { pageContext, type PageContext } from "#server/page-context.ts";
import { companyBody } from "./parts/company-body.tsx";
import { comeBack } from "./parts/company-view.ts";
import { COMPANY_LINKS, InsightNav } from "./parts/insight-nav.tsx";
import { readCompanyFigures } from "./read.server.ts";
import { readKind } from "./rules.ts";
import type { Route } from "./+types/company-page.ts";
import { CompanyFigures } from "#features/company/parts/company-figures.tsx";
import { CompanyLogo } from "#features/drawing/parts/marks.tsx";
import { DrawnPart } from "#features/drawing/parts/drawn-part.tsx";
import { isSameForAll } from "#features/company/rules.ts";
import { readCompanyPage } from "#features/company/read.server.ts";
import type { Asker } from "#features/company/read.server.ts";

type Asked = { id: string; page: RequestedPage; kind: InsightKind };

/** What the page shows; undefined for an unknown company. */
async function readShown(visit: PageContext, paths: Paths | undefined, { id, page: asked, kind }: Asked, asker: Asker) {
  const { db, today, minRaters } = visit;
  const page = await readCompanyPage(db, { idOrName: id, today, minRaters, asker, page: asked }, (company) =>
    cardMaker(visit, `company ${company}`, { page: asked, level: 3 }),
  );
  if (!page) return undefined;
  const { isMoved, company, people, interns, averageStayDays, ratingLevel } = page;
  const found = isMoved ? undefined : await readCompanyFigures({ db, paths }, page, kind);
  const figures = typeof found === "object" ? found : undefined;
  const isReady = found !== "not-ready";
  const body = pieceOf(visit, (part) => companyBody(part, page, { figures, kind, isReady }));
  const back = figures === undefined ? "" : comeBack(figures.insights.conversion);
  return {
    isMoved,
    head: { company, people, interns, averageStayDays, ratingLevel, back, hasFigures: figures !== undefined },
    body,
    // The figures compare the company with all others, so this page is purged when anybody's pipeline changes.
    tags: isReady && !isMoved ? [`company:${company._id}`, "people"] : [],
    bytes: body.size,
  };
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const visit = context.get(pageContext);
  const { db, today, share, viewer } = visit;
  const paths = context.get(pathContext);
  const query = new URL(request.url).searchParams;
  const asked = { id: params["*"], page: readRequestedPage(query), kind: readKind(query.get("kind")) };
  const key = JSON.stringify(["company", today, asked]);
  const forAll = await visit.readForAll(key, () => readShown(visit, paths, asked, undefined));
  // People see companies that only their own stops name.
  const isTheirs = viewer !== undefined && !isSameForAll(asked.id, forAll?.head.company);
  const found = isTheirs ? await readShown(visit, paths, asked, viewer) : forAll;
  if (found === undefined) throw data(null, { status: 404 });
  const { isMoved, head, body, tags } = found;
  // No caching: a merge can be undone.
  if (isMoved)
    throw redirect(`/company/${head.company._id}`, { status: 301, headers: { "cache-control": "no-store" } });
  if (!viewer && tags.length > 0) share(tags);
  const follow = await readFollowState(db, viewer, { kind: "company", thing: head.company._id }, !isTheirs);
  return { ...head, follow, body: drawnPiece(visit, body) };
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
