import { codeOf } from "#core/errors.ts";
import type { Log } from "./log.ts";

const SECOND_MS = 1_000;

/** What each log will say at the end of the second. */
const counted = new WeakMap<Log, Map<string, number>>();

/**
 * Counts a refusal because of overload, or because the path engine is not ready. Under overload there are thousands, and
 * a line for each would add load. So one line a second gives their number by reason, without a stack.
 */
export function noteRefusal(log: Log, error: unknown): void {
  const refused = counted.get(log) ?? countUntilSaid(log);
  // The database's error code, or ours: a few fixed words, without data of the request.
  const reason = codeOf(error) ?? "database-away";
  refused.set(reason, (refused.get(reason) ?? 0) + 1);
}

function countUntilSaid(log: Log): Map<string, number> {
  const refused = new Map<string, number>();
  counted.set(log, refused);
  setTimeout(() => {
    counted.delete(log);
    const facts = { refused: Object.fromEntries(refused) };
    // Expected after each start. If the path engine fails, its own lines say so.
    const areOnlyEarly = [...refused.keys()].every((reason) => reason === "paths-not-ready");
    if (areOnlyEarly) log.info(facts, "requests refused: the path engine is not ready");
    else log.error(facts, "requests refused: overloaded");
  }, SECOND_MS).unref();
  return refused;
}
