import { numberText } from "#core/number-text.ts";
import { isNarrowed } from "#features/path/pure/match/candidates.ts";
import type { Compiled } from "#features/path/pure/match/compile.ts";
import type { Matcher } from "#features/path/pure/match/matcher.ts";

/** The cost of reading a line. The unit is a check of a line's mask: a few nanoseconds. */
const WORK_OF_LINE = 16;
/** The same if links compare pairs of roles. */
const WORK_OF_LINE_BY_PAIRS = 24;
/** The cost of preparing a route: its tables by class and company. */
const WORK_OF_ROUTE = 16_000;
/**
 * The most work for one question with its looser routes: well under a tenth of a second. Looser routes beyond it are
 * not offered. A site with a few thousand people hardly reaches it. No question is refused because of it.
 */
const MOST_WORK = 10_000_000;

/**
 * Refuses a question about ways or flows of too many people, as soon as their number is known.
 * @throws RangeError with a sentence for the person who asks
 */
export function refuseTooMany(matcher: Matcher, people: number, most: number): void {
  if (people <= most || isNarrowed(matcher)) return;
  throw tooManyPeople(most);
}

/** The refusal as a sentence for the person who asks. */
export function tooManyPeople(most: number): RangeError {
  return new RangeError(`More than ${numberText(most)} people match. Name a company or a school to ask about fewer.`);
}

/** How much work one question may still cause. */
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
