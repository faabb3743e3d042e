import { expect, it } from "vitest";
import { stepsOf } from "./change-stops-write.server.ts";

it.each([
  [0, []],
  [1, [1]],
  [250, [250]],
  [501, [250, 250, 1]],
])("%d people are changed in steps, each once", (count, sizes) => {
  const people = Array.from({ length: count }, (_, n) => n);
  const steps = [...stepsOf(people)];
  expect(steps.map((step) => step.length)).toEqual(sizes);
  expect(steps.flat()).toEqual(people);
});
