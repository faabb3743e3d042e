/** Numbers public ids from 0 on, and stores the shown name of each. A number changes only when others are forgotten. */
export class Dictionary {
  readonly #numbers = new Map<string, number>();
  readonly #ids: string[] = [];
  readonly #names: string[] = [];

  get size(): number {
    return this.#ids.length;
  }

  /** The number of an id. A new id gets the next number. */
  add(id: string, name: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#ids.length;
    this.#numbers.set(id, number);
    this.#ids.push(id);
    this.#names.push(name);
    return number;
  }

  /** −1 for an id that was never seen. */
  find(id: string): number {
    return this.#numbers.get(id) ?? -1;
  }

  idOf(number: number): string {
    return this.#ids[number] ?? "";
  }

  nameOf(number: number): string {
    return this.#names[number] ?? "";
  }

  /** @returns true if that changed the name of a known id */
  rename(number: number, name: string): boolean {
    if (number < 0 || this.#names[number] === name) return false;
    this.#names[number] = name;
    return true;
  }

  /**
   * Forgets the ids whose numbers nobody has. The others stay in their order.
   * @returns the new number of each former one; −1 for those that are forgotten
   */
  keep(isUsed: (number: number) => boolean): Int32Array {
    const numbers = new Int32Array(this.size).fill(-1);
    let next = 0;
    for (const [number, id] of this.#ids.entries()) {
      if (!isUsed(number)) {
        this.#numbers.delete(id);
        continue;
      }
      numbers[number] = next;
      this.#numbers.set(id, next);
      this.#ids[next] = id;
      this.#names[next] = this.#names[number] ?? "";
      next += 1;
    }
    this.#ids.length = next;
    this.#names.length = next;
    return numbers;
  }
}
