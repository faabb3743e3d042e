import { foldText, keyOf } from "#core/text.ts";
import { isNoCompany } from "#features/pipeline/pure/no-company.ts";
import { fitsForms, isLegalForm } from "./legal-forms.ts";
import { nameIndex, trigramsOf, type NameIndex } from "./name-index.ts";

/**
 * Matches a written name with listed companies. Compares as the search does: folded text, then trigrams. The person
 * always sees the choice.
 */

/** A listed company; aliases are its other names. */
export type Candidate = {
  id: string;
  name: string;
  displayName: string;
  aliases?: readonly string[];
  /** The country of its seat, ISO alpha-2; '' or absent = unknown. */
  country?: string;
  logo?: string;
};

type Match<One extends Candidate = Candidate> = {
  candidate: One;
  /**
   * exact: equal, or equal without a legal form of its country. alias: equal to another name. similar: only similar.
   */
  by: "exact" | "alias" | "similar";
  /** 0..1 */
  score: number;
};

export type Resolution<One extends Candidate = Candidate> = {
  name: string;
  /** The default choice; "new" keeps the written name. */
  is: "exact" | "alias" | "new";
  /** Set only if it is certain. */
  chosen: One | undefined;
  /** False if the person should check: there are similar ones, or two of that name. */
  isSure: boolean;
  /** The best ones, even if none is chosen. */
  matches: Match<One>[];
};

/** Least likeness of an offered candidate. */
export const OFFERED_FROM = 0.45;
/** Candidates offered for one name. */
const OFFERS = 5;

/** Forms of several letters with dots or spaces between: "s.r.l.", "sp. z o.o.", "a. s.". */
const SPELLED: readonly (readonly [string, string])[] = [
  ["sp z o o", "sp zoo"],
  ["s r o", "sro"],
  ["d o o", "doo"],
  ["s r l", "srl"],
  ["s p a", "spa"],
  ["s a s", "sas"],
  ["s a", "sa"],
  ["s l", "sl"],
  ["b v", "bv"],
  ["n v", "nv"],
  ["a s", "as"],
  ["a g", "ag"],
  ["k k", "kk"],
  ["l l c", "llc"],
  ["e v", "ev"],
];
const EAST_ASIAN_FORMS = /株式会社|有限会社|合同会社|有限责任公司|股份有限公司|有限公司|주식회사|\(株\)|㈱/gu;

/** Words of groups and holdings, which are companies of their own beside the brand's. */
const GROUP_WORDS = new Set(["company", "holding", "holdings"]);

/** Splits a name into words and the legal forms at its end: "Acme GmbH & Co. KG" → acme; kg, co, gmbh. */
function splitName(name: string): { words: string[]; forms: string[] } {
  const folded = foldText(name.normalize("NFC").replace(EAST_ASIAN_FORMS, " "))
    .replace(/&|\+(?=\s)/gu, " and ")
    .replace(/['’`]/gu, "")
    .replace(/[^\p{L}\p{N}+#/]+/gu, " ")
    .trim();
  let text = folded;
  for (const [spelled, joined] of SPELLED)
    if (text.endsWith(` ${spelled}`)) text = text.slice(0, -spelled.length) + joined;
  const words = text.split(" ");
  const forms: string[] = [];
  while (words.length > 1 && (isLegalForm(words.at(-1) ?? "") || words.at(-1) === "and")) forms.push(words.pop() ?? "");
  if (words.length > 1 && words[0] === "the") words.shift();
  return { words, forms: forms.filter((form) => form !== "and") };
}

/** A name without its legal form, article, accents and punctuation: "The Zürich Works GmbH & Co. KG" → "zurich works". */
export function plainName(name: string): string {
  return splitName(name).words.join(" ");
}

/** Like plainName, but also without "Company" or "Holding", for comparing similar names. */
function bareName(name: string): string {
  const { words } = splitName(name);
  while (words.length > 1 && GROUP_WORDS.has(words.at(-1) ?? "")) words.pop();
  return words.join(" ");
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const one of a) if (b.has(one)) common += 1;
  return common / (a.size + b.size - common);
}

type Known = { plain: string; bare: string; hasForm: boolean };
/** The names of candidates, computed once, because every company of a file is compared with all of them. */
const known = new WeakMap<Candidate, { own: Known[]; aliases: Known[] }>();

function knownOf(name: string): Known {
  const { words, forms } = splitName(name);
  return { plain: words.join(" "), bare: bareName(name), hasForm: forms.length > 0 };
}

function namesOf(candidate: Candidate): { own: Known[]; aliases: Known[] } {
  const names = known.get(candidate) ?? {
    own: [candidate.displayName, candidate.name].map(knownOf),
    aliases: (candidate.aliases ?? []).map(knownOf),
  };
  known.set(candidate, names);
  return names;
}

/** 0..1 for two plain names. A prefix of whole words counts as near ("Quarry Lane" and "Quarry Lane Canada"). */
export function likeness(a: string, b: string): number {
  if (a === "" || b === "") return 0;
  if (a === b) return 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const trigrams = shared(trigramsOf(a), trigramsOf(b));
  const isPrefix = short.length >= 3 && long.startsWith(`${short} `);
  return isPrefix ? Math.max(trigrams, 0.6) : trigrams;
}

/** Made once for a list: every company of a file is looked for in it. */
const indexes = new WeakMap<readonly Candidate[], NameIndex<number>>();

function likelyOf<One extends Candidate>(written: Written, name: string, candidates: readonly One[]): One[] {
  const index =
    indexes.get(candidates) ??
    nameIndex(
      [...candidates.keys()],
      (at) => {
        const one = candidates[at];
        return one ? [one.displayName, one.name, ...(one.aliases ?? [])] : [];
      },
      bareName,
    );
  indexes.set(candidates, index);
  return index.likely(name, written.bare, OFFERED_FROM).flatMap((at) => candidates[at] ?? []);
}

function matchOf<One extends Candidate>(written: Written, candidate: One): Match<One> | undefined {
  const { key, plain, bare, forms } = written;
  if ([candidate.displayName, candidate.name].some((other) => keyOf(other) === key))
    return { candidate, by: "exact", score: 1 };
  if (plain === "") return undefined;
  if ((candidate.aliases ?? []).some((other) => keyOf(other) === key)) return { candidate, by: "alias", score: 0.97 };
  const names = namesOf(candidate);
  const fits = fitsForms(forms, candidate.country ?? "");
  // "Systems" is not "Systems Limited": a listed name's legal form belongs to it, unless the text has one too.
  const isSame = (other: Known): boolean => other.plain === plain && fits && (!other.hasForm || forms.length > 0);
  if (names.own.some(isSame)) return { candidate, by: "exact", score: 0.96 };
  if (names.aliases.some(isSame)) return { candidate, by: "alias", score: 0.95 };
  const all = [...names.own, ...names.aliases];
  const score = Math.max(0, ...all.map((other) => likeness(bare, other.bare)));
  return score < OFFERED_FROM ? undefined : { candidate, by: "similar", score: Math.min(score, 0.94) };
}

type Written = { key: string; plain: string; bare: string; forms: readonly string[] };

/** "Amazon Web Services (AWS)": the text in brackets is another name of the company. */
const BRACKETS = /^([^()]{2,100}) \(([^()]{2,60})\)$/u;

/** The listed company for a written name: chosen only if it is certain, and offered if it is only similar. */
export function resolveName<One extends Candidate>(name: string, candidates: readonly One[]): Resolution<One> {
  const whole = resolvePlain(name, candidates);
  const [, outer = "", inner = ""] = BRACKETS.exec(name.trim()) ?? [];
  if (whole.chosen || outer === "") return whole;
  const [first, second] = [resolvePlain(outer, candidates), resolvePlain(inner, candidates)];
  const isOne = first.isSure && second.isSure && first.chosen && first.chosen.id === second.chosen?.id;
  return isOne ? { ...first, name } : whole;
}

function resolvePlain<One extends Candidate>(name: string, candidates: readonly One[]): Resolution<One> {
  const { words, forms } = splitName(name);
  const written = { key: keyOf(name), plain: words.join(" "), bare: bareName(name), forms };
  const isNone = isNoCompany(name);
  const matches = isNone
    ? []
    : likelyOf(written, name, candidates)
        .flatMap((candidate) => matchOf(written, candidate) ?? [])
        .toSorted((a, b) => b.score - a.score)
        .slice(0, OFFERS);
  const [best, second] = matches;
  const isSure = best !== undefined && best.by !== "similar" && (second === undefined || second.score < best.score);
  if (best === undefined || best.by === "similar" || !isSure)
    return { name, is: "new", chosen: undefined, isSure: matches.length === 0, matches };
  return { name, is: best.by, chosen: best.candidate, isSure, matches };
}
