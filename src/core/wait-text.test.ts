import { expect, test } from "vitest";
import { ERRORS } from "./errors.ts";
import { waitText, withWait } from "./wait-text.ts";

test.each([
  [1, "a moment"],
  [60, "a moment"],
  [61, "2 minutes"],
  [1_021, "18 minutes"],
  [3_600, "60 minutes"],
  [3_601, "2 hours"],
  [86_400, "24 hours"],
])("%i seconds are %s", (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});

test("the sentence of a limit says how long the wait is, and stays as it is for a short one", () => {
  const { sentence } = ERRORS["too-many-requests"];
  expect(withWait(sentence, 1_021)).toBe("Too many requests. Try again in 18 minutes.");
  expect(withWait(sentence, 30)).toBe(sentence);
  expect(withWait(sentence, Number.NaN)).toBe(sentence);
});
