import { codeOf } from "#core/errors.ts";

/** pg's message after its own query_timeout. */
export const QUERY_TIMEOUT = "Query read timeout";

/** The database does not answer. Waiting queries fail, and new ones fail at once. */
export class DatabaseHangs extends Error {
  override name = "DatabaseHangs";

  constructor() {
    super("The database does not answer.");
  }
}

/**
 * SQLSTATEs of a server that is away, full, stopping or read-only: connection (08), read-only (25006), session ended
 * (25P03), resources (53), query cancelled or server stopped (57), file errors (58).
 */
const AWAY_STATES = /^(?:08|25006|25P03|53|57|58)/;

const AWAY_CODES: ReadonlySet<string> = new Set([
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** pg's own messages, for errors without a code. */
const AWAY_WORDS =
  /timeout exceeded when trying to connect|^timeout expired$|Connection terminated|is not queryable|Cannot use a pool after calling end/;

/** The server reports that its disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return codeOf(error) === "53100" || isDiskFull(error.cause);
}

/**
 * The database is away, full, read-only or too slow. Such an error is answered with 503, because it is not a bug of ours.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseHangs || error.message === QUERY_TIMEOUT || AWAY_WORDS.test(error.message)) return true;
  const code = codeOf(error) ?? "";
  if (AWAY_STATES.test(code) || AWAY_CODES.has(code)) return true;
  // A host with several addresses fails once for each of them.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  return isDatabaseAway(error.cause);
}
