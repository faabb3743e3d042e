import { keyOf } from "#core/text.ts";

/**
 * Finds names that may be similar to a written one among thousands, by common trigrams, without comparing it with each.
 * `plainOf` returns the text to compare.
 */

/** Trigrams as pg_trgm counts them: each word gets two spaces before it and one after. */
export function trigramsOf(plain: string): Set<string> {
  const found = new Set<string>();
  for (const word of plain.split(" ")) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) found.add(padded.slice(at, at + 3));
  }
  return found;
}

export type NameIndex<One> = {
  /** Names that are equal, and names that share at least the given part of all trigrams. */
  likely: (name: string, plain: string, least: number) => One[];
};

export function nameIndex<One>(
  all: readonly One[],
  namesOf: (one: One) => readonly string[],
  plainOf: (name: string) => string,
): NameIndex<One> {
  const byKey = new Map<string, number[]>();
  const names: { at: number; plain: string; size: number }[] = [];
  const byTrigram = new Map<string, number[]>();
  const push = <Key>(map: Map<Key, number[]>, key: Key, value: number): void => {
    const list = map.get(key);
    if (list) list.push(value);
    else map.set(key, [value]);
  };
  for (const [at, one] of all.entries()) {
    for (const name of namesOf(one)) {
      push(byKey, keyOf(name), at);
      const plain = plainOf(name);
      if (plain === "") continue;
      const trigrams = trigramsOf(plain);
      for (const trigram of trigrams) push(byTrigram, trigram, names.length);
      names.push({ at, plain, size: trigrams.size });
    }
  }
  /** Trigrams that a name shares with the one that is looked for. */
  const shared = new Uint16Array(names.length);
  const likely = (name: string, plain: string, least: number): One[] => {
    const found = new Set(byKey.get(keyOf(name)));
    const trigrams = trigramsOf(plain);
    shared.fill(0);
    for (const trigram of plain === "" ? [] : trigrams) {
      for (const index of byTrigram.get(trigram) ?? []) shared[index] = (shared[index] ?? 0) + 1;
    }
    for (const [index, other] of names.entries()) {
      const common = shared[index] ?? 0;
      if (common === 0) continue;
      const isPrefix = other.plain.startsWith(`${plain} `) || plain.startsWith(`${other.plain} `);
      if (isPrefix || common / (trigrams.size + other.size - common) >= least) found.add(other.at);
    }
    return [...found].toSorted((a, b) => a - b).flatMap((at) => all[at] ?? []);
  };
  return { likely };
}
