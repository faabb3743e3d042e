const DASH = 9;
const GAP = 5;

/**
 * Dashes (9 on, 5 off) stretched or drawn together so that the first begins
 * where the track begins and the last ends where it ends: no ring stands after
 * a gap. For `stroke-dasharray`; what HTML draws is fitted by ui/line.css.
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
