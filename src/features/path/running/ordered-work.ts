/**
 * Milliseconds between the first news of a change and reading it, so that changes which follow are read with it. Each
 * save is announced twice: by the process that made it, and by the database to all processes.
 */
export const GATHER_MS = 50;

/**
 * Does one piece of work after the other. Changed profiles are gathered for a moment and read together, but always
 * before the work that is added after them.
 */
export class OrderedWork {
  readonly #readChanged: (ids: readonly string[]) => Promise<void>;
  #last: Promise<void> = Promise.resolve();
  #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /** @param readChanged never rejects, as all work that is added */
  constructor(readChanged: (ids: readonly string[]) => Promise<void>) {
    this.#readChanged = readChanged;
  }

  add(work: () => Promise<void>): void {
    this.#addChanged();
    this.#last = this.#last.then(work);
  }

  /** Takes the ids of profiles that have changed. */
  gather(ids: readonly string[]): void {
    if (ids.length === 0) return;
    for (const id of ids) this.#changed.add(id);
    this.#timer ??= setTimeout(() => this.#addChanged(), GATHER_MS);
  }

  #addChanged(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#changed.size === 0) return;
    const ids = [...this.#changed];
    this.#changed = new Set();
    this.#last = this.#last.then(() => this.#readChanged(ids));
  }
}
