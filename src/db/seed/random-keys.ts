import { randomFillSync } from "node:crypto";

/** Random keys and ids in bulk. Asking the system for each of them would take longer than making the people. */

const pool = Buffer.alloc(48 * 1024);
let hex = "";
let usedHex = 0;
/** Bytes of a public id, as hexadecimal digits. */
const ID_DIGITS = 24;

/** 24 random hexadecimal digits. */
export function newId(): string {
  if (usedHex + ID_DIGITS > hex.length) {
    hex = randomFillSync(pool).toString("hex");
    usedHex = 0;
  }
  usedHex += ID_DIGITS;
  return hex.slice(usedHex - ID_DIGITS, usedHex);
}

const words = new Uint32Array(16 * 1024);
let usedWords = words.length;

function word(): number {
  if (usedWords === words.length) {
    randomFillSync(words);
    usedWords = 0;
  }
  usedWords += 1;
  return words[usedWords - 1] ?? 0;
}

/** A random whole number below 2^48. */
export function random48(): number {
  return (word() % 2 ** 16) * 2 ** 32 + word();
}

export const KEYS = 2 ** 52;

/** Like the database's random_key(): 52 random bits, above zero. */
export function newKey(): number {
  return (word() % 2 ** 20) * 2 ** 32 + word() + 1;
}
