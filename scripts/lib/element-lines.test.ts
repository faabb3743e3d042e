import { expect, it } from "vitest";
import { elementLines } from "./element-lines.ts";

it("says on which line each element begins", () => {
  expect(elementLines('[\n  {"a": "x],\\"{"},\n\n  [1,\n 2],\n 3, "t"\n]')).toEqual([2, 4, 6, 6]);
});

it("finds nothing in an empty list", () => {
  expect(elementLines(" [ \n ] ")).toEqual([]);
});
