/**
 * For each company (or school) its lines, sorted and without duplicates: one array of lines, and for each company the
 * beginning of its part. It covers the first `covered` lines; the few newer ones are searched directly.
 */
export class Postings {
  covered = 0;
  #from = new Uint32Array(1);
  #lines = new Uint32Array(0);

  /**
   * `keyOf` has a key for each role, and `offset` says which roles a line has. Without `offset` it has a key for each
   * line. Keys below 0 mean none. `keys` is the number of keys.
   */
  build(lines: number, keys: number, offset: Uint32Array | undefined, keyOf: Int32Array): void {
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
        next[key] = place + 1;
      }
    }
    this.#from = counts;
    this.#lines = list;
    this.covered = lines;
  }

  /** Lines of a company among those covered; some may be dead by now. */
  of(key: number): Uint32Array {
    if (key < 0 || key + 1 >= this.#from.length) return this.#lines.subarray(0, 0);
    return this.#lines.subarray(this.#from[key] ?? 0, this.#from[key + 1] ?? 0);
  }

  bytes(): number {
    return this.#from.byteLength + this.#lines.byteLength;
  }
}
