import { Z_95 } from "./wilson.ts";

/** For one month: how many times ended, and how many were censored. */
export type MonthOfTimes = { months: number; ended: number; censored: number };
export type SurvivalStep = {
  months: number;
  atRisk: number;
  ended: number;
  survival: number;
  /** Null at a survival of 0, where the band is undefined. */
  low: number | null;
  high: number | null;
};

/**
 * The product-limit estimate, a step at each month in which something ended.
 * Within a month, ends come before censored times. `table` is in order of months.
 *
 * Sources: E. L. Kaplan, P. Meier, "Nonparametric estimation from incomplete
 * observations", JASA 53 (1958), 457–481: S(t) = ∏ (1 − dᵢ / nᵢ).
 * M. Greenwood (1926): Var S = S² ∑ dᵢ / nᵢ(nᵢ − dᵢ).
 * The 95 % band is on the log-log scale (J. D. Kalbfleisch, R. L. Prentice, 1980):
 * S^exp(±z √(∑ dᵢ / nᵢ(nᵢ − dᵢ)) / ln S).
 */
export function kaplanMeier(table: readonly MonthOfTimes[]): SurvivalStep[] {
  let atRisk = table.reduce((sum, { ended, censored }) => sum + ended + censored, 0);
  let survival = 1;
  let greenwood = 0;
  const steps: SurvivalStep[] = [];
  for (const { months, ended, censored } of table) {
    if (ended > 0) {
      survival *= 1 - ended / atRisk;
      greenwood += ended / (atRisk * (atRisk - ended));
      const isOver = ended === atRisk;
      if (isOver) survival = 0;
      steps.push({
        months,
        atRisk,
        ended,
        survival,
        ...(isOver ? { low: null, high: null } : band(survival, greenwood)),
      });
    }
    atRisk -= ended + censored;
  }
  return steps;
}

function band(survival: number, greenwood: number): { low: number; high: number } {
  const reach = (Z_95 * Math.sqrt(greenwood)) / Math.log(survival);
  return { low: survival ** Math.exp(-reach), high: survival ** Math.exp(reach) };
}

/**
 * The median time: the first month in which survival is one half or less. Its interval comes from the same band: from
 * the first month in which the band's lower edge is one half or less, to the first month in which the upper edge is.
 * Null: never reached. Source: R. Brookmeyer, J. Crowley, "A confidence interval for the median survival time",
 * Biometrics 38 (1982), 29–41.
 */
export function medianTime(
  steps: readonly SurvivalStep[],
): { months: number; low: number | null; high: number | null } | null {
  const half = (of: (step: SurvivalStep) => number | null): number | null =>
    steps.find((step) => (of(step) ?? 1) <= HALF)?.months ?? null;
  const months = half((step) => step.survival);
  if (months === null) return null;
  return { months, low: half((step) => step.low), high: half((step) => step.high) };
}

/** Rounding may leave a product such as 0.8 × 0.625 slightly above one half. */
const HALF = 0.5 + 1e-12;
