import { foldText } from "#core/text.ts";
import { isDuration } from "./durations.ts";
import { isHours, isMode, isPlace, isSort } from "./places.ts";
import { companyScore, titleScore } from "./title-words.ts";

/** Splits a job's first lines into pieces: title, company, place, and texts without meaning. */

export type Chunk = {
  text: string;
  /** The line within the entry. */
  line: number;
  /** A word before it marks a workplace: "at", "bei", "chez". */
  isAt: boolean;
};

const APART = /\t| ?[|•·●▪◦] ?| [–—―~] | - |; /gu;
/** Words before a workplace. Others, such as "en", are too common inside titles. */
const AT_WORDS = new Set(["at", "@", "bei", "chez", "presso", "hos"]);
/** Longest text that is split at its commas. */
const LONGEST = 160;

const trimmed = (text: string): string =>
  text
    .replace(/^[\s,;:|·•–—\-/]{1,6}/u, "")
    .replace(/[\s,;:|·•–—\-/]{1,6}$/u, "")
    .replace(/^\((?=[^)]{0,80}\)$)/u, "")
    .replace(/^([^(]{0,80})\)$/u, "$1");

/** Splits "Engineer at Quarry Lane" into both parts; undefined without such a word. */
function splitAtWord(text: string): readonly [string, string] | undefined {
  const words = text.split(" ");
  for (const [index, word] of words.entries()) {
    if (index === 0 || index === words.length - 1 || !AT_WORDS.has(foldText(word))) continue;
    const [left, right] = [words.slice(0, index).join(" "), words.slice(index + 1).join(" ")];
    if (titleScore(left) > 0 || companyScore(right) > 0) return [left, right];
  }
  return undefined;
}

/** A company's name may hold a comma before its form: "Quarry Lane, Inc." */
function isForm(text: string): boolean {
  return /^(?:inc|incorporated|llc|ltd|limited|lp|llp|plc|gmbh|ag|kg|sa|s\.a|sas|srl|corp|co|pc|pllc|n\.a|se)\.?$/iu.test(
    text,
  );
}

/** The parts between commas, with a legal form left where it belongs. */
export function commaParts(text: string): string[] {
  const parts: string[] = [];
  for (const part of text.slice(0, LONGEST).split(/[,，、] ?/u)) {
    const before = parts.at(-1);
    if (before !== undefined && isForm(part.trim())) parts[parts.length - 1] = `${before}, ${part.trim()}`;
    else if (part.trim() !== "") parts.push(part.trim());
  }
  return parts;
}

/** Text that is neither company nor title nor place. */
function isNoise(text: string): boolean {
  return text === "" || isDuration(text) || isHours(text) || isMode(text) || /^(?:https?:|www\.)/iu.test(text);
}

/** The pieces of a line. */
export function chunksOf(text: string, line: number): Chunk[] {
  return text.split(APART).flatMap((piece): Chunk[] => {
    const bare = trimmed(piece);
    if (isNoise(bare)) return [];
    const split = splitAtWord(bare);
    if (!split) return [{ text: bare, line, isAt: false }];
    return [
      { text: trimmed(split[0]), line, isAt: false },
      { text: trimmed(split[1]), line, isAt: true },
    ];
  });
}

/**
 * Splits a piece at its commas if that separates title and company: "Engineer, Quarry Lane GmbH, Berlin". A piece that
 * may be one name stays whole.
 */
export function splitAtCommas(chunk: Chunk): Chunk[] {
  const parts = commaParts(chunk.text);
  if (parts.length < 2) return [chunk];
  const [first = "", second = ""] = parts;
  const isShown =
    titleScore(first) > 0 || titleScore(second) > 0 || companyScore(first) > 0 || companyScore(second) > 0;
  return isShown ? parts.map((text) => ({ ...chunk, text })) : [chunk];
}

/** Places out of the pieces; the first that is one is where the job was. */
export function withoutPlaces(chunks: readonly Chunk[]): { left: Chunk[]; location: string } {
  const places = chunks.filter(({ text }) => isPlace(text));
  const rest = chunks.filter((chunk) => !places.includes(chunk));
  const left = rest.length > 2 ? rest.filter(({ text }) => !isSort(text)) : rest;
  return { left, location: places[0]?.text ?? "" };
}

/** "Quarry Lane GmbH, Berlin" as company and place. Names with "and" may hold commas of their own. */
export function withoutTown(company: string): { company: string; location: string } {
  const bracket = /^([^(]{2,100}) \(([^)]{2,60})\)$/u.exec(company);
  if (bracket && isPlace(bracket[2] ?? "")) return { company: bracket[1] ?? company, location: bracket[2] ?? "" };
  const parts = commaParts(company);
  const [first = "", ...rest] = parts;
  const isListed = rest.some((part) => /(?:^| )(?:&|and|und|et|y|e|og|och|en|i) |&/u.test(part));
  const isShown = titleScore(first) > 0 || rest.some((part) => companyScore(part) > 0);
  if (parts.length < 2 || isListed || isShown) return { company, location: "" };
  const isShort = rest.every((part) => part.split(" ").length <= 4);
  return isShort && rest.length <= 3 ? { company: first, location: rest.join(", ") } : { company, location: "" };
}
