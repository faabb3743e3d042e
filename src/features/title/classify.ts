import { isInternship, type RoleKind } from "#core/role-kind.ts";
import { foldText } from "#core/text.ts";
import { familyOf } from "#features/title/pure/families.ts";
import { levelOf } from "#features/title/pure/levels.ts";
import { ALL_TITLES, BY_SLUG, BY_SPELLING } from "#features/title/pure/names.ts";
import type { Family, Level } from "./schema.ts";
import { wordsOf } from "./words.ts";

export { ALL_TITLES } from "#features/title/pure/names.ts";

type TitleClass = { readonly family: Family; readonly level: Level; readonly slug: string };

/** Longer than any stored title. Later words are ignored. */
const MAX_READ_CHARACTERS = 200;

/**
 * The level, corrected by the kind. The person chose the kind, so an internship always has level "intern", and no other
 * role has it. A founder counts as an executive: every level must be on one of the two ladders, and `kind` tells
 * founders from other executives.
 */
function levelFor(level: Level, kind: RoleKind): Level {
  if (isInternship(kind)) return "intern";
  if (level === "intern") return "junior";
  if (level !== "mid") return level;
  if (kind === "founder") return "executive";
  return level;
}

/** Lists of people, and filling the path engine, ask for the same few thousand titles again and again. */
const MAX_REMEMBERED = 5_000;

/** What was found for a title and a kind, by kind: a text made of both would be built for every role. */
class Remembered<Found> {
  readonly #byKind = new Map<RoleKind, Map<string, Found>>();
  #size = 0;

  get(title: string, kind: RoleKind, find: () => Found): Found {
    const before = this.#byKind.get(kind)?.get(title);
    if (before !== undefined) return before;
    if (this.#size >= MAX_REMEMBERED) this.#forget();
    const found = find();
    const titles = this.#byKind.get(kind) ?? new Map<string, Found>();
    this.#byKind.set(kind, titles.set(title, found));
    this.#size += 1;
    return found;
  }

  #forget(): void {
    this.#byKind.clear();
    this.#size = 0;
  }
}

const classes = new Remembered<TitleClass>();
const catalogueTitles = new Remembered<string>();

/** Family, level and slug of a title: the catalogue's, else by its words, else `mid-general`. */
export function classify(title: string, kind: RoleKind): TitleClass {
  const text = title.slice(0, MAX_READ_CHARACTERS);
  return classes.get(text, kind, () => Object.freeze(readTitle(text, kind)));
}

function readTitle(text: string, kind: RoleKind): TitleClass {
  const known = BY_SPELLING.get(foldText(text));
  const words = known === undefined ? wordsOf(text) : [];
  const family = known?.family ?? familyOf(words);
  const level = levelFor(known?.level ?? levelOf(words, family), kind);
  return { family, level, slug: `${level}-${family}` };
}

export function isTitleSlug(slug: string): boolean {
  return BY_SLUG.has(slug);
}

/** The usual name of a title; that of `mid-general` for a slug that does not exist. */
export function titleName(slug: string): string {
  return (BY_SLUG.get(slug) ?? ALL_TITLES.find((title) => title.slug === "mid-general"))?.name ?? "";
}

/** True for a title of the catalogue, in any case and with any accents. */
export function isCatalogueTitle(title: string): boolean {
  return BY_SPELLING.has(foldText(title));
}

/**
 * The catalogue's title of the same level and family. Others see it in place of a title that may be unique. It is
 * always in the catalogue's own spelling, because unusual capitals would reveal who wrote them.
 */
export function catalogueTitleOf(title: string, kind: RoleKind): string {
  return catalogueTitles.get(title.slice(0, MAX_READ_CHARACTERS), kind, () => findCatalogueTitle(title, kind));
}

function findCatalogueTitle(title: string, kind: RoleKind): string {
  const known = BY_SPELLING.get(foldText(title));
  if (known !== undefined) return known.name;
  const { slug } = classify(title, kind);
  return kind === "founder" && slug === "executive-general" ? "Founder" : titleName(slug);
}
