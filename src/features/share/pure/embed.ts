import { monogramOf, UNDISCLOSED } from "#core/monogram.ts";
import { escapeXml, hash32 } from "#core/text.ts";
import type { LineView, TrackKind } from "#features/drawing/pure/segments.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import type { ShareLevel } from "#core/share-level.ts";
import { altText, lineWords, sharedLine, sharedTitle } from "./shared-words.ts";

export const EMBED_THEMES = ["light", "dark", "auto"] as const;
export type EmbedTheme = (typeof EMBED_THEMES)[number];

export const EMBED_SIZE = { width: 720, height: 148 } as const;
/** The total size of all logos as data URLs, in characters. Companies whose logos do not fit are drawn as letters. */
const LOGO_BUDGET = 11_000;
const MAX_SHOWN = 8;
const MAX_DESCRIPTION = 1_500;

const [AXIS, RING, FIRST_X, LAST_X, MIN_GAP] = [90, 13, 33, 608, 44];
/** Margin in pixels. */
const EDGE = 20;
const LETTER = 6.9;
const YEAR_WIDTH = 30;

/** The line colours of ui/tokens.css as sRGB, in the same order. */
const LIGHT = ["#1b58d0", "#d12c17", "#008f6c", "#b38911", "#a11a79", "#0c9bcf", "#513224", "#ea529e"] as const;
const DARK = ["#5685e6", "#fb6d27", "#1db77a", "#e7c340", "#c558a3", "#a6e1ff", "#926b4e", "#fb8bc3"] as const;

type Mark = { name: string; logo: string; year: string; kind: "school" | "intern" | "full" | "incoming" };
type Piece = { kind: TrackKind; months: number };
type Drawn = { marks: Mark[]; between: Piece[][]; earlier: number };

/** The latest marks, at most MAX_SHOWN, each with the tracks to the next mark. */
function drawnOf(view: LineView, schoolName: string): Drawn {
  const marks: Mark[] = view.stops.map((stop) => ({
    name: stop.displayName,
    logo: stop.logo,
    year: stop.roles[0]?.role.startDate.slice(0, 4) ?? "",
    kind: stop.ring,
  }));
  const between: Piece[][] = view.stops.map((stop) => stop.roles.flatMap((part) => part.tracks));
  if (schoolName !== "") {
    marks.unshift({ name: schoolName, logo: "", year: "", kind: "school" });
    between.unshift([{ kind: view.first, months: 6 }]);
  }
  const earlier = Math.max(0, marks.length - MAX_SHOWN);
  return { marks: marks.slice(earlier), between: between.slice(earlier), earlier };
}

/** The position of each mark. Longer stays get more room; marks never overlap. */
function placesOf({ between, marks }: Drawn): number[] {
  const weights = between.slice(0, -1).map((pieces) => Math.sqrt(pieces.reduce((sum, { months }) => sum + months, 1)));
  const total = weights.reduce((sum, one) => sum + one, 0) || 1;
  // Do not spread a short pipeline over the whole width.
  const width = Math.min(LAST_X - FIRST_X, 150 * weights.length);
  const spare = Math.max(0, width - MIN_GAP * weights.length);
  let x = FIRST_X;
  return marks.map((_, index) => {
    if (index > 0) x += MIN_GAP + (spare * (weights[index - 1] ?? 0)) / total;
    return Math.round(x * 10) / 10;
  });
}

const round = (x: number): string => String(Math.round(x * 10) / 10);

function tracksOf(drawn: Drawn, places: readonly number[]): string {
  return drawn.between
    .slice(0, -1)
    .flatMap((pieces, index) => {
      const [from, to] = [places[index] ?? 0, places[index + 1] ?? 0];
      const months = pieces.reduce((sum, piece) => sum + piece.months, 0) || 1;
      let x = from;
      return pieces.map((piece) => {
        const start = x;
        x += ((to - from) * piece.months) / months;
        return `<path class="t ${piece.kind}" d="M${round(start)} ${AXIS}H${round(x)}"/>`;
      });
    })
    .join("");
}

function endOf(view: LineView, last: number): string {
  const x = last + 62;
  if (view.end === "arrow")
    return `<path class="t full" d="M${round(last)} ${AXIS}H${round(x)}"/><path class="f" d="M${round(x - 1)} ${AXIS - 8}l12 8-12 8Z"/>`;
  if (view.end === "bar")
    return `<path class="t full" d="M${round(last)} ${AXIS}H${round(last + 34)}M${round(last + 34)} ${AXIS - 10}V${AXIS + 10}"/>`;
  return "";
}

function outline(kind: Mark["kind"], x: number, className: string): string {
  if (kind === "school")
    return `<rect class="${className}" x="${round(x - RING)}" y="${AXIS - RING}" width="${RING * 2}" height="${RING * 2}" rx="7.5"/>`;
  return `<circle class="${className}" cx="${round(x)}" cy="${AXIS}" r="${RING}"/>`;
}

function inside(mark: Mark, x: number, logo: string | undefined): string {
  if (mark.name === UNDISCLOSED) return `<path class="u" d="M${round(x - 5)} ${AXIS}h10"/>`;
  if (logo !== undefined) return `<image href="${logo}" x="${round(x - 8)}" y="${AXIS - 8}" width="16" height="16"/>`;
  const { letters, colour } = monogramOf(mark.name);
  const size = letters.length > 2 ? 8 : letters.length > 1 ? 10 : 13;
  return `<text class="m" x="${round(x)}" y="${round(AXIS + size * 0.36)}" font-size="${size}" fill="${LIGHT[colour] ?? LIGHT[0]}">${escapeXml(letters)}</text>`;
}

type Label = { text: string; isBelow: boolean };

/**
 * Places each label below its mark, or above it if the label before takes the room. Undefined if a label fits nowhere.
 */
function wholeLabels({ marks }: Drawn, places: readonly number[]): Label[] | undefined {
  const ends = { below: 0, above: 0 };
  const labels: Label[] = [];
  for (const [index, { name }] of marks.entries()) {
    const start = (places[index] ?? 0) - RING;
    const end = start + Math.max([...name].length * LETTER, YEAR_WIDTH);
    const isBelow = ends.below <= start;
    if ((!isBelow && ends.above > start) || end > EMBED_SIZE.width - EDGE) return undefined;
    ends[isBelow ? "below" : "above"] = end + 8;
    labels.push({ text: name, isBelow });
  }
  return labels;
}

/**
 * Places labels below and above by turns, so that each label has twice the room. Cuts those that are still too long.
 */
function cutLabels({ marks }: Drawn, places: readonly number[]): Label[] {
  return marks.map(({ name }, index) => {
    const x = (places[index] ?? 0) - RING;
    const next = places[index + 2];
    const room = (next === undefined ? EMBED_SIZE.width - EDGE : next - RING - 8) - x;
    const most = Math.max(3, Math.floor(room / LETTER));
    const letters = [...name];
    const cut = (): string =>
      letters
        .slice(0, most - 1)
        .join("")
        .trimEnd();
    return { text: letters.length <= most ? name : `${cut()}…`, isBelow: index % 2 === 0 };
  });
}

function labelOf(mark: Mark, { text, isBelow }: Label, x: number): string {
  const left = round(x - RING);
  const [top, below] = isBelow ? [AXIS + 30, AXIS + 45] : [AXIS - 36, AXIS - 21];
  const year = mark.year === "" ? "" : `<text class="y" x="${left}" y="${below}">${escapeXml(mark.year)}</text>`;
  return `<text class="n" x="${left}" y="${mark.year === "" && !isBelow ? below : top}">${escapeXml(text)}</text>${year}`;
}

function styleOf(theme: EmbedTheme, colour: number): string {
  const light = `--l:${LIGHT[colour] ?? LIGHT[0]};--b:#fff;--i:#11192a;--d:#5a6473;--r:#fff`;
  const dark = `--l:${DARK[colour] ?? DARK[0]};--b:#131823;--i:#edf0f4;--d:#9da5b1;--r:#f4f6f9`;
  const themes =
    theme === "auto"
      ? `svg{${light}}@media(prefers-color-scheme:dark){svg{${dark}}}`
      : `svg{${theme === "dark" ? dark : light}}`;
  return (
    `${themes}text{font-family:system-ui,"Helvetica Neue",Arial,sans-serif}.bg{fill:var(--b)}` +
    ".h{font-size:14px;font-weight:700;fill:var(--i)}.n{font-size:12px;font-weight:600;fill:var(--i)}" +
    ".y{font-size:11px;fill:var(--d)}.m{font-weight:700;text-anchor:middle}.f{fill:var(--l)}" +
    ".t{fill:none;stroke:var(--l);stroke-width:6}.intern{stroke-width:4;stroke-dasharray:9 5}" +
    ".gap{stroke-width:2;opacity:.55}.incoming{stroke-width:4;stroke-dasharray:.1 8;stroke-linecap:round}" +
    ".s{fill:var(--r);stroke:var(--l);stroke-width:2.5}.thin{stroke-width:1.75}.dots{stroke-dasharray:3 3}" +
    ".u{stroke:#5a6473;stroke-width:5;stroke-linecap:round}"
  );
}

const RING_CLASS = { school: "s", full: "s", intern: "s thin", incoming: "s dots" } as const;

/** Chooses logos in the order of the pipeline until the budget is spent. */
function affordable(marks: readonly Mark[], logos: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const taken = new Map<string, string>();
  let left = LOGO_BUDGET;
  for (const { logo } of marks) {
    const address = logos.get(logo);
    if (address === undefined || address.length > left) continue;
    // The file contains a logo once for each mark that shows it.
    left -= address.length * marks.filter((mark) => mark.logo === logo).length;
    if (left >= 0) taken.set(logo, address);
  }
  return taken;
}

/**
 * Draws a pipeline as one SVG file for other sites. The file has no script, loads nothing, and describes the pipeline
 * in words for screen readers.
 * @param logos logo path → data URL, for the logos that were found
 */
export function embedSvg(
  { profile, level }: { profile: PublicProfile; level: ShareLevel },
  { theme, today, logos }: { theme: EmbedTheme; today: string; logos: ReadonlyMap<string, string> },
): string {
  const view = sharedLine(profile, level, today);
  const drawn = drawnOf(view, profile.schoolName);
  const places = placesOf(drawn);
  const paid = affordable(drawn.marks, logos);
  const labels = wholeLabels(drawn, places) ?? cutLabels(drawn, places);
  const { width, height } = EMBED_SIZE;
  const words = `${lineWords(profile, level, today).join(". ").slice(0, MAX_DESCRIPTION)}.`;
  const marks = drawn.marks.map((mark, index) => {
    const x = places[index] ?? 0;
    const ring = outline(mark.kind, x, RING_CLASS[mark.kind]);
    const label = labels[index];
    return ring + inside(mark, x, paid.get(mark.logo)) + (label ? labelOf(mark, label, x) : "");
  });
  const earlier =
    drawn.earlier === 0
      ? ""
      : `<path class="t gap" d="M0 ${AXIS}H${FIRST_X}"/><text class="y" x="${width - EDGE}" y="30" text-anchor="end">${drawn.earlier} earlier</text>`;
  const title = sharedTitle(profile, level);
  const heading = [...title].length > 60 ? `${[...title].slice(0, 59).join("")}…` : title;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="a d">` +
    `<title id="a">${escapeXml(altText(profile, level))}</title><desc id="d">${escapeXml(words)}</desc>` +
    `<style>${styleOf(theme, hash32(profile._id) % LIGHT.length)}</style>` +
    `<rect class="bg" width="${width}" height="${height}" rx="12"/><text class="h" x="${EDGE}" y="30">${escapeXml(heading)}</text>` +
    earlier +
    tracksOf(drawn, places) +
    (drawn.marks.length === 0 ? "" : endOf(view, places.at(-1) ?? 0)) +
    `${marks.join("")}</svg>\n`
  );
}
