import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOctilinear } from "#tests/helpers/octilinear.ts";
import { dashArray, fitDashes, octilinearLength, octilinearPath, type Point } from "./octilinear.ts";

describe("octilinearPath", () => {
  it("rounds a 45° corner by a fillet that starts r·tan 22.5° before it", () => {
    // radius 36: 14.9 px before the corner, and as far along the slope after it
    expect(
      octilinearPath(
        [
          [0, 100],
          [100, 100],
          [200, 0],
        ],
        36,
      ),
    ).toBe("M0 100L85.1 100A36 36 0 0 0 110.5 89.5L200 0");
  });

  it("turns the other way downwards", () => {
    expect(
      octilinearPath(
        [
          [0, 0],
          [100, 0],
          [200, 100],
        ],
        36,
      ),
    ).toContain("A36 36 0 0 1");
  });

  it("is a plain line between two points, and nothing without", () => {
    expect(
      octilinearPath(
        [
          [1, 2],
          [3, 2],
        ],
        28,
      ),
    ).toBe("M1 2L3 2");
    expect(octilinearPath([], 28)).toBe("");
  });

  it("makes the fillet smaller where its side is shorter", () => {
    expect(
      octilinearPath(
        [
          [0, 0],
          [4, 0],
          [40, 36],
        ],
        36,
      ),
    ).toContain("A9.7 9.7");
  });
});

describe("isOctilinear", () => {
  it.each<[Point[], boolean]>([
    [
      [
        [0, 0],
        [5, 0],
        [9, 4],
        [9, 90],
      ],
      true,
    ],
    [
      [
        [0, 0],
        [5, 1],
      ],
      false,
    ],
  ])("%j", (points, expected) => {
    expect(isOctilinear(points)).toBe(expected);
  });
});

describe("octilinearLength", () => {
  it("is that of the straight pieces, shorter by what the fillets cut off", () => {
    const bend: Point[] = [
      [0, 100],
      [100, 100],
      [200, 0],
    ];
    expect(octilinearLength(bend.slice(0, 2), 36)).toBe(100);
    // 85.1 straight, an arc of 28.3, and 126.5 down the slope
    expect(octilinearLength(bend, 36)).toBeCloseTo(85.1 + 28.3 + 126.5, 0);
  });
});

describe("dashes", () => {
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
});
