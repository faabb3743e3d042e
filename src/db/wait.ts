import { setTimeout } from "node:timers/promises";
import type { Client } from "pg";
import { reasonOf } from "#core/errors.ts";
import { newClient } from "./client.ts";
import { isDatabaseAway } from "./database-away.ts";
import { placeOf } from "./hosts.ts";

const RETRY_MS = 500;
/** In milliseconds. An odd number, which nobody else sets. */
const PROBE_TIMEOUT_MS = 4_217;
const CONNECT_MS = 3_000;

/** Something answers that cannot be used. Waiting does not help. */
export class WrongPlace extends Error {
  override name = "WrongPlace";
}

export type Waiting = {
  seconds: number;
  say: (line: string) => void;
  /** Ends the wait early: the process is asked to stop. */
  signal?: AbortSignal | undefined;
};

/**
 * Waits until the database takes connections. After a restart of the machine, it often starts later than the app.
 * @throws Error with place and reason: after so many seconds, or at once if waiting cannot help, or if a pooler answers
 */
export async function waitForDatabase(url: string, waiting: Waiting): Promise<void> {
  await waitFor(`database at ${placeOf(url)}`, waiting, () => tryConnect(url));
}

/**
 * Repeats an attempt until it succeeds. Stops at once if it fails for another reason than that something is away.
 * @param name the end of a noun phrase that begins with "the"
 * @throws WrongPlace as thrown; Error with name and reason: after so many seconds, or at once if waiting cannot help;
 * AbortError after the signal
 */
export async function waitFor(
  name: string,
  { seconds, say, signal }: Waiting,
  attempt: () => Promise<void>,
): Promise<void> {
  const deadline = performance.now() + seconds * 1_000;
  for (let isSaid = false; ; isSaid = true) {
    const error = await attempt().then(
      () => undefined,
      (cause: unknown) => ({ cause }),
    );
    if (error === undefined) return;
    const { cause } = error;
    if (cause instanceof WrongPlace) throw cause;
    const reason = reasonOf(cause instanceof AggregateError ? cause.errors[0] : cause);
    if (!isDatabaseAway(cause)) throw new Error(`The ${name} refuses us: ${reason}.`, { cause });
    if (performance.now() + RETRY_MS > deadline) {
      throw new Error(
        `The ${name} did not answer within ${seconds} seconds (setting DATABASE_WAIT_SECONDS): ${reason}.`,
        { cause },
      );
    }
    if (!isSaid) say(`Waiting for the ${name}, up to ${seconds} seconds (${reason})…`);
    await setTimeout(RETRY_MS, undefined, { signal });
  }
}

/** Migrations would fail halfway, with PostgreSQL's words alone. @throws WrongPlace */
async function checkSuits(client: Client, place: string): Promise<void> {
  const { rows } = await client.query<{ encoding: string; may_create: boolean | null }>(
    `select current_setting('server_encoding') as encoding, has_schema_privilege(current_schema(), 'create') as may_create`,
  );
  const [found] = rows;
  if (found?.encoding !== "UTF8")
    throw new WrongPlace(
      `The database at ${place} has the encoding ${found?.encoding}, and UTF8 is needed. Make another one: create database … encoding 'UTF8' template template0.`,
    );
  if (found.may_create !== true)
    throw new WrongPlace(
      `In the database at ${place} our role may not make tables. Make it the owner: alter database … owner to ….`,
    );
}

async function tryConnect(url: string): Promise<void> {
  const client = newClient(url, { connectionTimeoutMillis: CONNECT_MS, statement_timeout: PROBE_TIMEOUT_MS });
  client.on("error", () => {});
  const refuse = (reason: string, cause?: unknown): never => {
    throw new WrongPlace(
      `At ${placeOf(url)} (setting DATABASE_URL) answers a pooler: ${reason}. The app listens for changes and holds locks there, which needs the database itself. Name it in DATABASE_URL, and the pooler in DATABASE_POOL_URL.`,
      { cause },
    );
  };
  try {
    await client.connect();
    const { rows } = await client.query<{ statement_timeout: string }>("show statement_timeout");
    if (rows[0]?.statement_timeout !== `${PROBE_TIMEOUT_MS}ms`) refuse("it ignores statement_timeout");
    await checkSuits(client, placeOf(url));
  } catch (error) {
    // PgBouncer's words.
    if (error instanceof Error && error.message.includes("unsupported startup parameter")) refuse(error.message, error);
    throw error;
  } finally {
    void client.end().catch(() => {});
  }
}
