import { escapeXml, hash32 } from "./text.ts";

/**
 * The picture of a company or school without a logo: one to three letters over a band, in one of the eight line
 * colours. The same name always has the same picture.
 */
type Monogram = { letters: string; colour: number; band: number };

/** The name that others see for an undisclosed company. It is drawn with a bar. */
export const UNDISCLOSED = "Undisclosed company";

/** The path of that bar in the 40 × 40 field. */
export const UNDISCLOSED_BAR = "M13 20H27";

/** A band runs across a 40 × 40 field, at 0°, 45° or 90° only. */
export const MONOGRAM_BANDS = [
  "M-4 20H44",
  "M20 -4V44",
  "M-4 32L32 -4",
  "M8 44L44 8",
  "M-4 28H14L44 -2",
  "M-4 12H12L40 40",
  "M12 -4V16L40 44",
  "M-4 34H10A14 14 0 0 0 24 20V-4",
] as const;

/** Words that a monogram leaves out. */
const SMALL_WORDS = new Set(
  "of the and & at for in de la le les des du di da do del della der die das und für van et y e i".split(" "),
);

/** Words at the beginning of school names that do not identify a school. */
const GENERIC_STARTS = new Set(
  "university universität universitat universiteit universidad universidade università universita université universite uniwersytet universitas univerzita".split(
    " ",
  ),
);

/** "IIT Bombay", "RBC": people call these by the letters they begin with. */
const ACRONYM = /^\p{Lu}{2,3}$/u;

const LETTER = /[\p{L}\p{N}]/u;

function firstOf(word: string): string {
  return LETTER.exec(word)?.[0].toUpperCase() ?? "";
}

function lettersOf(name: string): string {
  const words = name
    .normalize("NFC")
    .split(/[\s\-–—/,.()'’"“”]+/u)
    .filter((word) => LETTER.test(word));
  const first = words[0];
  if (first === undefined) return "?";
  if (ACRONYM.test(first)) return first;
  const significant = words.filter((word) => !SMALL_WORDS.has(word.toLowerCase()));
  const rest = GENERIC_STARTS.has(significant[0]?.toLowerCase() ?? "") ? significant.slice(1) : significant;
  const chosen = rest.length > 0 ? rest : words;
  return chosen.slice(0, 3).map(firstOf).join("");
}

/** `colour` counts the line colours, `band` MONOGRAM_BANDS; both 0..7. A name without letters gives "?". */
export function monogramOf(name: string): Monogram {
  const hash = hash32(name);
  return { letters: lettersOf(name), colour: hash % 8, band: (hash >>> 5) % 8 };
}

/** Size and baseline of one, two or three letters in the 40 × 40 field. */
export function monogramType(letters: string): { size: number; baseline: number } {
  const count = [...letters].length;
  if (count >= 3) return { size: 13.5, baseline: 25.2 };
  return count === 2 ? { size: 16.5, baseline: 26.2 } : { size: 20, baseline: 27 };
}

/** Field, band and letters of each line colour on white: 10 %, 27 % and 62 % of it, as fixed sRGB. */
const FIXED = [
  ["#e7effc", "#c0d3f6", "#163d8a"],
  ["#feece8", "#facbc2", "#812c2a"],
  ["#eaf4ef", "#c6e1d5", "#0f5d51"],
  ["#f7f3ea", "#ebdfc6", "#6d5a2f"],
  ["#f8e9f1", "#ebc5da", "#662057"],
  ["#ebf5fb", "#c9e4f3", "#17638a"],
  ["#ede8e7", "#cec3bf", "#352727"],
  ["#ffeff5", "#ffd3e4", "#8f3d6d"],
] as const;

export function companyMarkAddress(displayName: string): string {
  return `/monogram/company/${encodeURIComponent(displayName)}.svg`;
}

/** The address of the square mark drawn from a school's name. */
export function schoolMarkAddress(name: string): string {
  return `/monogram/school/${encodeURIComponent(name)}.svg`;
}

/** A complete SVG text, for the address of a mark; round for companies, a terminus for schools. Always light. */
export function monogramSvg(name: string, shape: "company" | "school"): string {
  const { letters, colour, band } = monogramOf(name);
  const { size, baseline } = monogramType(letters);
  const [field, track, ink] = FIXED[colour] ?? FIXED[0];
  if (name === UNDISCLOSED) {
    return (
      '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80" viewBox="0 0 40 40">' +
      '<circle cx="20" cy="20" r="20" fill="#eceef2"/>' +
      `<path d="${UNDISCLOSED_BAR}" fill="none" stroke="#5b6272" stroke-width="6" stroke-linecap="round"/></svg>`
    );
  }
  const outline = shape === "company" ? '<circle cx="20" cy="20" r="20"/>' : '<rect width="40" height="40" rx="12"/>';
  const text = escapeXml(letters);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80" viewBox="0 0 40 40">' +
    `<clipPath id="m">${outline}</clipPath><g clip-path="url(#m)">` +
    `<rect width="40" height="40" fill="${field}"/>` +
    `<path d="${MONOGRAM_BANDS[band] ?? MONOGRAM_BANDS[0]}" fill="none" stroke="${track}" stroke-width="9"/>` +
    `<text x="20" y="${baseline}" text-anchor="middle" font-size="${size}" font-weight="700" fill="${ink}" ` +
    'font-family="Overpass, Helvetica Neue, Arial, sans-serif">' +
    `${text}</text></g></svg>`
  );
}
