import { setOf } from "#features/title/words.ts";
import { isTitleSlug, classify } from "#features/title/classify.ts";
import { JOBS } from "#features/title/pure/family-phrases.ts";
import { BY_SPELLING } from "#features/title/pure/names.ts";
import { type Level } from "#features/title/schema.ts";
import { TITLES } from "#features/title/titles.ts";
import type { Token } from "./tokens.ts";
import { nameKey } from "./tokens.ts";
import { VOCABULARY } from "./vocabulary.ts";

export type TitleSpan = { tokens: number } & (
  | { is: "title"; slug: string }
  | { is: "level"; level: Exclude<Level, "intern"> }
  | { is: "kind"; kind: "intern" }
);

const MAX_TITLE_WORDS = 6;

/** Short forms of titles, and names of trades for the people in them. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ["swe", "software engineer"],
  ["sde", "software engineer"],
  ["dev", "software developer"],
  ["sre", "site reliability engineer"],
  ["mle", "machine learning engineer"],
  ["pm", "product manager"],
  ["apm", "associate product manager"],
  ["gpm", "group product manager"],
  ["pmm", "product marketing manager"],
  ["tpm", "technical program manager"],
  ["em", "engineering manager"],
  ["sdr", "sales development representative"],
  ["ae", "account executive"],
  ["csm", "customer success manager"],
  ["mts", "member of technical staff"],
  ["ux", "ux designer"],
  ["quant", "quantitative analyst"],
  ["quants", "quantitative analyst"],
  ["software engineering", "software engineer"],
  ["software development", "software developer"],
  ["web development", "web developer"],
  ["data science", "data scientist"],
  ["data engineering", "data engineer"],
  ["data analysis", "data analyst"],
  ["machine learning", "machine learning engineer"],
  ["product management", "product manager"],
  ["project management", "project manager"],
  ["engineering management", "engineering manager"],
  ["product design", "product designer"],
  ["investment banking", "investment banking analyst"],
  ["consulting", "consultant"],
  ["teaching", "teacher"],
  ["nursing", "nurse"],
  ["cio", "chief information officer"],
  ["ciso", "chief information security officer"],
  ["cpo", "chief product officer"],
  ["cro", "chief revenue officer"],
]);

/** Trades that stand for their people only on their own: "consulting", but not "consulting partner". */
const TRADES = setOf("consulting teaching nursing");

/** Words of titles, without words that mean something else in a sentence. */
const TITLE_WORDS: ReadonlySet<string> = new Set(
  [...TITLES.map(({ name }) => nameKey(name)), ...JOBS.map(([, phrases]) => phrases.replaceAll(",", " "))]
    .flatMap((text) => text.split(/\s/))
    .filter((word) => word.length > 1 && !(VOCABULARY.has(word) && !isRank(word)))
    .concat([...SHORT.keys()].flatMap((short) => short.split(" "))),
);

function isRank(word: string): boolean {
  const meaning = VOCABULARY.get(word);
  return (
    meaning?.is === "level" || (meaning?.is === "kind" && (meaning.kind === "intern" || meaning.kind === "founder"))
  );
}

/** The last words of titles: "engineer", "nurse", "intern". "Director of …" ends with the field instead. */
const HEADS: ReadonlySet<string> = new Set([
  ...TITLES.filter(({ name }) => !/ (?:of|in|and) /.test(name)).map(
    ({ name }) => nameKey(name).split(" ").at(-1) ?? "",
  ),
  ...setOf("trader banker coder dev hacker technologist lecturer officer president head quant"),
  ...[...SHORT.keys()].filter((short) => !TRADES.has(short) && !short.includes(" ")),
]);
const NO_HEADS = setOf("ii iii op staff student");
const OF_HEADS = setOf("director head vp president manager chief");

/** "engineers" as "engineer", "secretaries" as "secretary"; "sales" stays. */
function singular(word: string): string {
  if (TITLE_WORDS.has(word) && !HEADS.has(word.slice(0, -1))) return word;
  if (word.endsWith("ies") && HEADS.has(`${word.slice(0, -3)}y`)) return `${word.slice(0, -3)}y`;
  const bare = word.endsWith("s") ? word.slice(0, -1) : word;
  return HEADS.has(bare) || OF_HEADS.has(bare) ? bare : word;
}

function isHead(word: string): boolean {
  return HEADS.has(word) && !NO_HEADS.has(word);
}

/**
 * The words from here on that may form a title, in the singular. "of" is included after a director and similar words.
 */
function titleWordsAt(tokens: readonly Token[], at: number): string[] {
  const words: string[] = [];
  for (const { word } of tokens.slice(at, at + MAX_TITLE_WORDS)) {
    const one = singular(word);
    const joins =
      (word === "of" && OF_HEADS.has(words.at(-1) ?? "")) ||
      (word === "&" && words.includes("of")) ||
      (words.length > 0 && (word === "i" || word === "ii" || word === "iii"));
    if (!TITLE_WORDS.has(one) && !HEADS.has(one) && !OF_HEADS.has(one) && !joins) break;
    words.push(one);
  }
  return words;
}

function isTitle(words: readonly string[]): boolean {
  const text = words.join(" ");
  if (SHORT.has(text)) return true;
  if (words.at(-1) === "of") return false;
  if (BY_SPELLING.has(text)) return true;
  const of = words.indexOf("of");
  if (of > 0) return OF_HEADS.has(words[of - 1] ?? "") && of < words.length - 1;
  return isHead(words.at(-1) ?? "");
}

/** A title; or a level, if its words name only that ("senior managers"). */
function meaningOf(words: readonly string[]): TitleSpan {
  const whole =
    SHORT.get(words.join(" ")) ?? words.map((word) => (TRADES.has(word) ? word : (SHORT.get(word) ?? word))).join(" ");
  const known = BY_SPELLING.get(whole);
  const { slug, level, family } = classify(whole, words.includes("intern") ? "intern" : "full-time");
  const isBare = words.every((word) => isRank(word) || word === "president" || word === "vice");
  if (known === undefined && family === "general" && isBare) {
    // "senior interns": no level is asked for as "intern".
    if (level === "intern") return { is: "kind", kind: "intern", tokens: words.length };
    return { is: "level", level, tokens: words.length };
  }
  return { is: "title", slug: isTitleSlug(slug) ? slug : "mid-general", tokens: words.length };
}

/** The longest title that begins at this word. A level alone, or "intern", is not a title. */
export function titleAt(tokens: readonly Token[], at: number): TitleSpan | undefined {
  const words = titleWordsAt(tokens, at);
  for (let length = words.length; length > 0; length -= 1) {
    const span = words.slice(0, length);
    const only = span[0] ?? "";
    if (length === 1 && (isRank(only) || isRank(tokens[at]?.word ?? "") || only === "head")) continue;
    if (length === 2 && span.join(" ") === "vice president") continue;
    if (isTitle(span)) return meaningOf(span);
  }
  return undefined;
}
