/** Companies with numbers that may be due, and how many of them each has. */
export type DueNumbers = { company: number; numbers: number };

/**
 * Divides companies into pieces of at most so many numbers, in their order. A company is never divided: one that has
 * more is a piece of its own.
 */
export function piecesOf(due: readonly DueNumbers[], most: number): number[][] {
  const pieces: number[][] = [];
  let room = 0;
  for (const { company, numbers } of due) {
    const last = pieces.at(-1);
    if (last === undefined || numbers > room) {
      pieces.push([company]);
      room = most - numbers;
    } else {
      last.push(company);
      room -= numbers;
    }
  }
  return pieces;
}
