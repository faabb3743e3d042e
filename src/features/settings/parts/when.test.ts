import { describe, expect, it } from "vitest";
import { dayName, isTyped, lastUse, shapeOf, thisFirst } from "./when.ts";

describe("when something was used", () => {
  const now = "2026-11-15T12:30:00.000Z";
  it.each([
    ["", "Not used yet"],
    ["2026-11-15T12:00:00.000Z", "Used within the hour"],
    // The clock of another process may be ahead.
    ["2026-11-15T13:00:00.000Z", "Used within the hour"],
    ["2026-11-15T11:00:00.000Z", "Used an hour ago"],
    ["2026-11-15T10:00:00.000Z", "Used 2 hours ago"],
    ["2026-11-14T13:00:00.000Z", "Used 23 hours ago"],
    ["2026-11-14T12:00:00.000Z", "Used on 14 November 2026"],
    ["2025-01-01T00:00:00.000Z", "Used on 1 January 2025"],
  ])("%s: %s", (hour, words) => {
    expect(lastUse(hour, now)).toBe(words);
  });

  it("names days, and leaves what is none", () => {
    expect(dayName("2026-02-01")).toBe("1 February 2026");
    expect(dayName("never")).toBe("never");
  });
});

describe("a session", () => {
  it.each([
    ["Firefox on Linux", "browser", "computer"],
    ["Safari on iPhone", "browser", "phone"],
    ["Safari on iPad", "browser", "phone"],
    ["Chrome on Android", "browser", "phone"],
    ["An app", "client", "program"],
    ["An app on Android", "client", "program"],
  ] as const)("%s, %s, is a %s", (device, kind, shape) => {
    expect(shapeOf({ device, kind })).toBe(shape);
  });

  it("of this device stands first, the others as they come", () => {
    const sessions = [
      { current: false, n: 1 },
      { current: true, n: 2 },
      { current: false, n: 3 },
    ];
    expect(thisFirst(sessions).map(({ n }) => n)).toEqual([2, 1, 3]);
  });
});

describe("the word that stands for yes", () => {
  it.each([
    ["maya", "maya", true],
    [" Maya ", "maya", true],
    ["maya", "Maya", true],
    ["may", "maya", false],
    ["maya t", "mayat", false],
    ["", "maya", false],
    ["", "", false],
  ])("%j for %j: %s", (typed, word, is) => {
    expect(isTyped(typed, word)).toBe(is);
  });
});
