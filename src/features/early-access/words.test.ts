import { describe, expect, it } from "vitest";
import { checkCodeForm } from "./words.ts";

const GOOD = { label: "Friends", uses: "25", lastDay: "" };

describe("the form of a new code", () => {
  it("takes a label, a limit and no end", () => expect(checkCodeForm(GOOD, "2026-11-15")).toEqual({}));
  it("takes the current day as the last", () =>
    expect(checkCodeForm({ ...GOOD, lastDay: "2026-11-15" }, "2026-11-15")).toEqual({}));
  it("asks for a label", () =>
    expect(checkCodeForm({ ...GOOD, label: "  " }, "2026-11-15")).toEqual({ label: "Say what the code is for." }));
  it("refuses a label of 81 characters", () =>
    expect(checkCodeForm({ ...GOOD, label: "ß".repeat(81) }, "2026-11-15").label).toMatch(/at most 80/));
  it.each(["", "0", "-1", "1.5", "1e3", "100001", "ten"])("refuses %j uses", (uses) =>
    expect(checkCodeForm({ ...GOOD, uses }, "2026-11-15")).toEqual({ uses: "A whole number from 1 to 100,000." }),
  );
  it("takes the largest number of uses", () =>
    expect(checkCodeForm({ ...GOOD, uses: "100000" }, "2026-11-15")).toEqual({}));
  it("refuses a day that is over", () =>
    expect(checkCodeForm({ ...GOOD, lastDay: "2026-11-14" }, "2026-11-15").lastDay).toBe(
      "Choose today or a later day.",
    ));
});
