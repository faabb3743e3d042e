import { describe, expect, it } from "vitest";
import { medianSentence, rangeText, shareSentence } from "./words.ts";

describe("a share in words", () => {
  it.each([
    [0.4, 0.6, "40 – 60%"],
    [0, 0.39, "0 – 39%"],
    [0.016, 0.023, "1.6 – 2.3%"],
    [0.0088, 0.0112, "0.9 – 1.1%"],
    [0.1232, 0.1234, "12%"],
    [1, 1, "100%"],
  ])("has an interval from %f to %f whose two ends differ, if there are two", (low, high, text) => {
    expect(rangeText(low, high)).toBe(text);
  });

  it("has a sentence that names one end of the interval where both are the same", () => {
    expect(shareSentence({ people: 42, of: 84, low: 0.4, high: 0.6 })).toBe("42 of 84, likely between 40% and 60%.");
    expect(shareSentence({ people: 3_000, of: 5_000, low: 0.5995, high: 0.6 })).toBe("3,000 of 5,000, likely 60%.");
  });
});

describe("a median in words", () => {
  it("has an interval, unless both ends are in one month", () => {
    expect(medianSentence({ months: 25, low: 24, high: 26 })).toBe("Likely between 2 yr and 2 yr 2 mo.");
    expect(medianSentence({ months: 25, low: 25, high: 25 })).toBe("Likely exact to the month.");
    expect(medianSentence({ months: 25, low: 25, high: null })).toBe("");
  });
});
