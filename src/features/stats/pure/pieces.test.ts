import { expect, it } from "vitest";
import { piecesOf } from "./pieces.ts";

const due = (...numbers: number[]) => numbers.map((count, at) => ({ company: at + 1, numbers: count }));

it.each<[string, number[], number[][]]>([
  ["nothing is due", [], []],
  ["all fits into one piece", [4, 5, 1], [[1, 2, 3]]],
  ["a company that does not fit begins a piece", [4, 5, 2, 8, 1], [[1, 2], [3, 4], [5]]],
  ["a company with more than a piece is one alone", [1, 30, 1, 1], [[1], [2], [3, 4]]],
])("divides companies into pieces: %s", (_, numbers, pieces) => {
  expect(piecesOf(due(...numbers), 10)).toEqual(pieces);
});
