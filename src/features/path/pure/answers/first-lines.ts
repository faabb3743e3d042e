import type { Columns } from "#features/path/pure/columns/columns.ts";
import { compareIds } from "#features/path/pure/columns/id-index.ts";

/** Keeps the lines with the smallest keys; equal keys are ordered by tie, then by id. Each line may have a note. */
export class FirstLines {
  readonly #columns: Columns;
  readonly #most: number;
  readonly #keys: Float64Array;
  readonly #ties: Float64Array;
  readonly #lines: Int32Array;
  readonly #notes: Int32Array;
  /** The largest key that is kept, once all places are taken. */
  worst = Number.POSITIVE_INFINITY;
  length = 0;

  constructor(columns: Columns, most: number) {
    this.#columns = columns;
    this.#most = most;
    this.#keys = new Float64Array(most);
    this.#ties = new Float64Array(most);
    this.#lines = new Int32Array(most);
    this.#notes = new Int32Array(most);
  }

  lineAt(place: number): number {
    return this.#lines[place] ?? 0;
  }

  keyAt(place: number): number {
    return this.#keys[place] ?? 0;
  }

  noteAt(place: number): number {
    return this.#notes[place] ?? 0;
  }

  add(line: number, key: number, tie: number, note = 0): void {
    // With many lines, the key alone excludes almost all of them.
    if (key > this.worst) return;
    const isFull = this.length === this.#most;
    if (isFull && !this.#comesBefore(line, key, tie, this.#most - 1)) return;
    let place = isFull ? this.#most - 1 : this.length;
    while (place > 0 && this.#comesBefore(line, key, tie, place - 1)) {
      this.#keys[place] = this.keyAt(place - 1);
      this.#ties[place] = this.#ties[place - 1] ?? 0;
      this.#lines[place] = this.lineAt(place - 1);
      this.#notes[place] = this.noteAt(place - 1);
      place -= 1;
    }
    this.#keys[place] = key;
    this.#ties[place] = tie;
    this.#lines[place] = line;
    this.#notes[place] = note;
    if (!isFull) this.length += 1;
    if (this.length === this.#most) this.worst = this.keyAt(this.#most - 1);
  }

  #comesBefore(line: number, key: number, tie: number, other: number): boolean {
    const difference = key - this.keyAt(other) || tie - (this.#ties[other] ?? 0);
    if (difference !== 0) return difference < 0;
    return compareIds(this.#columns.ids, line, this.lineAt(other)) < 0;
  }
}
