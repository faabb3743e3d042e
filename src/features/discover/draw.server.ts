import { createHmac } from "node:crypto";

/**
 * Six round keys of a draw. They come from the installation's secret: a
 * visitor chooses the draw, and must not be able to work out from the order
 * that it deals which number anybody has.
 */
export function drawKeys(secret: Buffer, draw: string): number[] {
  const digest = createHmac("sha256", secret).update(`draw:${draw}`).digest();
  return Array.from({ length: 6 }, (_, round) => digest.readUInt32LE(round * 4));
}
