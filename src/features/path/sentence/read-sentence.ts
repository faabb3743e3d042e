import { writeLink } from "#features/path/pure/query/write.ts";
import { levelOrAbove } from "#features/path/pure/level-name.ts";
import { lengthWords } from "#core/number-text.ts";
import { KIND_NAMES, type RoleKind } from "#core/role-kind.ts";
import { countryName } from "#core/country.ts";
import { titleName } from "#features/title/classify.ts";
import { assemble, type Assembled } from "./assemble.ts";
import { itemsOf, type Item } from "./items.ts";
import type { Names } from "./names.ts";
import type { Link, Step } from "./steps.ts";
import { cutSentence, tokensOf } from "./tokens.ts";

type Understood = { text: string; as: string };
export type ReadSentence = { query: string | null; understood: Understood[]; notUnderstood: string[] };

const SMALL: ReadonlySet<Item["is"]> = new Set(["noise", "for", "of"] as const);

/** Answers say "Intern", like the address; forms say "Internship". */
const KIND_WORDS: Readonly<Record<RoleKind, string>> = { ...KIND_NAMES, intern: "Intern" };

/** The value of a parameter. Colons and commas stay readable, as links of this site write them. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%2C", ",");
}

function stopOf(step: Step): string {
  const facets = [
    ...step.schools.map((value) => `school:${value}`),
    ...step.companies.map((value) => `company:${value}`),
    ...step.titles.map((value) => `title:${value}`),
    ...step.levels.map((value) => `level:${value}`),
    ...step.kinds.map((value) => `kind:${value}`),
  ];
  return facets.length === 0 ? "any" : facets.join(",");
}

function thenOf({ isNext = false, months }: Link): string {
  return writeLink({ between: isNext ? "next" : "any", limit: months ?? null });
}

function queryOf({ steps, filters }: Assembled): string | null {
  if (steps.length === 0) return null;
  const parts = steps.flatMap((step, at) => [
    ...(at === 0 ? [] : [`then=${thenOf(step.link)}`]),
    `stop=${encode(stopOf(step))}`,
  ]);
  if (filters.isFirst) parts.push("first=1");
  if (filters.isNow) parts.push("now=1");
  if (filters.country !== undefined) parts.push(`country=${filters.country}`);
  if (filters.since !== undefined) parts.push(`since=${filters.since}`);
  if (filters.until !== undefined) parts.push(`until=${filters.until}`);
  return parts.join("&");
}

function yearsText(since: number | undefined, until: number | undefined): string {
  if (since !== undefined && since === until) return `in ${since}`;
  if (since !== undefined && until !== undefined) return `${since} to ${until}`;
  return since === undefined ? `until ${until}` : `since ${since}`;
}

/** What a piece was read as, in the words of the screen; undefined for filler words. */
function asText(item: Item): string | undefined {
  switch (item.is) {
    case "company":
    case "school":
      return item.name.name;
    case "title":
      return titleName(item.slug);
    case "level":
      return levelOrAbove(item.level);
    case "kind":
      return KIND_WORDS[item.kind];
    case "limit":
      return `within ${lengthWords(item.months)}`;
    case "years":
      return yearsText(item.since, item.until);
    case "country":
      return `school in ${countryName(item.code)}`;
    case "next":
      return "next stop";
    case "first":
      return "first role";
    case "now":
      return "there today";
    default:
      return undefined;
  }
}

/** Runs of words that were not understood. Filler words inside a run belong to it. */
function unknownRuns(text: string, items: readonly Item[], dropped: ReadonlySet<Item>): string[] {
  const hasSchool = items.some(({ is }) => is === "school" || is === "country");
  /** "Graduates" is only understood beside a school or country, "or above" only after a level. */
  const isUnknown = (item: Item, before: Item | undefined): boolean =>
    item.is === "unknown" ||
    dropped.has(item) ||
    (item.is === "schooling" && !hasSchool) ||
    (item.is === "above" && before?.is !== "level");
  const runs: { start: number; end: number }[] = [];
  let isOpen = false;
  for (const [at, item] of items.entries()) {
    if (isUnknown(item, items[at - 1])) {
      const run = runs.at(-1);
      if (isOpen && run !== undefined) run.end = item.end;
      else runs.push({ start: item.start, end: item.end });
      isOpen = true;
    } else if (!SMALL.has(item.is)) isOpen = false;
  }
  return runs.map(({ start, end }) => text.slice(start, end));
}

/**
 * Reads the route that a sentence asks for, and reports which words were understood. The query has the syntax of a
 * search link; it is null if the sentence names no step. Never throws, and takes linear time.
 */
export function readSentence(sentence: string, names: Names): ReadSentence {
  const { text, rest } = cutSentence(sentence);
  const items = itemsOf(text, tokensOf(text), names);
  const assembled = assemble(items);
  const understood = items.flatMap((item): Understood[] => {
    const as = assembled.dropped.has(item) ? undefined : asText(item);
    return as === undefined ? [] : [{ text: text.slice(item.start, item.end), as }];
  });
  const unknown = unknownRuns(text, items, assembled.dropped);
  return { query: queryOf(assembled), understood, notUnderstood: rest === "" ? unknown : [...unknown, rest] };
}
