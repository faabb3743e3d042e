import { data, redirect, useLocation } from "react-router";
import { FAILED_READ } from "#core/failed-read.ts";
import { readRequestedPage } from "#core/paging.ts";
import type { Asker } from "#features/company/read.server.ts";
import { isSameForAll } from "#features/company/rules.ts";
import { drawnPiece, pieceOf } from "#features/drawing/parts/draw.tsx";
import { cardOf } from "#features/person-card/parts/card.ts";
import { cardMaker } from "#features/person-card/parts/draw-cards.tsx";
import { picturePath, pageHead, routePicturePath } from "#features/page/parts/head.ts";
import { isFailedRead, isPassing, UnexpectedError } from "#features/page/parts/page-error.tsx";
import { FollowButton } from "#features/follow/parts/follow-button.tsx";
import { readFollowState } from "#features/follow/read.server.ts";
import { feedPath } from "#features/follow/rules.ts";
import { pathContext } from "#features/path/path-context.ts";
import type { Paths } from "#features/path/read.server.ts";
import { drawRoutePeople } from "#features/route/parts/draw-route-people.tsx";
import { stripView } from "#features/route/parts/strip-view.ts";
import { readRouteSearch, readRouteStart, SEARCH_STATUS, type RouteSearch } from "#features/route/read.server.ts";
import { isOfRoute, readable, writeRouteText } from "#features/route/pure/route-text.ts";
import { SavedNotice, SaveRoute } from "#features/saved-route/parts/save-route.tsx";
import { SavedRoutes } from "#features/saved-route/parts/saved-routes.tsx";
import { isRouteSaved, readSavedRoutes } from "#features/saved-route/read.server.ts";
import { routeTitle } from "#features/route/pure/words.ts";
import { pageContext, type PageContext } from "#server/page-context.ts";
import { lazyPart } from "#ui/connection.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import type { Route } from "./+types/page.ts";
import { drawFoundCards, drawFoundLines } from "./parts/draw-people.tsx";
import { readFound, readSearchPage, type SearchPageInput } from "./read.server.ts";
import { NO_COMPANY, readLayout, type Layout } from "./rules.ts";

// The code of each kind of search is loaded only where it is shown. Without Suspense boundaries, which would hide the
// content until script runs.
const RouteSearchView = lazyPart(async () => ({
  default: (await import("#features/route/parts/route-view.tsx")).RouteSearchView,
}));
const RouteStartView = lazyPart(async () => ({
  default: (await import("#features/route/parts/route-start.tsx")).RouteStartView,
}));

const CompanySearch = lazyPart(async () => ({ default: (await import("./parts/company-search.tsx")).CompanySearch }));
const FoundPage = lazyPart(async () => ({ default: (await import("./parts/found-view.tsx")).FoundPage }));
const FindForm = lazyPart(async () => ({ default: (await import("./parts/find-form.tsx")).FindForm }));
const SearchForm = lazyPart(async () => ({ default: (await import("./parts/search-form.tsx")).SearchForm }));

type Asked = { visit: PageContext; paths: Paths | undefined; query: URLSearchParams };

/** A search, and its people drawn as cards or with their whole pipelines. */
async function readPeople(visit: PageContext, asked: SearchPageInput, layout: Layout) {
  const { db, today } = visit;
  if (layout === "pipeline") {
    const { cards, ...page } = await readSearchPage(db, asked);
    return {
      page,
      count: cards.length,
      people: pieceOf(visit, (part) => drawFoundLines(part, page.company, cards, today)),
    };
  }
  const { cards, ...page } = await readSearchPage(db, asked, (companyId) =>
    cardMaker(visit, "search", { page: asked.page, level: 2, companyId }),
  );
  return { page, count: cards.length, people: pieceOf(visit, (part) => drawFoundCards(part, cards)) };
}

/** What /search shows for a route: its answer, its people drawn, and whether the reader keeps and follows it. */
async function showRoute({ visit, query }: Asked, route: RouteSearch) {
  const { db, today, viewer } = visit;
  const written = readable(writeRouteText({ ...route.view.text, others: route.view.text.others.filter(isOfRoute) }));
  const isSaved = viewer !== undefined && (await isRouteSaved(db, viewer.accountId, written));
  const save = {
    query: written,
    state: viewer === undefined ? ("visitor" as const) : isSaved ? ("saved" as const) : ("open" as const),
    result: query.has("kept") ? (isSaved ? ("saved" as const) : ("forgotten" as const)) : undefined,
  };
  const isAnswered = route.view.state === "answer";
  const follow = isAnswered ? await readFollowState(db, viewer, { kind: "route", thing: written }) : undefined;
  const { times = [], ...view } = route.view;
  const shown = {
    ...route,
    view: { ...view, answer: view.answer && { ...view.answer, lines: undefined } },
    strip: stripView(view.answer?.months ?? null, times),
    people: drawRoutePeople(visit, { ...route, today }),
    hasPeople: (view.answer?.lines ?? []).length > 0,
  };
  return { kind: "route" as const, route: shown, save, follow };
}

/** Whatever has a name like this text, its people as cards. */
async function findByName({ visit, paths }: Asked, text: string) {
  const { db, lookups, today } = visit;
  const { people, ...found } = await readFound({ db, lookups, paths, today }, text);
  return { ...found, cards: people.map((one) => cardOf(one, today)) };
}

/** A company and its people; without a company, the start of the search. */
async function showCompany(asking: Asked) {
  const { visit, paths, query } = asking;
  const { db, today, minRaters, share, viewer } = visit;
  const company = (query.get("company") ?? "").slice(0, 200);
  const asked = readRequestedPage(query);
  const layout = readLayout(query.get("layout"));
  const readList = async (asker: Asker) => {
    const { count, people, page } = await readPeople(visit, { company, today, minRaters, asker, page: asked }, layout);
    const tags = page.company === undefined ? [] : [`company:${page.company._id}`];
    return { page, count, people, tags, bytes: people.size };
  };
  const key = JSON.stringify(["search", today, company, asked, layout]);
  const forAll = await visit.readForAll(key, () => readList(undefined));
  const isTheirs = viewer !== undefined && company !== "" && !isSameForAll(company, forAll.page.company);
  const { page, count, people, tags } = isTheirs ? await readList(viewer) : forAll;
  const saved = company === "" && viewer ? await readSavedRoutes(db, viewer.accountId) : [];
  const start = company === "" ? await readRouteStart({ db, paths, today }) : undefined;
  // While the engine is being filled, the start has no numbers. Do not cache that: nothing would purge it later.
  const isWhole = start === undefined || start.isReady;
  const isMissed = page.problem === "no-company";
  const elsewhere = isMissed ? { ...(await findByName(asking, company)), companies: [] } : undefined;
  if (!viewer && isWhole && !isMissed) share(tags.length > 0 ? tags : ["people"]);
  return {
    kind: "company" as const,
    start,
    saved,
    elsewhere,
    page,
    count,
    people: drawnPiece(visit, people),
    asked: company,
    layout,
  };
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const visit = context.get(pageContext);
  const query = new URL(request.url).searchParams;
  const asking = { visit, paths: context.get(pathContext), query };
  const route = await readRouteSearch({ db: visit.db, paths: asking.paths, today: visit.today }, query);
  if (route !== undefined) {
    if ("address" in route) throw redirect(route.address);
    visit.share([]);
    return data(await showRoute(asking, route), { status: SEARCH_STATUS[route.view.state] });
  }
  // An emptied field leads to the start of the search, with its own address.
  const emptied = ["company", "q"].filter((name) => query.get(name)?.trim() === "");
  if (emptied.length > 0) {
    for (const name of emptied) query.delete(name);
    throw redirect(query.size === 0 ? "/search" : `/search?${query.toString()}`);
  }
  const text = (query.get("q") ?? "").trim().slice(0, 80);
  // Never cached: a fast second answer would reveal that somebody has just searched for the same text.
  if (text !== "" && !query.has("company"))
    return { kind: "found" as const, text, found: await findByName(asking, text) };
  return showCompany(asking);
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (loaderData?.kind === "route")
    return pageHead(matches, {
      ...routeTitle(loaderData.route.view),
      path: "/search",
      picture: routePicturePath(loaderData.save.query),
      // There are endless routes, so search engines should leave them out. The people have pages of their own.
      isHidden: true,
      feed: loaderData.follow && feedPath({ kind: "route", thing: loaderData.save.query }),
    });
  if (loaderData?.kind === "found")
    return pageHead(matches, {
      title: `Found for “${loaderData.text}”`,
      description: "People, schools, titles and companies by name.",
      path: "/search",
      isHidden: true,
    });
  const company = loaderData?.page.company;
  return pageHead(matches, {
    title: company === undefined ? "Search" : `${company.displayName}: who stopped there`,
    description: "Search by company and see who worked there, with their full sequence of stops.",
    path: company === undefined ? "/search" : `/search?company=${encodeURIComponent(company.name)}`,
    ...(company === undefined ? {} : { picture: picturePath("company", company._id) }),
  });
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === "route") {
    const { save, follow } = loaderData;
    const route = { kind: "route", thing: save.query } as const;
    return (
      <RouteSearchView
        {...loaderData.route}
        save={
          <>
            <SaveRoute query={save.query} state={save.state} />
            <FollowButton thing={route} name="this route" state={follow} />
          </>
        }
        followButton={
          <FollowButton thing={route} name="takes this route" state={follow} label="Tell me when someone does" />
        }
        notice={<SavedNotice result={save.result} />}
      />
    );
  }
  if (loaderData.kind === "found") return <FoundPage text={loaderData.text} found={loaderData.found} />;
  const { page, count, people, asked, layout, start, saved, elsewhere } = loaderData;
  return (
    <div className="wrap sr-page">
      {start === undefined ? null : <RouteStartView start={start} saved={<SavedRoutes routes={saved} />} />}
      {start === undefined ? null : (
        <section className="sec sr-who">
          <h2 className="h-sec">People, schools and titles</h2>
          <p className="ui dim">Find somebody who shows their name, a school, or a title and how people come to it.</p>
          <FindForm />
        </section>
      )}
      {start === undefined ? null : (
        <section className="sec sr-who">
          <h2 className="h-sec">Who stopped where?</h2>
          <p className="ui dim">Type a company and get the people who worked there, each with the whole line.</p>
        </section>
      )}
      <CompanySearch page={page} count={count} people={people} asked={asked} layout={layout} elsewhere={elsewhere} />
    </div>
  );
}

/** For a search that failed: the product's sentence, the real reason below it, and the form. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  if (query.has("stop") || (isPassing(error) && !isFailedRead(error))) return <UnexpectedError error={error} />;
  return (
    <div className="wrap sr-page">
      <SearchForm asked={query.get("company") ?? ""} company={undefined} layout={readLayout(query.get("layout"))} />
      <EmptyState
        kind="closed"
        level={1}
        title={NO_COMPANY}
        action={
          <a className="btn btn--p" href={pathname + search}>
            Try again
          </a>
        }
      >
        {FAILED_READ}
      </EmptyState>
    </div>
  );
}
