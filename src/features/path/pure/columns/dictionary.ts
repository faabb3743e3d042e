/** Numbers public ids from 0 on, and stores the shown name of each. A number never changes. */
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
}
