import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import { popularCompanies } from "#features/company/read.server.ts";
import type { CompanyView } from "#features/company/schema.ts";
import { readRandomProfiles } from "#features/discover/read.server.ts";
import { newDraw } from "#features/discover/rules.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { joinNumbers, peopleCount } from "#features/stats/read.server.ts";

const RANDOM_PEOPLE = 5;
export const LOGO_STRIP = 30;
const SPECIMENS = 3;

type HomePage = {
  cards: PublicProfile[];
  logos: { companyId: string; displayName: string; logo: string }[];
  /** True if every company has people. */
  areStops: boolean;
  popular: CompanyView[];
};

/**
 * The landing page: five random people, and thirty random companies with a logo, from people's pipelines if these have
 * enough.
 */
export async function readHomePage(
  db: Reader,
  input: { secret: Buffer; today: string; random: () => number; minRaters: number },
): Promise<HomePage> {
  const [cards, logos, popular] = await Promise.all([
    readRandomProfiles(db, {
      secret: input.secret,
      draw: newDraw(input.random),
      amount: RANDOM_PEOPLE,
      today: input.today,
    }),
    sql<{ companyId: string; displayName: string; logo: string; isStop: boolean }>`
      select c.public_id as "companyId", c.display_name as "displayName", c.logo, ${peopleCount("t")} > 0 as "isStop"
      from company c ${joinNumbers("c", "t")} where c.logo <> '' and c.status = 'listed' order by c.name`.execute(db),
    popularCompanies(db, input.minRaters, SPECIMENS),
  ]);
  const stops = logos.rows.filter(({ isStop }) => isStop);
  const areStops = stops.length >= LOGO_STRIP;
  const drawn = sample(areStops ? stops : logos.rows, LOGO_STRIP, input.random);
  return {
    cards,
    logos: drawn.map(({ companyId, displayName, logo }) => ({ companyId, displayName, logo })),
    areStops,
    popular,
  };
}

/** A uniform sample without repetition (the head of a Fisher–Yates shuffle). */
function sample<Item>(items: readonly Item[], size: number, random: () => number): Item[] {
  const deck = [...items];
  const count = Math.min(size, deck.length);
  for (let at = 0; at < count; at += 1) {
    const other = at + Math.floor(random() * (deck.length - at));
    const here = deck[at];
    const there = deck[other];
    if (here === undefined || there === undefined) continue;
    deck[at] = there;
    deck[other] = here;
  }
  return deck.slice(0, count);
}
