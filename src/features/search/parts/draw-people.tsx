import { drawn, freshMarkup, type Page } from "#features/drawing/parts/draw.tsx";
import type { Drawn } from "#features/drawing/parts/drawn-part.tsx";
import { drawMadeCards } from "#features/person-card/parts/draw-cards.tsx";
import type { PublicProfile } from "#features/profile/schema.ts";
import type { SearchPage } from "#features/search/read.server.ts";
import type { Piece } from "#server/kept-markup.ts";
import { WholeLines } from "./whole-lines.tsx";

/** For the loader: people who stopped at a company, as cards. */
export function drawFoundCards(page: Page, cards: readonly Piece[]): Drawn {
  return drawn(page, cards.length === 0 ? "" : freshMarkup(drawMadeCards(page, cards)));
}

/** For the loader: people who stopped at a company, with their whole pipelines. */
export function drawFoundLines(
  page: Page,
  company: SearchPage["company"],
  people: readonly PublicProfile[],
  today: string,
): Drawn {
  const isEmpty = company === undefined;
  return drawn(page, isEmpty ? "" : freshMarkup(<WholeLines company={company} people={people} today={today} />));
}
