import { readFileSync, readlinkSync } from "node:fs";
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
    const asked = client.query<{ process: number; port: number | null }>(
      "select pg_backend_pid() as process, inet_client_port() as port",
    );
    asked.then(
      ({ rows: [row] }) => {
        if (row !== undefined && isHere(row.process, row.port)) lowerPriority(row.process);
      },
      // The connection is lost, and its next statement says so.
      () => {},
    );
  });
  return pool;
}

/**
 * Is this process of PostgreSQL on this machine? Its title then names the client's port: "postgres: … 127.0.0.1(43210)
 * idle".
 */
function isHere(process: number, clientPort: number | null): boolean {
  try {
    const title = readFileSync(`/proc/${process}/cmdline`, "utf8");
    return title.startsWith("postgres: ") && title.includes(`(${clientPort})`);
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
