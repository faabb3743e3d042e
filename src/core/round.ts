/** To two places behind the point, which is more than a drawing can show. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
