import { isPlainText } from "#core/text.ts";

/** Companies whose people are too few to count: tables stay empty below it. */
export const MIN_PEOPLE = 5;
/** Rows of 'Prior Companies' and 'Next Companies'. */
export const TOP_NEIGHBOURS = 3;
/** Companies named on either side of the diagram; the others are one flow together. */
export const FLOW_COMPANIES = 5;
/** Companies named in the diagram of a school's first stops. */
export const FIRST_STOPS = 6;
/** A row is shown only if its count is above this. */
export const MIN_NEIGHBOUR = 1;

export type RatingLevel = 0 | 1 | 2 | 3 | 4 | 5;

/** floor(sum / raters / 20), 1..5; 0 below the threshold of raters. */
export function ratingLevel(sum: number, raters: number, minRaters: number): RatingLevel {
  if (raters === 0 || raters < minRaters) return 0;
  const level = Math.floor(sum / raters / 20);
  return level >= 5 ? 5 : level === 4 ? 4 : level === 3 ? 3 : level === 2 ? 2 : 1;
}

/** Completed stays from which their average is told. */
export const MIN_STAYS = 5;
const DAYS_A_MONTH = 30.44;

/**
 * The average of completed stays in days, to the month; 0 = not told. Of one
 * stay, or of one more than yesterday, it would tell the exact days of people
 * whose dates are otherwise shown as years.
 */
export function averageStay(days: number, stays: number): number {
  if (stays < MIN_STAYS) return 0;
  return Math.round(Math.max(1, Math.round(days / stays / DAYS_A_MONTH)) * DAYS_A_MONTH);
}

/** The rows of a neighbours' table: none for a company with fewer than 5 people, else the top 3 above 1. */
export function shownNeighbours<Row extends { people: number }>(
  rows: readonly Row[],
  people: number,
  limit = TOP_NEIGHBOURS,
): Row[] {
  if (people < MIN_PEOPLE) return [];
  return rows
    .filter((row) => row.people > MIN_NEIGHBOUR)
    .toSorted((a, b) => b.people - a.people)
    .slice(0, limit);
}

/** People of one side who are in none of its shown rows; 0 where that would tell of a single person. */
export function otherPeople(total: number, shown: readonly { people: number }[]): number {
  const rest = total - shown.reduce((sum, row) => sum + row.people, 0);
  return rest > MIN_NEIGHBOUR ? rest : 0;
}

/** People at an end of their line; 0 where that would tell of a single person. */
export function endPeople(people: number): number {
  return people > MIN_NEIGHBOUR ? people : 0;
}

/** Longest description, in characters. */
export const MAX_DESCRIPTION = 400;

/** What is wrong with a company's description; undefined when it may be kept. */
export function checkDescription(text: string): string | undefined {
  if (text.length > MAX_DESCRIPTION) return `A description has at most ${MAX_DESCRIPTION} characters.`;
  return isPlainText(text) ? undefined : "This text has characters that cannot be kept.";
}

const LOGO_FILE = /^([0-9a-f]{24})\.webp$/;
const LOGO_FOLDER = "/company-logos/";

/** Where a logo that an administrator gave is served. */
export function ownLogoPath(publicId: string): string {
  return `${LOGO_FOLDER}${publicId}.webp`;
}

/** The id in the last part of such an address, or undefined for what is none. */
export function ownLogoId(file: string): string | undefined {
  return LOGO_FILE.exec(file)?.[1];
}

/** What a text in the field `logo` asks for. */
export type LogoWish =
  /** Absent, or the logo it has. */
  | { kind: "keep" }
  /** '' or a monogram: drawn from the name. */
  | { kind: "none" }
  /** An address of ours; whether there is such a logo is for others to say. */
  | { kind: "ours"; path: string }
  /** An address elsewhere, to be fetched once. */
  | { kind: "fetch"; address: string }
  | { kind: "wrong" };

/**
 * Reads the field `logo`, which is an address: of ours, with or without the
 * host, or of another site over https. A visitor's browser never gets the latter.
 * @param now the stored logo, '' for a monogram
 */
export function readLogoWish(text: string | undefined, now: string, baseUrl: string): LogoWish {
  if (text === undefined) return { kind: "keep" };
  const typed = text.trim();
  const path = typed.startsWith(`${baseUrl}/`) ? typed.slice(baseUrl.length) : typed;
  if (path === now) return { kind: "keep" };
  if (path === "" || path.startsWith("/monogram/")) return { kind: "none" };
  if (path.startsWith("/logos/")) return { kind: "ours", path };
  return typed.startsWith("https://") && URL.canParse(typed) ? { kind: "fetch", address: typed } : { kind: "wrong" };
}
