import { LINES_IN_BATCH } from "#features/path/pure/columns/fetch.ts";

/** Collects lines and passes them on in batches, in order. `flush` passes on the rest. */
export class LineBatch {
  readonly #lines = new Uint32Array(LINES_IN_BATCH);
  readonly #visit: (lines: Uint32Array) => void;
  #length = 0;

  /** @param visit called with lines that are valid only during the call */
  constructor(visit: (lines: Uint32Array) => void) {
    this.#visit = visit;
  }

  add(line: number): void {
    this.#lines[this.#length] = line;
    this.#length += 1;
    if (this.#length === LINES_IN_BATCH) this.flush();
  }

  flush(): void {
    const lines = this.#lines.subarray(0, this.#length);
    this.#length = 0;
    if (lines.length > 0) this.#visit(lines);
  }
}
