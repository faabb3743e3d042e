/** The milliseconds that this thread worked. Unlike the clock, they do not grow beside other work. */
export function threadWork(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
