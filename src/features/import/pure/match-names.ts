import { foldText, keyOf } from "#core/text.ts";

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
  logo?: string;
};

export type Match<One extends Candidate = Candidate> = {
  candidate: One;
  /** exact: equal, or equal without the legal form. alias: by another name. similar: by likeness. */
  by: "exact" | "alias" | "similar";
  /** 0..1 */
  score: number;
};

export type Resolution<One extends Candidate = Candidate> = {
  name: string;
  /** The default choice; "new" keeps the written name. */
  is: Match["by"] | "new";
  chosen: One | undefined;
  /** False if the person should check: only similar, or two equal matches. */
  isSure: boolean;
  /** The best ones, even if none is chosen. */
  matches: Match<One>[];
};

/** Least likeness of an offered candidate. */
export const OFFERED_FROM = 0.45;
/** Least likeness of a default choice. */
export const CHOSEN_FROM = 0.8;
/** Candidates offered for one name. */
const OFFERS = 5;

/** Legal forms at the end of a name, after folding and without dots: "GmbH & Co. KG" is three of them. */
const FORMS = new Set(
  (
    "inc incorporated llc llp lp ltd limited plc corp corporation co company gmbh mbh ggmbh ag kg kgaa ohg ug se ev eg sa sas " +
    "sasu sarl sl slu srl spa bv nv vof cv ab as asa aps oy oyj kft zrt nyrt sro doo dd ad sp zoo pty pvt private pte bhd sdn kk " +
    "yk ооо ао пао зао ltda eireli me cia holding holdings hf ehf as a/s"
  ).split(" "),
);
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

/** A name without its legal form, article, accents and punctuation: "The Zürich Works GmbH & Co. KG" → "zurich works". */
export function plainName(name: string): string {
  const words = foldText(name.normalize("NFC").replace(EAST_ASIAN_FORMS, " "))
    .replace(/&|\+(?=\s)/gu, " and ")
    .replace(/['’`]/gu, "")
    .replace(/[^\p{L}\p{N}+#/]+/gu, " ")
    .trim()
    .split(" ");
  let text = words.join(" ");
  for (const [spelled, joined] of SPELLED)
    if (text.endsWith(` ${spelled}`)) text = text.slice(0, -spelled.length) + joined;
  const left = text.split(" ");
  while (left.length > 1 && (FORMS.has(left.at(-1) ?? "") || left.at(-1) === "and")) left.pop();
  if (left.length > 1 && left[0] === "the") left.shift();
  return left.join(" ");
}

/** As pg_trgm counts them: each word with two spaces before it and one after. */
function trigramsOf(plain: string): Set<string> {
  const found = new Set<string>();
  for (const word of plain.split(" ")) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) found.add(padded.slice(at, at + 3));
  }
  return found;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const one of a) if (b.has(one)) common += 1;
  return common / (a.size + b.size - common);
}

/** Plain names of candidates, computed once: every company of a file is compared with all of them. */
const plains = new WeakMap<Candidate, { own: string[]; aliases: string[] }>();

function plainsOf(candidate: Candidate): { own: string[]; aliases: string[] } {
  const known = plains.get(candidate) ?? {
    own: [candidate.displayName, candidate.name].map(plainName),
    aliases: (candidate.aliases ?? []).map(plainName),
  };
  plains.set(candidate, known);
  return known;
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

function matchOf<One extends Candidate>(name: string, plain: string, candidate: One): Match<One> | undefined {
  const own = [candidate.displayName, candidate.name];
  const aliases = candidate.aliases ?? [];
  const key = keyOf(name);
  if (own.some((other) => keyOf(other) === key)) return { candidate, by: "exact", score: 1 };
  if (plain === "") return undefined;
  const plainOnes = plainsOf(candidate);
  if (plainOnes.own.includes(plain)) return { candidate, by: "exact", score: 0.98 };
  if (aliases.some((other) => keyOf(other) === key)) return { candidate, by: "alias", score: 0.97 };
  if (plainOnes.aliases.includes(plain)) return { candidate, by: "alias", score: 0.95 };
  const score = Math.max(0, ...[...plainOnes.own, ...plainOnes.aliases].map((other) => likeness(plain, other)));
  return score < OFFERED_FROM ? undefined : { candidate, by: "similar", score: Math.min(score, 0.94) };
}

export function resolveName<One extends Candidate>(name: string, candidates: readonly One[]): Resolution<One> {
  const plain = plainName(name);
  const matches = candidates
    .flatMap((candidate) => matchOf(name, plain, candidate) ?? [])
    .toSorted((a, b) => b.score - a.score)
    .slice(0, OFFERS);
  const [best, second] = matches;
  if (!best || (best.by === "similar" && best.score < CHOSEN_FROM)) {
    return { name, is: "new", chosen: undefined, isSure: matches.length === 0, matches };
  }
  const isSure = best.by !== "similar" && (second === undefined || second.score < best.score);
  return { name, is: best.by, chosen: best.candidate, isSure, matches };
}
