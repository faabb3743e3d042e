import { NODE_OTHER } from "#features/path/pure/limits.ts";
import { addCounts, newCounts } from "./state.ts";
import type { LinkCounts, Counts } from "#features/path/pure/rule-of-five.ts";

/** No node in this column: the way has ended before it, or never began. */
export const NOWHERE = -1;

/** The index of the node `other` in every column. */
export const OTHER = 0;

/** A company has its own key, from 0 on. Other nodes have negative keys, and this is the lowest of them. */
const LOWEST_KEY = -5;

/** The nodes of a column. There are few, so links between two columns fit into a small table. */
export class Nodes {
  readonly ids: string[] = [NODE_OTHER];
  /** The node of each key, from the lowest key on. */
  readonly #nodes: Int16Array;

  /** @param size the number of companies; keys are companies, or negative for other nodes of a column */
  constructor(size: number, keys: readonly number[], ids: readonly string[]) {
    this.#nodes = new Int16Array(size - LOWEST_KEY);
    for (const [index, key] of keys.entries()) this.name(key, ids[index] ?? "");
  }

  /** Gives a key a node. Several keys may have the same node. */
  name(key: number, id: string): void {
    const known = this.ids.indexOf(id);
    this.#nodes[key - LOWEST_KEY] = known >= 0 ? known : this.ids.length;
    if (known < 0) this.ids.push(id);
  }

  /** Gives keys no node at all. */
  leaveOut(keys: readonly number[]): void {
    for (const key of keys) this.#nodes[key - LOWEST_KEY] = NOWHERE;
  }

  /** `other` for a key without a node. */
  of(key: number): number {
    return this.#nodes[key - LOWEST_KEY] ?? OTHER;
  }
}

export class LinkCount {
  readonly #from: readonly string[];
  readonly #to: readonly string[];
  /** For each pair of nodes, the anonymous and public people. */
  readonly #people: Uint32Array;

  constructor(from: readonly string[], to: readonly string[]) {
    this.#from = from;
    this.#to = to;
    this.#people = new Uint32Array(from.length * to.length * 2);
  }

  /** `ofPublic`: 1 for a public person, else 0. */
  add(from: number, to: number, ofPublic: number): void {
    if (from === NOWHERE || to === NOWHERE) return;
    const at = (from * this.#to.length + to) * 2 + ofPublic;
    this.#people[at] = (this.#people[at] ?? 0) + 1;
  }

  peopleOf(from: number, to: number): number {
    const at = (from * this.#to.length + to) * 2;
    return (this.#people[at] ?? 0) + (this.#people[at + 1] ?? 0);
  }

  /** Everybody who goes to a node. */
  peopleAt(to: number): Counts {
    const counts = newCounts();
    for (let from = 0; from < this.#from.length; from += 1) {
      const publics = this.#people[(from * this.#to.length + to) * 2 + 1] ?? 0;
      addCounts(counts, { people: this.peopleOf(from, to), publics });
    }
    return counts;
  }

  links(): LinkCounts[] {
    return this.#from.flatMap((from, row) =>
      this.#to.flatMap((to, column) => {
        const people = this.peopleOf(row, column);
        const publics = this.#people[(row * this.#to.length + column) * 2 + 1] ?? 0;
        return people === 0 ? [] : [{ from, to, people, publics }];
      }),
    );
  }
}
