/** The number of letters that are looked at together. Three are enough to tell the secrets apart. */
const BLOCK = 3;
const SLOTS = 1 << 16;

/**
 * Finds many needles in one pass (Wu and Manber's algorithm). It skips most of a text: three letters that are in no
 * needle exclude all needles that would contain them.
 * @param needles at least four letters each
 * @returns a function that finds the needles which may be in a text, ignoring case
 */
export function finderOf(needles: readonly string[]): (text: string) => Set<string> {
  const shortest = Math.min(...needles.map((needle) => needle.length));
  if (shortest <= BLOCK) throw new Error("A needle is too short to be told from chance.");
  const leaps = new Uint16Array(SLOTS).fill(shortest - BLOCK + 1);
  const ends = new Map<number, { needle: string; lower: string }[]>();
  for (const needle of needles) {
    const lower = needle.toLowerCase();
    for (let at = 0; at + BLOCK <= shortest; at += 1) {
      const slot = slotOf(lower, at);
      leaps[slot] = Math.min(leaps[slot] ?? 0, shortest - BLOCK - at);
    }
    const last = slotOf(lower, shortest - BLOCK);
    ends.set(last, [...(ends.get(last) ?? []), { needle, lower }]);
  }
  return (text) => {
    const lower = text.toLowerCase();
    const found = new Set<string>();
    let at = 0;
    while (at + shortest <= lower.length) {
      const slot = slotOf(lower, at + shortest - BLOCK);
      const leap = leaps[slot] ?? 0;
      if (leap === 0)
        for (const one of ends.get(slot) ?? []) if (lower.startsWith(one.lower, at)) found.add(one.needle);
      at += Math.max(1, leap);
    }
    return found;
  };
}

function slotOf(text: string, at: number): number {
  return ((text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 61 + text.charCodeAt(at + 2)) & (SLOTS - 1);
}
