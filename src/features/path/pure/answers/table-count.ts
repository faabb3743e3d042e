import type { Columns } from "#features/path/pure/columns/columns.ts";
import { IntList } from "#features/path/pure/columns/int-list.ts";
import { MOST_ROWS } from "#features/path/pure/limits.ts";
import { leastShown, showRows, showTable, type Counts } from "#features/path/pure/rule-of-five.ts";
import type { Named, Table } from "#features/path/pure/types.ts";
import { addCounts, countIn, newCounts, type State } from "./state.ts";

/** Names the rows of a table by their numbers. */
export type Naming = { size: number; idOf: (key: number) => string; nameOf: (key: number) => string };

export function companyNaming({ companies }: Columns): Naming {
  return { size: companies.size, idOf: (key) => companies.idOf(key), nameOf: (key) => companies.nameOf(key) };
}

export function schoolNaming({ schools }: Columns): Naming {
  return { size: schools.size, idOf: (key) => schools.idOf(key), nameOf: (key) => schools.nameOf(key) };
}

export function titleNaming({ columns, nameOfTitle }: State): Naming {
  const slugOf = (key: number): string => columns.wordings.titles[key]?.slug ?? "";
  return { size: columns.wordings.titles.length, idOf: slugOf, nameOf: (key) => nameOfTitle(slugOf(key)) };
}

/**
 * The rows to show from counts by number, sorted, with their numbers.
 * @param limits.most rows at most; `below`: a row with so many people or more is left out
 */
export function rowsOf(
  counts: Uint32Array,
  naming: Naming,
  { most = MOST_ROWS, below = Infinity }: { most?: number; below?: number } = {},
): { keys: number[]; rows: Named[] } {
  const shown: number[] = [];
  // Compare numbers here: calling `isShown` for tens of thousands of companies would take longer than all the rest.
  const least = leastShown(undefined);
  for (let key = 0; key < counts.length; key += 1) {
    const count = counts[key] ?? 0;
    if (count >= least && count < below) shown.push(key);
  }
  const floor = floorOf(
    Uint32Array.from(shown, (key) => counts[key] ?? 0),
    most,
  );
  const keyOfId = new Map<string, number>();
  const all: Named[] = [];
  for (const key of shown) {
    const people = counts[key] ?? 0;
    if (people < floor) continue;
    const id = naming.idOf(key);
    keyOfId.set(id, key);
    all.push({ id, name: naming.nameOf(key), people });
  }
  const rows = showRows(all).slice(0, most);
  return { keys: rows.map((row) => keyOfId.get(row.id) ?? -1), rows };
}

/** A count below which no row is among the `most` largest. So only few rows are named and sorted. */
function floorOf(counts: Uint32Array, most: number): number {
  return counts.length <= most ? 0 : (counts.toSorted().at(-most) ?? 0);
}

/** People counted by company, school or title, each with one or none. */
export class TableCount {
  readonly #naming: Naming;
  readonly #counts: Uint32Array;
  readonly #publics: Uint32Array;
  readonly #all = newCounts();
  #rows: { keys: number[]; rows: Named[] } | undefined;

  constructor(naming: Naming) {
    this.#naming = naming;
    this.#counts = new Uint32Array(naming.size);
    this.#publics = new Uint32Array(naming.size);
  }

  /** Adds a person. A key below 0 means none (no school, or a company without a page). */
  add(key: number, isPublic: boolean): void {
    countIn(this.#all, isPublic);
    if (key < 0) return;
    this.#counts[key] = (this.#counts[key] ?? 0) + 1;
    if (isPublic) this.#publics[key] = (this.#publics[key] ?? 0) + 1;
  }

  /** 1 for each key with at least this many people. */
  keysWith(least: number): Uint8Array {
    const keys = new Uint8Array(this.#counts.length);
    for (let key = 0; key < keys.length; key += 1) if ((this.#counts[key] ?? 0) >= least) keys[key] = 1;
    return keys;
  }

  countsOf(key: number): Counts {
    return { people: this.#counts[key] ?? 0, publics: this.#publics[key] ?? 0 };
  }

  /** The rows to show, sorted, and their numbers. Call it after the last `add`. */
  rowKeys(): { keys: number[]; rows: Named[] } {
    this.#rows ??= rowsOf(this.#counts, this.#naming);
    return this.#rows;
  }

  answer(): Table {
    return showTable(this.rowKeys().rows, this.others());
  }

  /** People in no row. */
  others(): Counts {
    const others = { ...this.#all };
    for (const key of this.rowKeys().keys) addCounts(others, this.countsOf(key), -1);
    return others;
  }
}

/**
 * A table in which a person may be in several rows. Each person counts once per row, and in `others` if they are in
 * none of the rows.
 */
export class TableOfSeveralCount {
  readonly #naming: Naming;
  readonly #counts: Uint32Array;
  /** For each person how many keys follow, doubled, plus one for a public person; then the keys. */
  readonly #people = new IntList();

  constructor(naming: Naming) {
    this.#naming = naming;
    this.#counts = new Uint32Array(naming.size);
  }

  /** A person with different keys, none below 0. */
  add(keys: readonly number[], isPublic: boolean): void {
    this.#people.push(keys.length * 2 + (isPublic ? 1 : 0));
    for (const key of keys) {
      this.#people.push(key);
      this.#counts[key] = (this.#counts[key] ?? 0) + 1;
    }
  }

  answer(): Table {
    const { keys, rows } = rowsOf(this.#counts, this.#naming);
    const isRow = new Uint8Array(this.#counts.length);
    for (const key of keys) isRow[key] = 1;
    const others = newCounts();
    const people = this.#people;
    for (let at = 0; at < people.length;) {
      const head = people.at(at);
      const end = at + 1 + (head >> 1);
      let hasRow = false;
      for (let index = at + 1; index < end; index += 1) if (isRow[people.at(index)] === 1) hasRow = true;
      if (!hasRow) countIn(others, (head & 1) === 1);
      at = end;
    }
    return showTable(rows, others);
  }
}
