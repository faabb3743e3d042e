import { free } from "./grown.ts";

/** The input of the lists. */
type Source = {
  lines: number;
  /** The number of companies or schools. */
  keys: number;
  /** The company or school of each role, or of each line; below 0 for none. */
  keyOf: Int32Array;
  /** The roles of each line. Without it, `keyOf` has one item per line. */
  offset?: Uint32Array;
  /** The mark of a line whose first item with the key is `at`. Without it, there are no marks. */
  markOf?: (line: number, at: number) => number;
};

/**
 * For each company (or school) its lines, sorted and without duplicates: one array of lines, and for each company the
 * beginning of its part. It covers the first `covered` lines; the few newer ones are searched directly.
 */
export class Postings {
  covered = 0;
  #from = new Uint32Array(1);
  #lines = new Uint32Array(0);
  #marks = new Uint16Array(0);

  build({ lines, keys, keyOf, offset, markOf }: Source): void {
    const counts = new Uint32Array(keys + 1);
    const lastLine = new Int32Array(keys).fill(-1);
    for (let line = 0; line < lines; line += 1) {
      const to = offset ? (offset[line + 1] ?? 0) : line + 1;
      for (let at = offset ? (offset[line] ?? 0) : line; at < to; at += 1) {
        const key = keyOf[at] ?? -1;
        if (key < 0 || lastLine[key] === line) continue;
        lastLine[key] = line;
        counts[key + 1] = (counts[key + 1] ?? 0) + 1;
      }
    }
    for (let key = 0; key < keys; key += 1) counts[key + 1] = (counts[key + 1] ?? 0) + (counts[key] ?? 0);
    const total = counts[keys] ?? 0;
    const list = new Uint32Array(total);
    const marks = new Uint16Array(markOf ? total : 0);
    const next = counts.slice();
    lastLine.fill(-1);
    for (let line = 0; line < lines; line += 1) {
      const to = offset ? (offset[line + 1] ?? 0) : line + 1;
      for (let at = offset ? (offset[line] ?? 0) : line; at < to; at += 1) {
        const key = keyOf[at] ?? -1;
        if (key < 0 || lastLine[key] === line) continue;
        lastLine[key] = line;
        const place = next[key] ?? 0;
        list[place] = line;
        if (markOf) marks[place] = markOf(line, at);
        next[key] = place + 1;
      }
    }
    free(next);
    free(lastLine);
    free(this.#lines);
    free(this.#marks);
    this.#from = counts;
    this.#lines = list;
    this.#marks = marks;
    this.covered = lines;
  }

  /** The covered lines of a company; some may be dead by now. */
  of(key: number): Uint32Array {
    const [from, to] = this.#part(key);
    return this.#lines.subarray(from, to);
  }

  /** The marks of these lines. */
  marksOf(key: number): Uint16Array {
    const [from, to] = this.#part(key);
    return this.#marks.subarray(from, to);
  }

  /** Sets the mark of a dead line to 0. */
  unmark(key: number, line: number): void {
    if (line >= this.covered) return;
    const [from, to] = this.#part(key);
    const place = firstFrom(this.#lines, { from, to, line });
    if (this.#lines[place] === line) this.#marks[place] = 0;
  }

  bytes(): number {
    return this.#from.byteLength + this.#lines.byteLength + this.#marks.byteLength;
  }

  #part(key: number): [from: number, to: number] {
    if (key < 0 || key + 1 >= this.#from.length) return [0, 0];
    return [this.#from[key] ?? 0, this.#from[key + 1] ?? 0];
  }
}

/** The first place between `from` and `to` of a sorted list that holds `line` or more; `to` if none does. */
export function firstFrom(list: Uint32Array, { from, to, line }: { from: number; to: number; line: number }): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
