/** With more processes, the database is the bottleneck. */
const MOST = 4;
/** In bytes: how large a process may become under load, and what the database and the system need. */
const PER_PROCESS = 512 * 1024 * 1024;
const OTHERS = 768 * 1024 * 1024;

/** The default number of processes: one per core, at most four, and only as many as the memory allows. */
export function countProcesses({ cores, memory }: { cores: number; memory: number }): number {
  return Math.max(1, Math.min(MOST, cores, Math.floor((memory - OTHERS) / PER_PROCESS)));
}
