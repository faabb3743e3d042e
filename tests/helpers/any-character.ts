import fc from "fast-check";

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

/**
 * Any character, also one that no font has: as a `unit` of `fc.string`. The same seed gives the same texts as the unit
 * "binary", which costs a second more in each thread: it first lists all 1.1 million characters, to shrink one of them.
 */
export const anyCharacter = fc.nat(0x10ffff - SURROGATES).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
  (character) => {
    const isOne = typeof character === "string" && character.isWellFormed() && [...character].length === 1;
    if (!isOne) throw new Error("This is not one character.");
    const point = character.codePointAt(0) ?? 0;
    return point < FIRST_SURROGATE ? point : point - SURROGATES;
  },
);
