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

/** The two pieces that matter: the likeliest title, and beside it the likeliest company. */
function choose(pieces: readonly Chunk[]): Pair | undefined {
  if (pieces.length < 2) return undefined;
  const at = pieces.findIndex(({ isAt }) => isAt);
  if (at > 0) {
    return {
      first: pieces[at - 1]?.text ?? "",
      second: pieces[at]?.text ?? "",
      isAt: true,
      rest: pieces.filter((_, index) => index !== at && index !== at - 1),
    };
  }
  if (pieces.length === 2) {
    return { first: pieces[0]?.text ?? "", second: pieces[1]?.text ?? "", isAt: false, rest: [] };
  }
  const best = (score: (text: string) => number, but: number): number => {
    let found = -1;
    for (const [index, { text }] of pieces.entries()) {
      if (index === but || score(text) <= 0) continue;
      if (found === -1 || score(text) > score(pieces[found]?.text ?? "")) found = index;
    }
    return found;
  };
  const title = best(titleScore, -1);
  const company = best(companyScore, title);
  if (title === -1 && company === -1) {
    const [first, second, ...rest] = pieces;
    return { first: first?.text ?? "", second: second?.text ?? "", isAt: false, rest, isGuess: true };
  }
  const one = title === -1 ? (company === 0 ? 1 : 0) : title;
  // Without a word such as "at", the company is in its own line, or beside the title.
  const apart = pieces.findIndex(({ line }, index) => index !== one && line !== pieces[one]?.line);
  const beside = apart !== -1 ? apart : one === 0 ? 1 : one - 1;
  const other = company !== -1 && company !== one ? company : beside;
  const [low, high] = one < other ? [one, other] : [other, one];
  const companies = pieces.filter(({ text }) => companyScore(text) > 0).length;
  const isGuess = companies !== 1 || title === -1;
  return {
    ...(isGuess ? { isGuess } : {}),
    first: pieces[low]?.text ?? "",
    second: pieces[high]?.text ?? "",
    isAt: false,
    rest: pieces.filter((_, index) => index !== low && index !== high),
    ...(high < pieces.length - 1 ? { line: pieces[high]?.line ?? 0 } : {}),
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
  const isTown = ({ text, line }: Chunk, at: number): boolean =>
    !pair.isGuess &&
    at === pair.rest.length - 1 &&
    line === pair.line &&
    text.length < 60 &&
    titleScore(text) === 0 &&
    companyScore(text) === 0;
  const where = location || town || (pair.rest.find(isTown)?.text ?? "");
  const dropped = pair.rest.map(({ text }) => text).filter((text) => text !== where);
  return { company, title, location: where, dropped, doubt };
}

/** Company and title of one entry; `group` is the company above it, '' if there is none. */
export function nameEntry(
  chunks: readonly Chunk[],
  { order, isClear }: ReturnType<typeof orderOf>,
  group: string,
): Named {
  const { pieces, location } = pairOf(chunks);
  const pair = choose(pieces);
  if (!pair) {
    const text = pieces[0]?.text ?? "";
    if (group !== "")
      return { company: group, title: text, location, dropped: [], doubt: titleScore(text) > 0 ? undefined : WHOSE };
    const isTitle = titleScore(text) >= companyScore(text) && titleScore(text) > 0;
    const [first = "", second, ...others] = isTitle ? [] : commaParts(text);
    const rest = others.map((part) => ({ text: part, line: 0, isAt: false }));
    if (second !== undefined && order !== "not-known" && companyScore(text) === 0) {
      return placed({ first, second, isAt: false, rest }, order === "title-first", location, WHICH);
    }
    return isTitle
      ? { company: "", title: text, location, dropped: [], doubt: undefined }
      : { company: text, title: "", location, dropped: [], doubt: undefined };
  }
  const own = vote(pair);
  if (own === 0) {
    const isSure = isClear && order !== "not-known" && pieces.length === 2;
    return placed(pair, order !== "company-first", location, isSure ? undefined : WHICH);
  }
  const isAgainst = isClear && !pair.isAt && own > 0 !== (order === "title-first");
  // Two weak words against each other, or many pieces, are no evidence.
  const isWeak = Math.abs(own) < 2 && !isClear;
  const isAlike = titleScore(pair.first) > 0 && titleScore(pair.second) > 0 && !pair.isAt && !isClear;
  return placed(pair, own > 0, location, isAgainst || isWeak || isAlike || pair.isGuess ? WHICH : undefined);
}
