import { keyedHash } from "#server/ids.ts";

/**
 * Six round keys of a draw, derived from the installation's secret. Visitors choose the draw; without the secret they
 * could work out people's shuffle positions from its order.
 */
export function drawKeys(secret: Buffer, draw: string): number[] {
  const digest = keyedHash(secret, "draw", draw);
  return Array.from({ length: 6 }, (_, round) => digest.readUInt32LE(round * 4));
}
