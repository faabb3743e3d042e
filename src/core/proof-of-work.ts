/** A puzzle: find an answer so that SHA-256 of `<challenge>.<answer>` begins with `bits` zero bits. */
export type Work = { challenge: string; bits: number };

export function hasZeroBits(hash: Uint8Array, bits: number): boolean {
  const whole = bits >> 3;
  for (let at = 0; at < whole; at += 1) if (hash[at] !== 0) return false;
  return bits % 8 === 0 || (hash[whole] ?? 255) >> (8 - (bits % 8)) === 0;
}
