/** The normal quantile of a two-sided 95 % interval. */
export const Z_95 = 1.959963984540054;

/**
 * Wilson's score interval of a share, 95 %, without continuity correction.
 *
 * Source: E. B. Wilson, "Probable inference, the law of succession, and
 * statistical inference", JASA 22 (1927), 209–212; method 3 of R. G. Newcombe,
 * Statistics in Medicine 17 (1998), 857–872.
 *
 *     (2np + z² ± z √(z² + 4np(1 − p))) / 2(n + z²)
 */
export function wilson(yes: number, of: number): { low: number; high: number } {
  const share = yes / of;
  const z2 = Z_95 * Z_95;
  const middle = 2 * of * share + z2;
  const reach = Z_95 * Math.sqrt(z2 + 4 * of * share * (1 - share));
  const whole = 2 * (of + z2);
  return {
    low: yes === 0 ? 0 : Math.max(0, (middle - reach) / whole),
    high: yes === of ? 1 : Math.min(1, (middle + reach) / whole),
  };
}
