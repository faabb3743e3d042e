import { freshMarkup, keptMarkup, type Page } from "#features/drawing/parts/draw.tsx";
import type { CardView } from "./card.ts";
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
