import { AppError } from "#core/errors.ts";
import type { Log } from "./log.ts";

const SECOND = 1_000;

let reasons = new Map<string, number>();

/** The database's own code, else ours: few fixed words, and nothing of a request. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "database-away";
}

/**
 * Notes that a request was refused because of overload. Refusals come by the thousand, and writing each would add to
 * the load: one line a second says how many there were, by reason, without a stack.
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
