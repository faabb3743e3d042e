/**
 * Checks answers that were given while many people saved: each must be true for some moment between its request and its
 * response. From outside, a save took effect at some moment between its request and its answer.
 */

/**
 * What everybody may see of a person after a save, and whether the question counts them; undefined if they are hidden.
 */
export type Seen = { revision: number; isIn: boolean } | undefined;

/** A save with its window, in milliseconds of one clock; `answered` is Infinity while it runs. */
type Save = { sent: number; answered: number; seen: Seen };

/** An answer: the named people with their revisions, and the number of people (undefined: the answer has none). */
export type Answered = {
  sent: number;
  answered: number;
  /** Null: 1 to 4 people. */
  people: number | null | undefined;
  lines: readonly { person: string; revision: number }[];
};

/** Numbers of people are shown from this many on; 1 to 4 are null. */
const SHOWN_FROM_PEOPLE = 5;

/** The saves of many people; each person's come one after another. */
export class Moments {
  readonly #saves = new Map<string, Save[]>();

  /** @returns to be called when the save was answered */
  begin(person: string, seen: Seen, now: number): (later: number) => void {
    const save: Save = { sent: now, answered: Number.POSITIVE_INFINITY, seen };
    const all = this.#saves.get(person);
    if (all === undefined) this.#saves.set(person, [save]);
    else all.push(save);
    return (later) => {
      save.answered = later;
    };
  }

  get size(): number {
    return [...this.#saves.values()].reduce((sum, saves) => sum + saves.length, 0);
  }

  /** The smallest and the largest number of people that a right answer can have at any moment from `from` to `to`. */
  bounds(from: number, to: number): { least: number; most: number } {
    let least = 0;
    let most = 0;
    for (const person of this.#saves.keys()) {
      const states = this.#possible(person, from, to);
      if (states.every((seen) => seen?.isIn === true)) least += 1;
      if (states.some((seen) => seen?.isIn === true)) most += 1;
    }
    return { least, most };
  }

  /**
   * The mistakes of an answer, in words; empty if it can be right.
   * @param lagMilliseconds how much older than its request an answer may be: 0 in the process that takes the saves
   */
  faults({ sent, answered, people, lines }: Answered, lagMilliseconds = 0): string[] {
    const from = sent - lagMilliseconds;
    const faults: string[] = [];
    if (people !== undefined) {
      const { least, most } = this.bounds(from, answered);
      const [low, high] = people === null ? [1, SHOWN_FROM_PEOPLE - 1] : [people, people];
      if (high < least || low > most) faults.push(`${people} people, where ${least} to ${most} were possible`);
    }
    const named = new Set<string>();
    for (const { person, revision } of lines) {
      if (named.has(person)) faults.push(`${person} is named twice`);
      named.add(person);
      const states = this.#possible(person, from, answered);
      // The engine chooses the people. Their profiles are read a moment later, and may be those of the next save.
      const shown = states.flatMap((seen) => (seen === undefined ? [] : [seen.revision]));
      if (!states.some((seen) => seen?.isIn === true)) faults.push(`${person} is named, and was out all the time`);
      else if (!shown.includes(revision))
        faults.push(`${person} is named at revision ${revision}, possible: ${shown.join(", ")}`);
    }
    return faults;
  }

  /** A save holds from some moment of its own window to some moment of the next one's. */
  #possible(person: string, from: number, to: number): Seen[] {
    const saves = this.#saves.get(person) ?? [];
    const isPast = (save: Save | undefined): boolean => save !== undefined && save.answered < from;
    const states = saves.flatMap((save, at) => (save.sent <= to && !isPast(saves[at + 1]) ? [save.seen] : []));
    // Before the first save, the person was not there.
    return isPast(saves[0]) ? states : [undefined, ...states];
  }
}
