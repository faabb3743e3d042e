import { drawn, freshMarkup, type Page } from "#features/drawing/parts/draw.tsx";
import type { Drawn } from "#features/drawing/parts/drawn-part.tsx";
import { cardOf } from "#features/person-card/parts/card.ts";
import { cardsMarkup } from "#features/person-card/parts/draw-cards.tsx";
import type { PublicProfile } from "#features/profile/schema.ts";
import type { SearchPage } from "#features/search/read.server.ts";
import type { Layout } from "#features/search/rules.ts";
import { WholeLines } from "./whole-lines.tsx";

/** Renders the people who stopped at a company for the loader, as cards or with their whole pipelines. */
export function drawPeople(
  drawing: Page,
  input: { company: SearchPage["company"]; people: readonly PublicProfile[]; layout: Layout; today: string },
): Drawn {
  const { company, people, layout, today } = input;
  if (company !== undefined && layout === "pipeline")
    return drawn(drawing, freshMarkup(<WholeLines company={company} people={people} today={today} />));
  const cards = people.map((one) => cardOf(one, today, company?._id));
  return drawn(drawing, cardsMarkup(drawing, cards, 2));
}
