import type { Socket } from "node:net";
import { fromPool, openPool } from "#db/connect.ts";
import { primaryOf } from "#db/primary.ts";
import { runEngine } from "#features/path/running/run-engine.server.ts";
import type { Everybody } from "#features/path/verify.server.ts";
import { yieldToPages, yieldToRequests } from "#server/yield-to-pages.ts";
import { everybodyIn } from "./path-engine-reads.server.ts";

/**
 * Milliseconds for one statement. Without a limit, an answer that got lost on the way would stop the engine for as long
 * as TCP waits, because messages are handled in order. On a large site with a slow disk, the first statement of a
 * reading of everything takes longer than any that reads changed pipelines.
 */
const LIMITS = { changes: 8_000, everything: 60_000 };

/** The name of its connections, for PostgreSQL. */
export const APPLICATION_NAME = "pipelines-paths";

/**
 * Runs the path engine in this process.
 * @param heardOf how far it hears of changes by itself; see runEngine
 */
export function openPathEngine(
  databaseUrl: string,
  today: string,
  heardOf?: () => number,
): ReturnType<typeof runEngine> & { reconnect: () => void } {
  yieldToPages();
  const sockets = new Set<Socket>();

  /** Each kind of reading has its own connections, so that a change need not wait for a reading of everything. */
  function openReads(statementTimeout: number, isUrgent: boolean): Everybody["visible"] {
    const opened = openPool(databaseUrl, {
      max: 2,
      applicationName: APPLICATION_NAME,
      statementTimeout,
      // With its low priority the engine takes seconds to open one on a busy machine. At the usual limit it would fail
      // again and again until the machine is less busy.
      connectionTimeout: LIMITS.changes,
      sockets,
      // PostgreSQL would plan each reading of a few pipelines anew, which takes longer than the reading.
      isPlannedOnce: true,
    });
    const pool = isUrgent ? opened : yieldToRequests(opened);
    return everybodyIn(fromPool(pool)).visible;
  }

  /** Gives up at once what the time limit would give up later, also connections that are being opened. */
  function reconnect(): void {
    primaryOf(databaseUrl)?.doubt();
    for (const socket of sockets) socket.destroy();
  }

  const { all } = openReads(LIMITS.everything, false);
  const { some } = openReads(LIMITS.changes, true);
  return { ...runEngine({ all, some, reconnect }, today, heardOf), reconnect };
}
