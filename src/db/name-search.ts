import { sql, type RawBuilder } from "kysely";
import { escapeLike, escapePattern, foldText, keyOf, withoutStrokes } from "#core/text.ts";

/** The indexes of names hold pieces of three letters. A shorter text is found by them only where a word begins. */
const SHORTEST_INSIDE = 3;

/** A typed text as the database's function plain_name spells names: Latin letters without case, accents and strokes. */
export function plainText(text: string): string {
  return withoutStrokes(
    keyOf(text)
      .normalize("NFKD")
      .replaceAll(/[\u0300-\u036f]+/g, "")
      .toLowerCase(),
  );
}

/** How names may spell a typed text. plain_name keeps the marks of "محمّد", and people leave them out or not. */
export function spellingsOf(text: string): string[] {
  return [...new Set([plainText(text), foldText(text)])];
}

/**
 * An SQL condition for a name as plain_name spells it: it contains this text or, if the text is short, has a word that
 * begins with it.
 */
export function isNamed(name: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  return text.length < SHORTEST_INSIDE
    ? sql`${name} ~ ${`(^| )${escapePattern(text)}`}`
    : sql`${name} like ${`%${escapeLike(text)}%`}`;
}

/**
 * Can the indexes of names find this text? They may contain only Latin letters and digits. For a text that has
 * none, PostgreSQL would have to read the whole index.
 */
export function hasPieces(text: string): boolean {
  return text.length < SHORTEST_INSIDE ? /^[a-z0-9]+$/.test(text) : /[a-z0-9]{3}/.test(text);
}

/** A text without pieces that only names in the index of codes can contain. */
export function needsCodes(text: string): boolean {
  return !hasPieces(text) && /[^\0-\x7f]/.test(text);
}

/** `isNamed` for a text without pieces, by the index of the codes of names in other scripts: only public people in lists. */
export function isNamedInCodes(name: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  const codes = Buffer.from(text).toString("hex");
  return sql`octet_length(${name}) > length(${name}) and letter_codes(${name}) like ${`%${codes}%`} and ${isNamed(name, text)}`;
}
