import { numberText } from "#core/number-text.ts";
import { data } from "react-router";
import { readRequestedPage, type RequestedPage } from "#core/paging.ts";
import { drawnPiece, pieceOf } from "#features/drawing/parts/draw.tsx";
import type { Paths } from "#features/path/pure/calls.ts";
import { FollowRow } from "#features/follow/parts/follow-row.tsx";
import { readFollowState } from "#features/follow/read.server.ts";
import { feedPath } from "#features/follow/rules.ts";
import { cardMaker } from "#features/person-card/parts/draw-cards.tsx";
import { PageError } from "#features/page/parts/page-error.tsx";
import { picturePath, pageHead } from "#features/page/parts/head.ts";
import { pageContext, type PageContext } from "#server/page-context.ts";
import { Figure } from "#features/company/parts/company-figures.tsx";
import { Icon } from "#ui/icon.tsx";
import { pathContext } from "#features/path/path-context.ts";
import { InsightNav } from "./parts/insight-nav.tsx";
import { schoolBody } from "./parts/school-body.tsx";
import { schoolLinks } from "./parts/school-view.ts";
import { readSchoolFigures } from "./read.server.ts";
import type { Route } from "./+types/school-page.ts";
import { DrawnPart } from "#features/drawing/parts/drawn-part.tsx";
import { SchoolLogo } from "#features/drawing/parts/marks.tsx";
import { readSchoolPage } from "#features/school/read.server.ts";

type Asked = { id: string; page: RequestedPage };

/** What the page shows; undefined for an unknown school. */
async function readShown(visit: PageContext, paths: Paths | undefined, { id, page: asked }: Asked) {
  const { db, today } = visit;
  const page = await readSchoolPage(db, { id, today, page: asked }, (known) =>
    cardMaker(visit, `school ${known}`, { page: asked, level: 3 }),
  );
  if (!page) return undefined;
  const { school, people } = page;
  const found = await readSchoolFigures({ db, paths }, page);
  const figures = typeof found === "object" ? found : undefined;
  const isReady = found !== "not-ready";
  const links = figures === undefined ? [] : schoolLinks(figures.insights);
  const body = pieceOf(visit, (part) => schoolBody(part, page, { figures, isReady }));
  return {
    head: { school, people, links, hasFigures: figures !== undefined },
    body,
    tags: isReady ? [`school:${school._id}`, "people"] : [],
    bytes: body.size,
  };
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const visit = context.get(pageContext);
  const { db, today, share, viewer } = visit;
  const paths = context.get(pathContext);
  const asked = { id: params["*"], page: readRequestedPage(new URL(request.url).searchParams) };
  const key = JSON.stringify(["school", today, asked]);
  const found = await visit.readForAll(key, () => readShown(visit, paths, asked));
  if (found === undefined) throw data(null, { status: 404 });
  const { head, body, tags } = found;
  if (!viewer && tags.length > 0) share(tags);
  const follow = await readFollowState(db, viewer, { kind: "school", thing: head.school._id }, true);
  return { ...head, follow, body: drawnPiece(visit, body) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [{ title: "Not found – Pipelines" }];
  const { _id, name } = loaderData.school;
  return pageHead(matches, {
    title: name,
    description: `Where people from ${name} worked, and in what order.`,
    path: `/school/${_id}`,
    picture: picturePath("school", _id),
    feed: loaderData.follow && feedPath({ kind: "school", thing: _id }),
  });
}

export default function SchoolPage({ loaderData }: Route.ComponentProps) {
  const { school, people, links, hasFigures, body } = loaderData;
  return (
    <>
      <div className="co-head">
        <div className="wrap co-head__in">
          <SchoolLogo name={school.name} logo={school.logo} size="xl" ring="ink" />
          <div className="grow">
            <h1 className="h-page">{school.name}</h1>
            <p className="dim row co-head__at">
              <Icon name="pin" size={18} />
              <span className="sr">Location: </span>
              {school.country || school.alpha_two_code}
            </p>
            <FollowRow thing={{ kind: "school", thing: school._id }} name={school.name} state={loaderData.follow} />
          </div>
          <dl className="facts">
            <Figure label="Rank">N/A</Figure>
            <Figure label="People">{numberText(people)}</Figure>
          </dl>
        </div>
      </div>
      {links.length === 0 ? null : <InsightNav links={links} />}
      <DrawnPart name="body" drawn={body} className={hasFigures ? "wrap co-body in" : "wrap co-body"} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageError
      error={error}
      missing="We were unable to find the company you requested!"
      href="/search"
      action="Search"
    />
  );
}
