import { codeOf } from "#core/errors.ts";
import type { Log } from "./log.ts";

const SECOND = 1_000;

let reasons = new Map<string, number>();

/** The database's error code, or ours: a few fixed words, without data of the request. */
function reasonOf(error: unknown): string {
  return codeOf(error) ?? "database-away";
}

/**
 * Counts a refusal because of overload. Under overload there are thousands, and a line for each would add load. So one
 * line a second gives their number by reason, without a stack.
 */
export function noteRefusal(log: Log, error: unknown): void {
  const reason = reasonOf(error);
  if (reasons.size === 0) {
    setTimeout(() => {
      const counted = Object.fromEntries(reasons);
      reasons = new Map();
      log.error({ refused: counted }, "requests refused: overloaded");
    }, SECOND).unref();
  }
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
}
