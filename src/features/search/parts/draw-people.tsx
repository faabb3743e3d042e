import { drawn, freshMarkup, pieceOf } from "#features/drawing/parts/draw.tsx";
import { cardMaker, drawMadeCards } from "#features/person-card/parts/draw-cards.tsx";
import { readSearchPage, type SearchPage, type SearchPageInput } from "#features/search/read.server.ts";
import type { Layout } from "#features/search/rules.ts";
import type { Piece } from "#server/kept-markup.ts";
import type { PageContext } from "#server/page-context.ts";
import { WholeLines } from "./whole-lines.tsx";

type Read = { page: Omit<SearchPage, "cards">; count: number; people: Piece };

/** For the loader: a search, and its people as cards or with their whole pipelines. */
export async function readPeople(visit: PageContext, asked: SearchPageInput, layout: Layout): Promise<Read> {
  const { db, today } = visit;
  if (layout === "pipeline") {
    const { cards, ...page } = await readSearchPage(db, asked);
    const { company } = page;
    const lines = company && <WholeLines company={company} people={cards} today={today} />;
    const people = pieceOf(visit, (part) => drawn(part, lines ? freshMarkup(lines) : ""));
    return { page, count: cards.length, people };
  }
  const { cards, ...page } = await readSearchPage(db, asked, (companyId) =>
    cardMaker(visit, ["search", companyId, asked.page], { level: 2, companyId }),
  );
  const people = pieceOf(visit, (part) =>
    drawn(part, cards.length === 0 ? "" : freshMarkup(drawMadeCards(part, cards))),
  );
  return { page, count: cards.length, people };
}
