import { keyOf } from "#core/text.ts";

/** Finds the listed school for a file's school. The person sees the choice before accepting it. */

/** `isSure`: the text names only this school. */
export type SchoolOffer = { id: string; name: string; country: string; logo: string; isSure?: boolean | undefined };

export type SchoolMeaning = {
  /** The school as the file writes it. */
  name: string;
  /** The best ones, even if none is chosen. */
  offers: SchoolOffer[];
  /** The default choice's id; '' keeps the text. */
  chosen: string;
  /** False if the person should check. */
  isSure: boolean;
};

const OFFERS = 5;

/**
 * The match among the schools that the look-up found, best first: chosen only if it is sure. With `ownId` (our own
 * file) only the exact name counts.
 */
export function meaningOf(name: string, listed: readonly SchoolOffer[], ownId?: string): SchoolMeaning {
  const same = listed.filter((school) => keyOf(school.name) === keyOf(name));
  const isOwn = ownId !== undefined;
  const chosen = isOwn
    ? (same.find(({ id }) => id === ownId) ?? same[0])
    : listed.find(({ isSure }) => isSure === true);
  const others = listed.filter((school) => school !== chosen);
  const offers = [...(chosen ? [chosen] : []), ...others].slice(0, OFFERS);
  return { name, offers, chosen: chosen?.id ?? "", isSure: isOwn || chosen !== undefined || offers.length === 0 };
}
