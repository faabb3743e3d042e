/** A corner or an end of a track, in px. */
export type Point = readonly [x: number, y: number];

const TAN_22_5 = Math.SQRT2 - 1;

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/**
 * An SVG path through points on lines of 0°, 45° or 90°. Corners are rounded with one radius. A corner that is sharper
 * than 45°, or too close to its neighbours, gets the best possible rounding.
 */
export function octilinearPath(points: readonly Point[], radius: number): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let path = `M${round(first[0])} ${round(first[1])}`;
  for (const [index, corner] of rest.entries()) {
    const before = points[index];
    const after = rest[index + 1];
    if (!before) continue;
    if (!after) {
      path += `L${round(corner[0])} ${round(corner[1])}`;
      continue;
    }
    const inX = Math.sign(corner[0] - before[0]);
    const inY = Math.sign(corner[1] - before[1]);
    const outX = Math.sign(after[0] - corner[0]);
    const outY = Math.sign(after[1] - corner[1]);
    const inLength = Math.hypot(corner[0] - before[0], corner[1] - before[1]);
    const outLength = Math.hypot(after[0] - corner[0], after[1] - corner[1]);
    // A 45° corner: the fillet touches both sides r·tan 22.5° from it.
    const tangent = Math.min(radius * TAN_22_5, inLength, outLength);
    const inUnit = tangent / Math.hypot(inX, inY);
    const outUnit = tangent / Math.hypot(outX, outY);
    const sweep = inX * outY - inY * outX > 0 ? 1 : 0;
    const fillet = round(tangent / TAN_22_5);
    path += `L${round(corner[0] - inX * inUnit)} ${round(corner[1] - inY * inUnit)}`;
    path += `A${fillet} ${fillet} 0 0 ${sweep} ${round(corner[0] + outX * outUnit)} ${round(corner[1] + outY * outUnit)}`;
  }
  return path;
}

/** Length of that path where all its corners are of 45° and have room for their fillet. */
export function octilinearLength(points: readonly Point[], radius: number): number {
  const straight = points
    .slice(1)
    .reduce((sum, [x, y], index) => sum + Math.hypot(x - (points[index]?.[0] ?? x), y - (points[index]?.[1] ?? y)), 0);
  const corners = Math.max(0, points.length - 2);
  return straight + corners * radius * (Math.PI / 4 - 2 * TAN_22_5);
}

const DASH = 9;
const GAP = 5;

/**
 * Stretches or shrinks dashes (9 on, 5 off), so that the track begins and ends with a whole dash and no ring follows a
 * gap. For `stroke-dasharray`; parts/line.css does the same for HTML.
 */
export function fitDashes(length: number): readonly [dash: number, gap: number] {
  const count = Math.max(1, Math.round((length + GAP) / (DASH + GAP)));
  const scale = Math.max(0, length) / (count * (DASH + GAP) - GAP);
  return [DASH * scale, GAP * scale];
}

/** The same as the attribute's text. */
export function dashArray(length: number): string {
  return fitDashes(length)
    .map((part) => Math.round(part * 1000) / 1000)
    .join(" ");
}
