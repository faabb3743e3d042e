import { foldText } from "#core/text.ts";
import { schoolNameKey, spellingsOf } from "./school-keys.ts";

/** One possible meaning of a text: a school's name, alone or with an addition. */
export type Reading = {
  /** Keys of the name in its spellings. */
  keys: string[];
  /** nothing: the text is only the name. part: with a faculty, a degree or a country. other: with something unknown. */
  beside: "nothing" | "part" | "other";
};

/** Words that begin a part of a school. */
const PART_WORDS = new Set(
  "fakultat facultad facolta faculte faculdade fachbereich faculty department dept online extension".split(" "),
);
/** These are parts only with their subject: "Harbour College" is a school of its own. */
const PART_OF = new Set("school institute college centre center division program programme".split(" "));
const SUBJECT = new Set(["of", "for", "in"]);
/** The end or beginning of a part's name: "Reed Business School", "Main Campus". */
const PART_PAIRS = new Set(
  "graduate school,business school,law school,medical school,engineering school,honors college,honours college".split(
    ",",
  ),
);
const DEGREES = new Set(
  (
    "bsc msc ba ma bs ms btech mtech beng meng be me bcom mcom bed med mphil mba phd bachelor bachelors master masters " +
    "doctorate diploma alumni exchange erasmus"
  ).split(" "),
);

function isPart(text: string, isCountry: (text: string) => boolean): boolean {
  const words = schoolNameKey(text).split(" ");
  const [first = "", second = ""] = words;
  const last = words.at(-1) ?? "";
  if (first === "" || isCountry(foldText(text))) return true;
  if (DEGREES.has(first) || /^(?:19|20)\d\d$/u.test(first) || (first === "class" && second === "of")) return true;
  if (PART_WORDS.has(first) || PART_WORDS.has(last) || last === "campus") return true;
  if (words.some((word, at) => PART_OF.has(word) && SUBJECT.has(words[at + 1] ?? ""))) return true;
  return PART_PAIRS.has(`${first} ${second}`) || PART_PAIRS.has(words.slice(-2).join(" "));
}

/** Where a part's name begins without a sign before it: "Kings Cross University School of Arts". */
const PART_BEGINS =
  / (?:graduate school|business school|law school|medical school|(?:school|faculty|college|institute|department|division) of) /iu;
/** The most words of a proper name before a part: "MIT Sloan School of Management". */
const GIVEN_WORDS = 3;

/** University names before "School of …", the longest first: "MIT Sloan School of Management" has "MIT". */
function headsOf(text: string): string[] {
  const at = ` ${text} `.search(PART_BEGINS);
  if (at < 2) return [];
  const words = text.slice(0, at).trim().split(/\s+/u);
  return Array.from({ length: Math.min(GIVEN_WORDS + 1, words.length) }, (_, less) =>
    words.slice(0, words.length - less).join(" "),
  ).filter((head) => /[Uu]niversi|Institute of Tech|\bUC \p{L}{3}|^[A-Z]{3,5}$/u.test(head) && isWholeHead(head));
}

/** Does the text end with the university's own words? "University of" is incomplete. */
function isWholeHead(head: string): boolean {
  const last = schoolNameKey(head).split(" ").at(-1) ?? "";
  return !["of", "at", "the", "for", "in", "de", "and"].includes(last) && !/^[a-z]{3,5}$/u.test(head);
}

/** Splits a text at commas, dashes and "at". */
function piecesOf(text: string): string[] {
  return text
    .replace(/\s+/gu, " ")
    .replace(/[,;|/·•:–—@]| -|- | at /gu, ",")
    .split(",")
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
}

/** Texts that a split looks at; a longer list is a paragraph. */
const MAX_PIECES = 6;

/**
 * The possible meanings of a text, the likeliest first: the whole text, the text without brackets, and the text without
 * parts such as faculties: "Kings Cross University - School of Arts", "Haas School of Business, UC Berkeley".
 * @param isCountry is a folded text a country's name or code?
 */
export function readingsOf(text: string, isCountry: (text: string) => boolean): Reading[] {
  const readings: Reading[] = [];
  const add = (name: string, beside: Reading["beside"]): void => {
    const trimmed = name.trim();
    if (schoolNameKey(trimmed) !== "") readings.push({ keys: spellingsOf(trimmed), beside });
  };
  add(text, "nothing");
  const outer = text.replace(/\([^()]*\)/gu, " ");
  const inner = [...text.matchAll(/\(([^()]*)\)/gu)].map(([, one = ""]) => one);
  if (inner.length > 0) {
    const isKnown = inner.every((one) => isPart(one, isCountry) || isInitials(one, outer));
    add(outer, isKnown ? "part" : "other");
    for (const one of inner) add(one, isInitials(outer, one) || isPart(outer, isCountry) ? "part" : "other");
  }
  for (const head of headsOf(outer)) add(head, "part");
  const pieces = piecesOf(outer);
  if (pieces.length < 2 || pieces.length > MAX_PIECES) return readings;
  // Longest first: "University of California, Berkeley" before "University of California".
  for (let length = pieces.length - 1; length >= 1; length -= 1) {
    for (let from = 0; from + length <= pieces.length; from += 1) {
      const name = pieces.slice(from, from + length).join(" ");
      const others = [...pieces.slice(0, from), ...pieces.slice(from + length)];
      const isKnown = others.every((one) => isPart(one, isCountry) || isInitials(one, name));
      add(name, isKnown ? "part" : "other");
    }
  }
  return readings;
}

/** "TUM" for "Technical University of Munich", "MIT" for "Massachusetts Institute of Technology". */
function isInitials(short: string, name: string): boolean {
  const letters = schoolNameKey(short).replace(/ /gu, "");
  if (letters.length < 2 || letters.length > 8 || /\s/u.test(short.trim())) return false;
  const words = schoolNameKey(name).split(" ");
  const all = words.map((word) => word.slice(0, 1)).join("");
  const large = words
    .filter((word) => word.length > 3)
    .map((word) => word.slice(0, 1))
    .join("");
  return all === letters || large === letters;
}
