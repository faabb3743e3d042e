import { encode } from "uqr";
import { expect, it } from "vitest";
import { pathOf } from "./qr-code.tsx";

/** The modules that a path of ours covers. */
function modulesOf(path: string, size: number): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let n = 0; n < Number(run); n++) {
      const row = rows[Number(y)];
      if (row) row[Number(x) + n] = true;
    }
  }
  return rows;
}

it("the path of a QR code covers its dark modules and no others", () => {
  const { data, size } = encode("otpauth://totp/Pipelines:admin%40example.test?secret=ABCDEFGH", { border: 4 });
  expect(size).toBeGreaterThan(30);
  expect(modulesOf(pathOf(data), size)).toEqual(data);
});

it.each([
  ["nothing", [[false, false]], ""],
  ["a run to the edge", [[false, true, true]], "M1 0h2v1H1z"],
  ["two runs", [[true, false, true]], "M0 0h1v1H0zM2 0h1v1H2z"],
])("%s", (_what, rows, path) => {
  expect(pathOf(rows)).toBe(path);
});
