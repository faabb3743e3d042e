import { numberText } from "#core/number-text.ts";
import { lazy } from "react";
import { data } from "react-router";
import { readAskedPage } from "#core/paging.ts";
import { NeighbourTable } from "#features/company/parts/neighbours.tsx";
import { FollowRow } from "#features/follow/parts/follow-row.tsx";
import { readFollowState } from "#features/follow/read.server.ts";
import { feedPath } from "#features/follow/rules.ts";
import { cardOf } from "#features/person-card/parts/card.ts";
import { PeopleSection } from "#features/person-card/parts/person-card.tsx";
import { PageError } from "#features/page/parts/page-error.tsx";
import { picturePath, pageHead } from "#features/page/parts/head.ts";
import { MIN_PEOPLE } from "#features/stats/rules.ts";
import { pageContext } from "#server/page-context.ts";
import { Figure, RuleOfFive } from "#features/company/parts/company-figures.tsx";
import { Icon } from "#ui/icon.tsx";
import { pathContext } from "#features/path/path-context.ts";
import { InsightNav } from "./parts/company-insights.tsx";
import { CountedNote, NotReady } from "./parts/notes.tsx";
import { SchoolInsights, schoolLinks } from "./parts/school-insights.tsx";
import { schoolInsightsView } from "./parts/school-view.ts";
import { readSchoolFigures } from "./read.server.ts";
import type { Route } from "./+types/school-page.ts";
import { SchoolLogo } from "#features/drawing/parts/marks.tsx";
import { readSchoolPage } from "#features/school/read.server.ts";

// Shown only while the path engine is being filled. There is no boundary around it, so the page waits for its code.
const FirstStops = lazy(async () => ({ default: (await import("#features/school/parts/first-stops.tsx")).FirstStops }));

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, today, share, viewer } = context.get(pageContext);
  const asked = readAskedPage(new URL(request.url).searchParams);
  const page = await readSchoolPage(db, { id: params["*"], today, page: asked });
  if (!page) throw data(null, { status: 404 });
  const follow = await readFollowState(db, viewer, { kind: "school", thing: page.school._id });
  const figures = await readSchoolFigures({ db, paths: context.get(pathContext) }, page.school._id);
  const hub = { ...page.school, isSchool: true };
  const insights = typeof figures === "object" ? schoolInsightsView(hub, figures.told, figures.logos) : figures;
  if (!viewer && insights !== "not-ready") share([`school:${page.school._id}`, "people"]);
  return { ...page, follow, insights, cards: page.cards.map((one) => cardOf(one, today)) };
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
  const { school, people, common, flow, cards, page, pages, ends } = loaderData;
  const told = typeof loaderData.insights === "object" && people >= MIN_PEOPLE ? loaderData.insights : undefined;
  const firstStops = told?.flow === undefined ? flow : undefined;
  const links = told === undefined ? [] : schoolLinks(told);
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
      <div className={told === undefined ? "wrap co-body" : "wrap co-body in"}>
        {told === undefined ? null : <SchoolInsights view={told} name={school.name} />}
        {loaderData.insights === "not-ready" ? <NotReady /> : null}
        <div className={firstStops === undefined ? "g2e" : "g2 g2e--first"}>
          {firstStops === undefined ? null : <FirstStops school={school} flow={firstStops} />}
          <NeighbourTable
            title="Most Common Companies"
            counts="People from this school who stopped there at any time, each once."
            rows={common}
          />
        </div>
        <RuleOfFive />
        <PeopleSection
          title="Lines that start here"
          all={{ href: `/search?stop=school:${school._id}`, people }}
          cards={cards}
          first={`/school/${school._id}`}
          page={page}
          pages={pages}
          ends={ends}
        />
        {told === undefined ? null : <CountedNote />}
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
