/** With more processes, the database is the bottleneck. */
const MAX_PROCESSES = 4;
/** In bytes: how large a process may become under load, and what path engine, database and system need. */
const BYTES_PER_PROCESS = 512 * 1024 * 1024;
const BYTES_FOR_OTHERS = 768 * 1024 * 1024;

/** The default number of processes: one per core, at most four, and only as many as the memory allows. */
export function countProcesses({ cores, memory }: { cores: number; memory: number }): number {
  return Math.max(1, Math.min(MAX_PROCESSES, cores, Math.floor((memory - BYTES_FOR_OTHERS) / BYTES_PER_PROCESS)));
}
