import { freshMarkup, keptMarkup, type Page } from "#features/drawing/parts/draw.tsx";
import type { CardMaker } from "#features/profile/read.server.ts";
import type { KeptCard } from "#server/page-cache.ts";
import type { Piece } from "#server/kept-markup.ts";
import type { PageContext } from "#server/page-context.ts";
import { cardOf, type CardView } from "./card.ts";
import { CardItem } from "./person-card.tsx";

/** A grid of cards that are drawn already. */
function DrawnCards({ markup }: { markup: string }) {
  // oxlint-disable-next-line react/no-danger -- written by React itself, which escapes what people typed
  return <ul className="cards" role="list" dangerouslySetInnerHTML={{ __html: markup }} />;
}

/** For loaders: the same as `PersonCards`, with cards that were drawn before for any page. */
export function drawCards(page: Page, cards: readonly CardView[], level: 2 | 3 = 3): ReturnType<typeof DrawnCards> {
  return <DrawnCards markup={cards.map((card) => keptMarkup(page, CardItem, { card, level })).join("")} />;
}

/** For loaders: `drawCards` as text. */
export function cardsMarkup(page: Page, cards: readonly CardView[], level: 2 | 3): string {
  return cards.length === 0 ? "" : freshMarkup(drawCards(page, cards, level));
}

/** For loaders: `drawCards` for cards of `cardMaker`. */
export function drawMadeCards(page: Page, cards: readonly Piece[]): ReturnType<typeof DrawnCards> {
  return <DrawnCards markup={cards.map((card) => page.markup.put(card)).join("")} />;
}

/**
 * For loaders: draws the cards of a list that everybody sees. Cards of people who have not changed since the list was
 * drawn are taken as they are.
 * @param list names the list, and its page
 * @param look.companyId the searched company, whose stops are marked
 */
export function cardMaker(
  visit: Pick<PageContext, "cardsOf" | "markup" | "today">,
  list: readonly unknown[],
  look: { level: 2 | 3; companyId?: string },
): CardMaker<Piece> {
  const { today, markup } = visit;
  const kept = visit.cardsOf(JSON.stringify([today, look, list]));
  return {
    known: new Map(kept.known.entries().map(([key, { version }]) => [key, version])),
    make: (people) => {
      const cards = new Map<number, KeptCard>();
      for (const { key, version, profile } of people) {
        const known = kept.known.get(key);
        if (profile !== undefined) {
          const props = { card: cardOf(profile, today, look.companyId), level: look.level };
          const card = markup.pieceOf((inside) => keptMarkup({ markup: inside }, CardItem, props));
          cards.set(key, { version, card });
        } else if (known !== undefined) cards.set(key, known);
      }
      kept.keep(cards);
      return Array.from(cards.values(), ({ card }) => card);
    },
  };
}
