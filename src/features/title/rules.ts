import type { RoleKind } from "#core/role-kind.ts";
import type { TitleRules } from "#core/stored-profile.ts";
import { foldText, keyOf } from "#core/text.ts";
import { inferKind } from "./kind.ts";
import { TITLES, type Title } from "./titles.ts";
import { setOf } from "./words.ts";

type Known = { readonly title: Title; readonly folded: string; readonly spaced: string };

/** Folded once. " senior ml engineer" has a space first, so that each word begins after a space. */
const KNOWN: readonly Known[] = TITLES.map((title) => {
  const folded = foldText(title.name);
  return { title, folded, spaced: ` ${folded.replace(/[-/&()]+/g, " ")}` };
});
const BY_KEY: ReadonlyMap<string, Title> = new Map(TITLES.map((title) => [foldText(title.name), title]));

/**
 * Titles that begin with the text, then those with a later word that does, in the order of the catalogue. Without a
 * text: the first titles of the catalogue.
 */
export function suggestTitles(text: string, limit: number): string[] {
  const query = foldText(text);
  const first = KNOWN.filter(({ folded }) => folded.startsWith(query));
  const found =
    first.length >= limit || query === ""
      ? first
      : [...first, ...KNOWN.filter(({ folded, spaced }) => !folded.startsWith(query) && spaced.includes(` ${query}`))];
  return found.slice(0, Math.max(0, limit)).map(({ title }) => title.name);
}

/** The spelling of words that are not simply capitalised. */
// oxfmt-ignore
const WRITTEN: ReadonlyMap<string, string> = new Map(
  [
    "iOS", "macOS", "DevOps", "MLOps", "DevSecOps", "PhD", "Postdoc", "JavaScript", "TypeScript",
    "GitHub", "SaaS", "IoT", ".NET", "Node.js", "PostgreSQL", "MSc", "BSc", "DevRel", "GTM",
  ].map((word) => [word.toLowerCase(), word]),
);
const CAPITALS = setOf(
  "ml ai sre qa ux ui vp svp evp avp cto ceo cfo coo cpo cio cmo ciso cso cdo asic fpga it hr mba r&d api sdk aws gcp sap " +
    "erp crm seo nlp llm gpu cpu soc rtl vlsi ar vr xr 3d 2d sde swe sdet pm tpm apm pmo bi etl sql php rf pcb cad ii iii iv " +
    "c++ c# uk us eu hpc os dba ic ehs ev adas gis",
);
const SMALL = setOf("of and the for in at to on with a an de la du des von und e y et");

function writeWord(word: string, isFirst: boolean): string {
  const written = WRITTEN.get(word);
  if (written !== undefined) return written;
  if (CAPITALS.has(word)) return word.toUpperCase();
  if (SMALL.has(word) && !isFirst) return word;
  return word.replace(/^[("'[]?\p{Ll}/u, (start) => start.toUpperCase());
}

/** "co-founder" → "Co-founder", "front-end" → "Front-End". */
function writePart(part: string, isFirst: boolean): string {
  const inner = part.replace(/^\(+|\)+$/g, "");
  if (WRITTEN.has(inner) || CAPITALS.has(inner)) return part.replace(inner, writeWord(inner, isFirst));
  const pieces = part.split(/([-/(])/);
  const isCo = pieces[0] === "co";
  return pieces
    .map((piece, at) => {
      const bare = piece.replace(/[),.;:]+$/, "");
      const tail = piece.slice(bare.length);
      if (isCo && at > 1 && !WRITTEN.has(bare) && !CAPITALS.has(bare)) return piece;
      return writeWord(bare, isFirst || at > 0) + tail;
    })
    .join("");
}

/**
 * A title as shown and stored. If a client made it lower-case, it gets the catalogue's spelling, otherwise a careful
 * title case. A text with any capital stays as typed.
 */
export function displayTitle(text: string): string {
  const typed = text.replace(/\s+/gu, " ").trim();
  if (typed !== typed.toLowerCase()) return typed;
  const known = BY_KEY.get(foldText(typed));
  if (known && keyOf(known.name) === keyOf(typed)) return known.name;
  return typed
    .split(" ")
    .map((part, at) => writePart(part, at === 0))
    .join(" ");
}

/** Most people have one of a few thousand titles, and reading the kind from one takes longer than the rest of its role. */
const MAX_REMEMBERED = 5_000;
const kinds = new Map<string, RoleKind>();

function rememberKind(title: string): RoleKind {
  const known = kinds.get(title);
  if (known !== undefined) return known;
  if (kinds.size >= MAX_REMEMBERED) kinds.clear();
  const kind = inferKind(title);
  kinds.set(title, kind);
  return kind;
}

export const TITLE_RULES: TitleRules = { displayTitle, inferKind: rememberKind };
