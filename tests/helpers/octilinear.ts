import type { Point } from "#features/drawing/pure/octilinear.ts";

/** True if every piece lies on a line of 0°, 45° or 90°. */
export function isOctilinear(points: readonly Point[]): boolean {
  return points.slice(1).every(([x, y], index) => {
    const [fromX, fromY] = points[index] ?? [x, y];
    const dx = Math.abs(x - fromX);
    const dy = Math.abs(y - fromY);
    return dx < 0.01 || dy < 0.01 || Math.abs(dx - dy) < 0.01;
  });
}
