/** Beyond it the database is what waits. */
const MOST = 4;
/** What a process may grow to under load, and what the database and the system keep, in bytes. */
const PER_PROCESS = 512 * 1024 * 1024;
const OTHERS = 768 * 1024 * 1024;

/** Processes where nothing is set: one a core up to four, as far as the memory goes. */
export function countProcesses({ cores, memory }: { cores: number; memory: number }): number {
  return Math.max(1, Math.min(MOST, cores, Math.floor((memory - OTHERS) / PER_PROCESS)));
}
