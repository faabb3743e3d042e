import type { Item } from "./items.ts";

/** Reads commas in a list of alternatives as "or": "Google, Meta or Amazon". */
export function withOrs(items: readonly Item[]): Item[] {
  const read = items.filter(({ is }) => is !== "noise");
  const ors = new Set<Item>();
  for (const [at, item] of read.entries()) {
    if (item.is !== "or" || read[at + 1]?.is !== "company") continue;
    for (let back = at - 1; back > 0; back -= 1) {
      const one = read[back];
      if (one?.is === "comma" && (back === at - 1 || read[back - 1]?.is === "company")) ors.add(one);
      else if (one?.is !== "company") break;
    }
  }
  return items.map((item): Item => (ors.has(item) ? { is: "or", start: item.start, end: item.end } : item));
}
