import { freshMarkup, keptMarkup, type Page } from "#features/drawing/parts/draw.tsx";
import type { RequestedPage } from "#core/paging.ts";
import type { CardMaker } from "#features/profile/read.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import type { Piece } from "#server/kept-markup.ts";
import type { PageContext } from "#server/page-context.ts";
import { cardOf, type CardView } from "./card.ts";
import { CardItem } from "./person-card.tsx";

/** A grid of cards that are drawn already. */
function DrawnCards({ markup }: { markup: string }) {
  // oxlint-disable-next-line react/no-danger -- written by React itself, which escapes what people typed
  return <ul className="cards" role="list" dangerouslySetInnerHTML={{ __html: markup }} />;
}

/** For loaders: the markup of `PersonCards`, with cards that were drawn before for any page. */
export function cardsMarkup(page: Page, cards: readonly CardView[], level: 2 | 3): string {
  if (cards.length === 0) return "";
  return freshMarkup(<DrawnCards markup={cards.map((card) => keptMarkup(page, CardItem, { card, level })).join("")} />);
}

/** For loaders: the same for cards that a `cardMaker` made. */
export function drawPieces(page: Page, cards: readonly Piece[]): ReturnType<typeof DrawnCards> {
  return <DrawnCards markup={cards.map((card) => page.markup.put(card)).join("")} />;
}

/**
 * For loaders: draws the cards of a list that everybody sees. The cards of its first page are kept for a minute, and
 * people whose cards are kept are not read again. Later pages have any number of addresses, so theirs are not kept.
 * @param list names the list
 * @param look.companyId the searched company, whose stops are marked
 */
export function cardMaker(
  visit: Pick<PageContext, "cardsOf" | "markup" | "today">,
  list: string,
  { page, ...look }: { page: RequestedPage | undefined; level: 2 | 3; companyId?: string },
): CardMaker<Piece> {
  const { today, markup } = visit;
  const isFirst = page === undefined || (page.page === 1 && page.after === undefined && page.before === undefined);
  const kept = isFirst ? visit.cardsOf(JSON.stringify([today, look, list])) : undefined;
  const draw = (profile: PublicProfile): Piece => {
    const props = { card: cardOf(profile, today, look.companyId), level: look.level };
    return markup.pieceOf((inside) => keptMarkup({ markup: inside }, CardItem, props));
  };
  return {
    known: new Map(kept?.known.entries().map(([key, { words }]) => [key, words])),
    make: (people) => {
      const shown = people.flatMap(({ key, words, profile }) => {
        const until = kept?.until ?? 0;
        const drawn = profile && { card: draw(profile), words, tag: `profile:${profile._id}`, until };
        const card = drawn ?? kept?.known.get(key);
        return card === undefined ? [] : [{ key, card }];
      });
      kept?.keep(new Map(shown.map(({ key, card }) => [key, card])));
      return shown.map(({ card }) => card.card);
    },
  };
}
