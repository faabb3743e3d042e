import { numberText } from "#core/number-text.ts";
import { isNarrowed } from "#features/path/pure/match/candidates.ts";
import type { Compiled } from "#features/path/pure/match/compile.ts";
import type { Matcher } from "#features/path/pure/match/matcher.ts";

/** A line whose mask is looked at is the unit: a few nanoseconds. */
const WORK_OF_LINE = 16;
/** Where links look at pairs of roles. */
const WORK_OF_LINE_BY_PAIRS = 24;
/** Of a route: its tables by class and company. */
const WORK_OF_ROUTE = 16_000;
/**
 * What one question may cost, its looser routes included: well under a tenth of a second. Looser routes behind it are
 * not offered; a site of a few thousand people hardly comes near it. No question is refused for it.
 */
const MOST_WORK = 10_000_000;

/**
 * Refuses a question about ways or flows that is about too many people, as soon as that shows.
 * @throws RangeError with a sentence for whoever asked
 */
export function refuseEverybody(matcher: Matcher, people: number, most: number): void {
  if (people <= most || isNarrowed(matcher)) return;
  const shown = numberText(most);
  throw new RangeError(`More than ${shown} people match. Name a company or a school to ask about fewer.`);
}

/** The work that is left of one question. */
export class Budget {
  left = MOST_WORK;

  get isUsedUp(): boolean {
    return this.left < 0;
  }
}

export function workOfRoute(masks: number): number {
  return WORK_OF_ROUTE + masks;
}

export function workOfLine({ constrained }: Compiled): number {
  return constrained === 0 ? WORK_OF_LINE : WORK_OF_LINE_BY_PAIRS;
}
