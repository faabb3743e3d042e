import fc from "fast-check";
import { expect, it } from "vitest";
import { dashArray, fitDashes } from "./dashes.ts";

it("keeps the pattern where it fits, and stretches it where it does not", () => {
  expect(dashArray(9)).toBe("9 5");
  expect(dashArray(23)).toBe("9 5");
  expect(dashArray(46)).toBe("8.118 4.51");
});

it("ends every length with a whole dash, of nearly the right size", () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 2000, noNaN: true }), (length) => {
      const [dash, gap] = fitDashes(length);
      const count = Math.round((length + gap) / (dash + gap));
      expect(count * (dash + gap) - gap).toBeCloseTo(length, 6);
      if (length >= 9) expect(Math.abs(dash - 9)).toBeLessThan(7.01);
      if (length >= 60) expect(Math.abs(dash - 9)).toBeLessThan(1.6);
    }),
  );
});
