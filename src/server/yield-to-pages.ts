import { readFileSync, readlinkSync } from "node:fs";
import { Socket } from "node:net";
import { setPriority } from "node:os";
import type { Pool } from "pg";

/** With this niceness, a thread or process gets a third of the processor's time beside a busy one with niceness 0. */
const NICENESS = 5;

/**
 * Gives the thread of pages priority over the thread that calls this, if there are few processors. Only Linux has a
 * priority for each thread.
 */
export function yieldToPages(): void {
  try {
    lowerPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)));
  } catch {
    // Not Linux, or not allowed: nothing depends on it.
  }
}

/**
 * Gives the requests' connections priority over this pool's: each connection is a process of PostgreSQL. Does nothing
 * for a server on another machine, behind a pooler, or whose processes another user owns.
 * @returns the same pool
 */
export function yieldToRequests(pool: Pool): Pool {
  pool.on("connect", (client) => {
    const { stream } = client.connection;
    const asked = client.query<{ process: number }>("select pg_backend_pid() as process");
    asked.then(
      ({ rows: [row] }) => {
        if (row !== undefined && stream instanceof Socket && isOurs(row.process, stream)) lowerPriority(row.process);
      },
      // The connection is lost, and its next statement says so.
      () => {},
    );
  });
  return pool;
}

/**
 * Does this process of PostgreSQL, on this machine, serve the other end of our connection and no pooler's? Its title then
 * names the port of our end: "postgres: … 127.0.0.1(43210) idle". PostgreSQL itself knows only the pooler's.
 */
function isOurs(process: number, { localPort }: Socket): boolean {
  try {
    const title = readFileSync(`/proc/${process}/cmdline`, "utf8");
    return title.startsWith("postgres: ") && title.includes(`(${localPort})`);
  } catch {
    return false;
  }
}

function lowerPriority(id: number): void {
  try {
    if (id > 0) setPriority(id, NICENESS);
  } catch {
    // Not allowed.
  }
}
