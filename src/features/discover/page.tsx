import { useEffect } from "react";
import { readPageNumber } from "#core/paging.ts";
import { cardOf } from "#features/person-card/parts/card.ts";
import { PersonCards } from "#features/person-card/parts/person-card.tsx";
import { pageHead } from "#features/page/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Pagination } from "#ui/pagination.tsx";
import type { Route } from "./+types/page.ts";
import { DiscoverBand } from "./parts/band.tsx";
import { readDiscoverPage } from "./read.server.ts";
import { newDraw, readDraw } from "./rules.ts";

/** Another minute is another draw, and every visit of somebody signed in; its token in the links keeps the order. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, today, random, secret, viewer, share } = context.get(pageContext);
  const query = new URL(request.url).searchParams;
  const draw = readDraw(query.get("draw")) ?? newDraw(random);
  const page = readPageNumber(query.get("page"));
  const found = await readDiscoverPage(db, { secret, draw, page, today });
  if (!viewer) share(["people", ...found.cards.map(({ _id }) => `profile:${_id}`)]);
  return { ...found, cards: found.cards.map((one) => cardOf(one, today)) };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Discover",
    description: "Career pipelines picked at random. Get on anywhere and see where it goes.",
    path: "/discover",
  });
}

function pageHref(draw: string, page: number): string {
  return `/discover?page=${page}&draw=${draw}`;
}

export default function DiscoverPage({ loaderData }: Route.ComponentProps) {
  const { cards, page, pages, draw } = loaderData;
  // The draw is in the address, so that Back from the next page shows the same people.
  useEffect(() => history.replaceState(history.state, "", pageHref(draw, page)), [draw, page]);
  return (
    <>
      <section className="disc">
        <DiscoverBand />
        <div className="wrap disc__in">
          <h1 className="h-statement">Discover</h1>
          <p className="lead disc__p">Lines picked at random. Get on anywhere and see where it goes.</p>
        </div>
      </section>
      <div className="wrap disc__b">
        {cards.length === 0 ? (
          <EmptyState
            kind="start"
            title="No lines yet"
            action={
              <a className="btn btn--p" href="/edit">
                Add Your Pipeline
              </a>
            }
          >
            Nobody has shared a pipeline here so far.
          </EmptyState>
        ) : (
          <>
            <div role="group" aria-label="People" data-paged>
              <PersonCards cards={cards} level={2} />
            </div>
            <Pagination page={page} pages={pages} hrefOf={(number) => pageHref(draw, number)} />
          </>
        )}
      </div>
    </>
  );
}
