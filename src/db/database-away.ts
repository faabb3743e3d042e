/** What pg says when its own query_timeout has passed. */
export const QUERY_TIMEOUT = "Query read timeout";

/** The database does not answer. Queries that wait for it fail, and new ones fail at once. */
export class DatabaseHangs extends Error {
  override name = "DatabaseHangs";

  constructor() {
    super("The database does not answer.");
  }
}

/**
 * SQLSTATEs of a server that is away, full, stopping or may only be read: the connection (08), a server that takes no
 * changes (25006), a session it ended (25P03), resources (53), whoever ended the query or the server (57), its files (58).
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

/** pg's own words; it gives such errors no code. */
const AWAY_WORDS =
  /timeout exceeded when trying to connect|^timeout expired$|Connection terminated|is not queryable|Cannot use a pool after calling end/;

/** The server's disk is full, as it says itself. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === "53100") || isDiskFull(error.cause);
}

/** The database is away, full, read-only or timed out: an honest 503, not a fault of ours. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseHangs || error.message === QUERY_TIMEOUT || AWAY_WORDS.test(error.message)) return true;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (AWAY_STATES.test(code) || AWAY_CODES.has(code)) return true;
  // A host of several addresses fails once for each.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  return isDatabaseAway(error.cause);
}
