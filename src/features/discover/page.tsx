import { useEffect } from "react";
import { readPageNumber } from "#core/paging.ts";
import { cardOf } from "#features/person-card/parts/card.ts";
import { cardsMarkup } from "#features/person-card/parts/draw-cards.tsx";
import { drawn } from "#features/drawing/parts/draw.tsx";
import { DrawnPart } from "#features/drawing/parts/drawn-part.tsx";
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
  const visit = context.get(pageContext);
  const { db, today, random, secret, viewer, share } = visit;
  const query = new URL(request.url).searchParams;
  const draw = readDraw(query.get("draw")) ?? newDraw(random);
  const page = readPageNumber(query.get("page"));
  const found = await readDiscoverPage(db, { secret, draw, page, today });
  if (!viewer) share(["people", ...found.cards.map(({ _id }) => `profile:${_id}`)]);
  const cards = found.cards.map((one) => cardOf(one, today));
  return { ...found, cards: cards.length, people: drawn(visit, cardsMarkup(visit, cards, 2)) };
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
  const { cards, people, page, pages, draw } = loaderData;
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
        {cards === 0 ? (
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
            <DrawnPart name="people" drawn={people} role="group" aria-label="People" data-paged />
            <Pagination page={page} pages={pages} hrefOf={(number) => pageHref(draw, number)} />
          </>
        )}
      </div>
    </>
  );
}
