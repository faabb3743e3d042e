import { expect, test } from "vitest";
import { parseOutcome } from "./save-outcome.ts";

test.each([
  ['{"kind":"saved","profileId":"a","hasStops":true,"x":1}', { kind: "saved", profileId: "a", hasStops: true }],
  ['{"kind":"saved","profileId":"a"}', { kind: "saved", profileId: "a", hasStops: false }],
  ['{"kind":"failed","detail":""}', { kind: "failed", detail: "" }],
  ['{"kind":"failed"}', undefined],
  ['{"kind":"saved","profileId":3}', undefined],
  ['{"kind":"other"}', undefined],
  ["null", undefined],
  ["7", undefined],
  [null, undefined],
])("%s", (stored, outcome) => {
  expect(parseOutcome(stored)).toEqual(outcome);
});
