import { setTimeout } from "node:timers/promises";
import { newClient } from "./client.ts";
import { isDatabaseAway } from "./database-away.ts";
import { placeOf } from "./hosts.ts";

const AGAIN = 500;
/** In milliseconds. An odd number, which nobody else sets. */
const LIMIT = 4_217;
const PATIENCE = 3_000;

/** Something between the app and the database does not keep what a session sets. */
class NotDirect extends Error {
  override name = "NotDirect";
}

/**
 * Waits until the database takes connections. After a restart of the machine, it often starts later than the app.
 * @throws Error with place and reason: after so many seconds, or at once if waiting cannot help, or if a pooler answers
 */
export async function waitForDatabase(url: string, seconds: number, say: (line: string) => void): Promise<void> {
  const deadline = performance.now() + seconds * 1_000;
  for (let isSaid = false; ; isSaid = true) {
    const error = await tryConnect(url);
    if (error === undefined) return;
    const reason = reasonOf(error);
    const place = placeOf(url);
    if (error instanceof NotDirect)
      throw new Error(
        `At ${place} (setting DATABASE_URL) answers a pooler: ${reason}. The app listens for changes and holds locks there, which needs the database itself. Name it in DATABASE_URL, and the pooler in DATABASE_POOL_URL.`,
        { cause: error },
      );
    if (!isDatabaseAway(error)) throw new Error(`The database at ${place} refuses us: ${reason}.`, { cause: error });
    if (performance.now() + AGAIN > deadline) {
      throw new Error(
        `The database at ${place} did not answer within ${seconds} seconds (setting DATABASE_WAIT_SECONDS): ${reason}.`,
        { cause: error },
      );
    }
    if (!isSaid) say(`Waiting for the database at ${place}, up to ${seconds} seconds (${reason})…`);
    await setTimeout(AGAIN);
  }
}

async function tryConnect(url: string): Promise<unknown> {
  const client = newClient(url, { connectionTimeoutMillis: PATIENCE, statement_timeout: LIMIT });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ statement_timeout: string }>("show statement_timeout");
    if (rows[0]?.statement_timeout !== `${LIMIT}ms`) throw new NotDirect("it ignores statement_timeout");
    return undefined;
  } catch (error) {
    // PgBouncer's words.
    if (error instanceof Error && error.message.includes("unsupported startup parameter"))
      return new NotDirect(error.message);
    return error;
  } finally {
    void client.end().catch(() => {});
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
