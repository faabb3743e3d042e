import { ENGINEER_LADDER, MANAGER_LADDER } from "#features/title/schema.ts";
import { ROLE_KINDS, isInternship, type RoleKind } from "#core/role-kind.ts";
import type { Level } from "#features/path/pure/types.ts";

/** Every level of a role, numbered. Bit n of a pipeline's mask means that it has a role of level n. */
export const LEVELS: readonly Level[] = ["intern", ...ENGINEER_LADDER, ...MANAGER_LADDER];
export const LEVEL_BITS = (1 << LEVELS.length) - 1;
/** The bits of kinds follow those of levels. */
export const KIND_SHIFT = LEVELS.length;
const FULL_TIME = ROLE_KINDS.indexOf("full-time");
/** Bits of a line's mask. */
export const FULL_TIME_BIT = 1 << (KIND_SHIFT + FULL_TIME);
export const INTERN_BITS = ROLE_KINDS.reduce(
  (mask, kind, number) => (isInternship(kind) ? mask | (1 << (KIND_SHIFT + number)) : mask),
  0,
);

type Wording = { title: string; kind: RoleKind; family: string; level: Level; slug: string };
/** All that a route can ask of a role's title and kind. So one check per class replaces checks of all roles. */
type RoleClass = { title: number; level: number; kind: number };
type Title = { slug: string; level: Level; levelNumber: number; family: string };

/** Titles as written, each with its class. A few thousand classes represent all wordings. */
export class Wordings {
  /** The wordings of each text, usually one for each kind. */
  readonly #ofText = new Map<string, number[]>();
  readonly #texts: string[] = [];
  readonly #classNumbers = new Map<number, number>();
  readonly #titleNumbers = new Map<string, number>();
  readonly titles: Title[] = [];
  readonly classes: RoleClass[] = [];
  /** Class of each wording. */
  classOf = new Uint16Array(256);
  /** Facts of each class, for loops over roles. */
  kindOfClass = new Uint8Array(256);
  levelOfClass = new Uint8Array(256);
  titleOfClass = new Uint16Array(256);

  get size(): number {
    return this.#texts.length;
  }

  add(wording: Wording): number {
    const same = this.#ofText.get(wording.title);
    const kind = ROLE_KINDS.indexOf(wording.kind);
    for (const known of same ?? []) {
      const one = this.classOf[known] ?? 0;
      if (this.kindOfClass[one] === kind && this.titles[this.titleOfClass[one] ?? 0]?.slug === wording.slug)
        return known;
    }
    const number = this.#texts.length;
    if (number === this.classOf.length) {
      const larger = new Uint16Array(number * 2);
      larger.set(this.classOf);
      this.classOf = larger;
    }
    this.classOf[number] = this.#classNumber(wording);
    this.#note(wording.title, number);
    this.#texts.push(wording.title);
    return number;
  }

  textOf(wording: number): string {
    return this.#texts[wording] ?? "";
  }

  /** Number of a wording's title. */
  titleOf(wording: number): number {
    return this.titleOfClass[this.classOf[wording] ?? 0] ?? 0;
  }

  /** 1 for each wording of a title, 0 for the others. For loops over all roles. */
  wordingsOf(title: number): Uint8Array {
    const found = new Uint8Array(this.size);
    for (let wording = 0; wording < found.length; wording += 1) if (this.titleOf(wording) === title) found[wording] = 1;
    return found;
  }

  /** Forgets the wordings that nobody has, as `Dictionary.keep` does. Titles and classes stay: there are few. */
  keep(isUsed: (wording: number) => boolean): Int32Array {
    const numbers = new Int32Array(this.size).fill(-1);
    this.#ofText.clear();
    let next = 0;
    for (const [number, text] of this.#texts.entries()) {
      if (!isUsed(number)) continue;
      numbers[number] = next;
      this.#texts[next] = text;
      this.classOf[next] = this.classOf[number] ?? 0;
      this.#note(text, next);
      next += 1;
    }
    this.#texts.length = next;
    return numbers;
  }

  #note(text: string, wording: number): void {
    const same = this.#ofText.get(text);
    if (same) same.push(wording);
    else this.#ofText.set(text, [wording]);
  }

  /** −1 for a slug that nobody holds or held. */
  findTitle(slug: string): number {
    return this.#titleNumbers.get(slug) ?? -1;
  }

  #classNumber(wording: Wording): number {
    const title = this.#titleNumber(wording);
    const kind = ROLE_KINDS.indexOf(wording.kind);
    const key = title * ROLE_KINDS.length + kind;
    const known = this.#classNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.classes.length;
    const level = this.titles[title]?.levelNumber ?? 0;
    this.classes.push({ title, level, kind });
    if (number === this.kindOfClass.length) this.#enlargeClasses(number * 2);
    this.kindOfClass[number] = kind;
    this.levelOfClass[number] = level;
    this.titleOfClass[number] = title;
    this.#classNumbers.set(key, number);
    return number;
  }

  #enlargeClasses(length: number): void {
    const [kinds, levels, titles] = [new Uint8Array(length), new Uint8Array(length), new Uint16Array(length)];
    kinds.set(this.kindOfClass);
    levels.set(this.levelOfClass);
    titles.set(this.titleOfClass);
    this.kindOfClass = kinds;
    this.levelOfClass = levels;
    this.titleOfClass = titles;
  }

  #titleNumber({ slug, level, family }: Wording): number {
    const known = this.#titleNumbers.get(slug);
    if (known !== undefined) return known;
    const number = this.titles.length;
    this.titles.push({ slug, level, levelNumber: LEVELS.indexOf(level), family });
    this.#titleNumbers.set(slug, number);
    return number;
  }
}
