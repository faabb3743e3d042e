import { setTimeout } from "node:timers/promises";
import { newClient } from "./client.ts";
import { isDatabaseAway } from "./database-away.ts";
import { placeOf } from "./hosts.ts";

const AGAIN = 500;
const PATIENCE = 3_000;

/**
 * Waits until the database takes connections. After a restart of the machine, it often starts later than the app.
 * @throws Error with place and reason: after so many seconds, or at once if waiting cannot help
 */
export async function waitForDatabase(url: string, seconds: number, say: (line: string) => void): Promise<void> {
  const deadline = performance.now() + seconds * 1_000;
  for (let isSaid = false; ; isSaid = true) {
    const error = await tryConnect(url);
    if (error === undefined) return;
    const reason = reasonOf(error);
    const place = placeOf(url);
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
  const client = newClient(url, { connectionTimeoutMillis: PATIENCE });
  client.on("error", () => {});
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error;
  } finally {
    void client.end().catch(() => {});
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
