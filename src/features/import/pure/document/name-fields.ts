import { commaParts, splitAtCommas, withoutPlaces, withoutTown, type Chunk } from "./chunks.ts";
import { companyScore, leaning, titleScore } from "./title-words.ts";

/** Decides which piece of an entry is the title, and which is the company. */

export type Named = {
  company: string;
  title: string;
  location: string;
  /** Pieces that are none of these. */
  dropped: string[];
  /** Why the result is uncertain; undefined if it is certain. */
  doubt: string | undefined;
};

/** Title before company, or behind it, in most entries of a document. */
type Order = "title-first" | "company-first" | "not-known";

export const WHICH = "We are not sure which of the two is the company.";
const WHOSE = "It has no company beside it, so we took the one above.";

/** Characters; a longer text is no name of a town. */
const MOST_TOWN = 59;

/** Two pieces that can be title and company, in the order of the file. */
type Pair = {
  first: string;
  second: string;
  isAt: boolean;
  rest: Chunk[];
  /** It is only likely which of several pieces is the company. */
  isGuess?: true;
  /** The line of the later one, if another piece follows in it. */
  line?: number;
};

/** Removes places. A single remaining piece is split at its commas. */
function pairOf(chunks: readonly Chunk[]): { pieces: Chunk[]; location: string } {
  const { left, location } = withoutPlaces(chunks);
  const [only] = left;
  if (left.length !== 1 || !only) return { pieces: left, location };
  const split = withoutPlaces(splitAtCommas(only));
  return { pieces: split.left, location: location || split.location };
}

/** Index of the piece with the highest score above 0, other than `except`; -1 if there is none. */
function bestOf(pieces: readonly Chunk[], score: (text: string) => number, except = -1): number {
  let best = -1;
  let highest = 0;
  for (const [index, { text }] of pieces.entries()) {
    const own = index === except ? 0 : score(text);
    if (own > highest) [best, highest] = [index, own];
  }
  return best;
}

/** Without a word such as "at", the company is in another line than the title, or beside it. */
function besideTitle(pieces: readonly Chunk[], title: number): number {
  const inOtherLine = pieces.findIndex(({ line }, index) => index !== title && line !== pieces[title]?.line);
  if (inOtherLine !== -1) return inOtherLine;
  return title === 0 ? 1 : title - 1;
}

function pairAt(pieces: readonly Chunk[], first: number, second: number): Omit<Pair, "isAt"> {
  return {
    first: pieces[first]?.text ?? "",
    second: pieces[second]?.text ?? "",
    rest: pieces.filter((_, index) => index !== first && index !== second),
  };
}

/** The two pieces that matter: the likeliest title, and beside it the likeliest company. */
function choose(pieces: readonly Chunk[]): Pair | undefined {
  if (pieces.length < 2) return undefined;
  const at = pieces.findIndex(({ isAt }) => isAt);
  if (at > 0) return { ...pairAt(pieces, at - 1, at), isAt: true };
  if (pieces.length === 2) return { ...pairAt(pieces, 0, 1), isAt: false };
  const likelyTitle = bestOf(pieces, titleScore);
  const company = bestOf(pieces, companyScore, likelyTitle);
  if (likelyTitle === -1 && company === -1) return { ...pairAt(pieces, 0, 1), isAt: false, isGuess: true };
  // Without a likely title, the first piece that is not the company is taken for it.
  const title = likelyTitle !== -1 ? likelyTitle : company === 0 ? 1 : 0;
  const other = company !== -1 && company !== title ? company : besideTitle(pieces, title);
  const [first, second] = title < other ? [title, other] : [other, title];
  const companies = pieces.filter(({ text }) => companyScore(text) > 0).length;
  const isGuess = companies !== 1 || likelyTitle === -1;
  return {
    ...pairAt(pieces, first, second),
    isAt: false,
    ...(isGuess ? { isGuess } : {}),
    ...(second < pieces.length - 1 ? { line: pieces[second]?.line ?? 0 } : {}),
  };
}

/** Positive where the first piece is the title. */
function vote({ first, second, isAt }: Pair): number {
  return isAt ? 4 : leaning(first) - leaning(second);
}

export function orderOf(entries: readonly (readonly Chunk[])[]): { order: Order; isClear: boolean } {
  let [forTitle, forCompany] = [0, 0];
  for (const chunks of entries) {
    const pair = choose(pairOf(chunks).pieces);
    if (!pair || pair.isAt) continue;
    const weight = vote(pair);
    if (weight > 0) forTitle += 1;
    if (weight < 0) forCompany += 1;
  }
  const order = forTitle > forCompany ? "title-first" : forTitle < forCompany ? "company-first" : "not-known";
  const [more, fewer] = [Math.max(forTitle, forCompany), Math.min(forTitle, forCompany)];
  return { order, isClear: more >= 2 && more > fewer * 3 };
}

function placed(pair: Pair, isTitleFirst: boolean, location: string, doubt: string | undefined): Named {
  const { company, location: town } = withoutTown(isTitleFirst ? pair.second : pair.first);
  const title = isTitleFirst ? pair.first : pair.second;
  // A text after both in their line is the place.
  const isTown = ({ text, line }: Chunk, at: number): boolean => {
    const isLastInTheirLine = at === pair.rest.length - 1 && line === pair.line;
    const isTitleOrCompany = titleScore(text) !== 0 || companyScore(text) !== 0;
    return !pair.isGuess && isLastInTheirLine && text.length <= MOST_TOWN && !isTitleOrCompany;
  };
  const where = location || town || (pair.rest.find(isTown)?.text ?? "");
  const dropped = pair.rest.map(({ text }) => text).filter((text) => text !== where);
  return { company, title, location: where, dropped, doubt };
}

/** Company and title of an entry with a single piece; `group` as for `nameEntry`. */
function nameSingle(text: string, location: string, order: Order, group: string): Named {
  const asTitle = titleScore(text);
  const asCompany = companyScore(text);
  const certain = { location, dropped: [], doubt: undefined };
  if (group !== "") return { ...certain, company: group, title: text, doubt: asTitle > 0 ? undefined : WHOSE };
  if (asTitle > 0 && asTitle >= asCompany) return { ...certain, company: "", title: text };
  const [first = "", second, ...others] = commaParts(text);
  if (second !== undefined && order !== "not-known" && asCompany === 0) {
    const rest = others.map((part) => ({ text: part, line: 0, isAt: false }));
    return placed({ first, second, isAt: false, rest }, order === "title-first", location, WHICH);
  }
  return { ...certain, company: text, title: "" };
}

/** Company and title of one entry; `group` is the company above it, '' if there is none. */
export function nameEntry(
  chunks: readonly Chunk[],
  { order, isClear }: ReturnType<typeof orderOf>,
  group: string,
): Named {
  const { pieces, location } = pairOf(chunks);
  const pair = choose(pieces);
  if (!pair) return nameSingle(pieces[0]?.text ?? "", location, order, group);
  const own = vote(pair);
  if (own === 0) {
    const isSure = isClear && order !== "not-known" && pieces.length === 2;
    return placed(pair, order !== "company-first", location, isSure ? undefined : WHICH);
  }
  const isAgainstOthers = isClear && !pair.isAt && own > 0 !== (order === "title-first");
  // Two weak words against each other, or many pieces, are no evidence.
  const isWeak = Math.abs(own) < 2 && !isClear;
  const areBothTitles = titleScore(pair.first) > 0 && titleScore(pair.second) > 0 && !pair.isAt && !isClear;
  const isUnsure = isAgainstOthers || isWeak || areBothTitles || pair.isGuess;
  return placed(pair, own > 0, location, isUnsure ? WHICH : undefined);
}
