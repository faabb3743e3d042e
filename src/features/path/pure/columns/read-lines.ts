import { grown, u8 } from "./grown.ts";

/** Which lines were put since everybody began to be read: a byte for each, a thirtieth of what a set of ids takes. */
export class ReadLines {
  #isRead = u8(1_024);

  has(line: number): boolean {
    return this.#isRead[line] === 1;
  }

  note(line: number): void {
    this.#isRead = grown(this.#isRead, line + 1, u8);
    this.#isRead[line] = 1;
  }

  /** Call it when a line gets another number. */
  move(line: number, from: number): void {
    if (line < this.#isRead.length) this.#isRead[line] = this.#isRead[from] ?? 0;
  }
}
