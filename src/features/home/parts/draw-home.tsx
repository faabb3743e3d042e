import { drawn, drawnFresh, keptMarkup, type Page } from "#features/drawing/parts/draw.tsx";
import type { CardView } from "#features/person-card/parts/card.ts";
import { HeroMap, SmallHeroMap } from "./hero-map.tsx";
import { Five, Strip, type StripLogo } from "./people.tsx";

/** For the loader: the maps, which are always the same, and what is drawn at random, which is not kept. */
export function drawHome(drawing: Page, found: { cards: readonly CardView[]; logos: readonly StripLogo[] }) {
  const { cards, logos } = found;
  return {
    map: drawn(drawing, keptMarkup(drawing, HeroMap, {})),
    smallMap: drawn(drawing, keptMarkup(drawing, SmallHeroMap, {})),
    people: drawnFresh(drawing, <Five cards={cards} />),
    strip: logos.length === 0 ? undefined : drawnFresh(drawing, <Strip logos={logos} />),
  };
}
