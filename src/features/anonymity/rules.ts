/**
 * How many anonymous people a pipeline could belong to, for somebody who knows two true facts about it. The API returns
 * one of these three words and never the exact number.
 */
export const SHARING_STEPS = ["under-5", "5-19", "20-plus"] as const;
export type Sharing = (typeof SHARING_STEPS)[number];

/** The second and third step begin at these numbers of people. Counting stops at the last one. */
const FEW = 5;
export const MANY = 20;

/** The most own titles in a question. One is nearly always enough for red, and each is compared with everything. */
export const MAX_OWN_TITLES = 20;

export function sharingOf(people: number): Sharing {
  return people < FEW ? "under-5" : people < MANY ? "5-19" : "20-plus";
}

/** A draft as the check sees it. */
export type Draft = {
  /** For each stop, whether it is already undisclosed. */
  undisclosed: readonly boolean[];
  hasSchool: boolean;
  /** How many titles outside the catalogue are shown as the person wrote them. */
  ownTitles: number;
};

/**
 * A fact that others may know, by its place: first the stops, then the school, then the titles that are shown as
 * written.
 */
export type Fact = { place: number; isUndisclosed: boolean };

export function schoolPlace({ undisclosed }: Draft): number {
  return undisclosed.length;
}

/** The place of the first own title. It also stands for all of them in the advice. */
export function titlesPlace({ undisclosed }: Draft): number {
  return undisclosed.length + 1;
}

/** The number of others who share two facts, or one fact if both are the same. */
export type CountSharing = (a: Fact, b: Fact) => number;

type AnonymityCheck = {
  /** For the two facts that fewest people share. */
  now: Sharing;
  /** The place of what is best hidden next; -1 if nothing needs hiding or nothing is left. */
  mostIdentifying: number;
  /** The level after following the advice. */
  afterHiding: Sharing;
  /** The level with every company, the school and one's own titles hidden. No advice leads further. */
  atBest: Sharing;
};

/** The fewest people who share any two of these facts; Infinity if there are no facts. */
function fewestSharing(facts: readonly Fact[], countSharing: CountSharing): number {
  const [only] = facts;
  if (facts.length === 1 && only !== undefined) return countSharing(only, only);
  let fewest = Infinity;
  for (const [index, a] of facts.entries())
    for (const b of facts.slice(index + 1)) fewest = Math.min(fewest, countSharing(a, b));
  return fewest;
}

/**
 * Hiding one thing: the facts that others may still know afterwards, and how many people share the rarest hidden fact.
 */
type Remedy = { place: number; facts: readonly Fact[]; sharing: number };

function remediesOf(draft: Draft, facts: readonly Fact[], countSharing: CountSharing): Remedy[] {
  const titles = titlesPlace(draft);
  const visible = facts.filter((fact) => !fact.isUndisclosed);
  const remedies = visible
    .filter(({ place }) => place < titles)
    .map((fact) => {
      const others = facts.filter((one) => one !== fact);
      const isSchool = fact.place === schoolPlace(draft);
      return {
        place: fact.place,
        facts: isSchool ? others : [...others, { ...fact, isUndisclosed: true }],
        sharing: countSharing(fact, fact),
      };
    });
  if (draft.ownTitles === 0) return remedies;
  const own = visible.filter(({ place }) => place >= titles);
  const sharing = Math.min(...own.map((title) => countSharing(title, title)));
  return [{ place: titles, facts: facts.filter(({ place }) => place < titles), sharing }, ...remedies];
}

/**
 * Checks a draft. Hiding a stop hides its company and keeps its year. Hiding the school removes that fact. Choosing the
 * catalogue's titles removes all titles that were shown as written.
 */
export function checkAnonymity(draft: Draft, countSharing: CountSharing): AnonymityCheck {
  const stops = draft.undisclosed.map((isUndisclosed, place): Fact => ({ place, isUndisclosed }));
  const school = draft.hasSchool ? [{ place: schoolPlace(draft), isUndisclosed: false }] : [];
  const titles = Array.from({ length: draft.ownTitles }, (_, n) => ({
    place: titlesPlace(draft) + n,
    isUndisclosed: false,
  }));
  const facts: readonly Fact[] = [...stops, ...school, ...titles];
  const allHidden = stops.map((stop) => ({ ...stop, isUndisclosed: true }));
  const now = sharingOf(fewestSharing(facts, countSharing));
  const unchanged = {
    now,
    mostIdentifying: -1,
    afterHiding: now,
    atBest: sharingOf(fewestSharing(allHidden, countSharing)),
  };
  if (now === "20-plus") return unchanged;
  let best = { people: -1, sharing: Infinity, place: -1 };
  for (const { place, facts: left, sharing } of remediesOf(draft, facts, countSharing)) {
    const people = Math.min(fewestSharing(left, countSharing), MANY);
    // If several remedies help equally, take the one that hides the rarest fact. Titles come first, because hiding them
    // costs least.
    if (people > best.people || (people === best.people && sharing < best.sharing)) best = { people, sharing, place };
  }
  if (best.place === -1) return unchanged;
  return { ...unchanged, mostIdentifying: best.place, afterHiding: sharingOf(best.people) };
}
