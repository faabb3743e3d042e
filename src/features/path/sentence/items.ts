import { countryName } from "#core/country.ts";
import { foldText } from "#core/text.ts";
import type { KnownName, Names } from "./names.ts";
import { quantityAt, type Quantity } from "./quantities.ts";
import { titleAt, type TitleSpan } from "./title-spans.ts";
import type { Token } from "./tokens.ts";
import { MAX_PHRASE_WORDS, VOCABULARY, type Meaning } from "./vocabulary.ts";

const MAX_NAME_WORDS = 6;
const MAX_COUNTRY_WORDS = 4;

type Known =
  | { is: "company"; name: KnownName }
  | { is: "school"; name: KnownName }
  | { is: "country"; code: string }
  | Exclude<Quantity, { is: "unknown" }>
  | Exclude<TitleSpan, { is: "level" | "kind" }>
  | Meaning
  | { is: "unknown" };

/** A piece of the sentence with its meaning, from `start` to `end` of the text. */
export type Item = Known & { readonly start: number; readonly end: number };

type Found = { known: Known; tokens: number };

const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ...Array.from({ length: 26 * 26 }, (_, at) => String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26)))
    .map((code): [string, string] => [foldText(countryName(code)), code])
    .filter(([name]) => name !== ""),
  ["usa", "US"],
  ["us", "US"],
  ["united states of america", "US"],
  ["america", "US"],
  ["uk", "GB"],
  ["england", "GB"],
  ["great britain", "GB"],
  ["holland", "NL"],
  ["turkey", "TR"],
  ["czech republic", "CZ"],
]);

/** After these words a capitalised word may be a name although it is also an ordinary word: "at Next". */
const BEFORE_NAMES: ReadonlySet<string> = new Set([
  "at",
  "from",
  "to",
  "joined",
  "for",
  "after",
  "before",
  "left",
  "->",
  "→",
  "then",
]);

function runOf(tokens: readonly Token[], at: number, length: number): string {
  return tokens
    .slice(at, at + length)
    .map(({ word }) => word)
    .join(" ");
}

function phraseAt(tokens: readonly Token[], at: number): Found | undefined {
  for (let length = Math.min(MAX_PHRASE_WORDS, tokens.length - at); length > 0; length -= 1) {
    const known = VOCABULARY.get(runOf(tokens, at, length));
    if (known !== undefined) return { known, tokens: length };
  }
  return undefined;
}

function isTaken(text: string, tokens: readonly Token[], at: number, length: number): boolean {
  const token = tokens[at];
  if (length > 1 || token === undefined) return false;
  if (!VOCABULARY.has(token.word) && titleAt(tokens.slice(0, at + 1), at) === undefined) return false;
  const first = text.slice(token.start, token.start + 1);
  const hasCapital = first !== first.toLowerCase();
  return !hasCapital || !BEFORE_NAMES.has(tokens[at - 1]?.word ?? "");
}

/** Is the name after "in" or "in the"? Then it is a place, unless the sentence speaks of studies. */
function isPlace(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.word === "the" ? tokens[at - 2] : tokens[at - 1];
  return before?.word === "in";
}

/** The longest known name that begins here. Words that name a company and a school mean the school beside studies. */
function nameAt(text: string, tokens: readonly Token[], at: number, names: Names): Found | undefined {
  for (let length = Math.min(MAX_NAME_WORDS, tokens.length - at); length > 0; length -= 1) {
    if (isTaken(text, tokens, at, length)) continue;
    const words = runOf(tokens, at, length);
    const [company, school] = [names.findCompany(words), names.findSchool(words)];
    const around = [tokens[at - 2], tokens[at - 1], tokens[at + length]];
    const hasSchooling = (some: readonly (Token | undefined)[]): boolean =>
      some.some((token) => VOCABULARY.get(token?.word ?? "")?.is === "schooling");
    const isOfStudies = hasSchooling(around);
    const isSaid = isOfStudies || hasSchooling(tokens.slice(at, at + length)) || !isPlace(tokens, at);
    if (school !== undefined && (company === undefined ? isSaid : isOfStudies))
      return { known: { is: "school", name: school }, tokens: length };
    if (company !== undefined) return { known: { is: "company", name: company }, tokens: length };
  }
  return undefined;
}

function countryAt(tokens: readonly Token[], at: number): Found | undefined {
  const before = tokens[at - 1]?.word ?? "";
  const isThe = before === "the";
  const opener = isThe ? (tokens[at - 2]?.word ?? "") : before;
  if (opener !== "in" && opener !== "from") return undefined;
  for (let length = MAX_COUNTRY_WORDS; length > 0; length -= 1) {
    const code = COUNTRIES.get(runOf(tokens, at, length));
    if (code !== undefined) return { known: { is: "country", code }, tokens: length };
  }
  return undefined;
}

function spanOf(found: Quantity | TitleSpan | undefined): Found | undefined {
  return found && { known: found, tokens: found.tokens };
}

/**
 * The item with the most words that can begin at this word. Names come before titles, and titles before the sentence's
 * own phrases.
 */
function itemAt(text: string, tokens: readonly Token[], at: number, names: Names): Found {
  const quantity = spanOf(quantityAt(tokens, at));
  if (quantity !== undefined) return quantity;
  const named = nameAt(text, tokens, at, names);
  const country = countryAt(tokens, at);
  // "from Canada" is the country, not Canada College.
  const places = named?.known.is === "school" ? [country, named] : [named, country];
  const found = [...places, spanOf(titleAt(tokens, at)), phraseAt(tokens, at)];
  let best: Found = { known: { is: "unknown" }, tokens: 1 };
  let most = 0;
  for (const one of found) {
    if (one !== undefined && one.tokens > most) {
      best = one;
      most = one.tokens;
    }
  }
  return best;
}

/** The items from left to right. The number of look-ups per word is limited, so the time is linear. */
function readItems(text: string, tokens: readonly Token[], names: Names): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < tokens.length;) {
    const { known, tokens: length } = itemAt(text, tokens, at, names);
    items.push({ ...known, start: tokens[at]?.start ?? 0, end: tokens[at + length - 1]?.end ?? 0 });
    at += length;
  }
  return items;
}

const FACETS: ReadonlySet<Item["is"]> = new Set([
  "company",
  "school",
  "country",
  "title",
  "level",
  "kind",
  "schooling",
] as const);

/** Words after "never" or "without" are not asked for. They count as not understood. */
function withoutDenied(items: readonly Item[]): Item[] {
  let isDenied = false;
  return items.map((item): Item => {
    const unknown: Item = { is: "unknown", start: item.start, end: item.end };
    if (item.is === "not") {
      isDenied = true;
      return unknown;
    }
    if (item.is === "noise") return item;
    const isHit = isDenied && FACETS.has(item.is);
    // "joined" or "worked at" may be between the denying word and the denied name.
    if (item.is !== "forward" && item.is !== "reverse") isDenied = false;
    return isHit ? unknown : item;
  });
}

/** The sentence as items, in order. */
export function itemsOf(text: string, tokens: readonly Token[], names: Names): Item[] {
  return withoutDenied(readItems(text, tokens, names));
}
