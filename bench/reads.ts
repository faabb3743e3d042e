import { oneConnection, median, percentile, readPacked, UNCACHED } from "./load.ts";
import type { Places } from "./places.ts";
import type { Asker, Sample } from "./page-samples.ts";

/** A kind of read of one site: its addresses, and who asks. */
export type Read = {
  what: string;
  paths: readonly string[];
  headers: Readonly<Record<string, string>>;
  status: number;
};

/** Cookies of those who ask; without one, what only they may see is not read. */
export type Askers = Readonly<Partial<Record<Exclude<Asker, "visitor">, string>>>;

/** Requests of one read in a round at most. */
const MOST = 100;
/** Also where one takes longer than the round may. */
const LEAST = 5;

/** @returns the reads, and those that this site has nothing for */
export function readsOf(
  samples: Readonly<Record<string, readonly Sample[]>>,
  places: Places,
  askers: Askers,
): { reads: Read[]; missing: { what: string; reason: string }[] } {
  const reads: Read[] = [];
  const missing: { what: string; reason: string }[] = [];
  for (const { what, paths, by = "visitor", status = 200 } of Object.values(samples).flat()) {
    const cookie = by === "visitor" ? UNCACHED.cookie : askers[by];
    const found = paths(places);
    if (cookie === undefined) missing.push({ what, reason: `nobody is signed in as ${by}` });
    else if (found.length === 0) missing.push({ what, reason: "the site has nothing of the kind" });
    else reads.push({ what, paths: found, headers: { ...UNCACHED, cookie }, status });
  }
  return { reads, missing };
}

/**
 * Asks each address twice, packed and not, which compiles what is needed and shows that it is there.
 * @returns the mean size of an answer in kB, not packed
 * @throws Error where one answers otherwise
 */
export async function warmUp(url: string, { paths, headers, status: wanted }: Read): Promise<number> {
  const agent = oneConnection();
  let bytes = 0;
  try {
    for (const path of paths) {
      const { status } = await readPacked(url + path, headers, agent);
      if (status !== wanted) throw new Error(`${path} answered ${status} instead of ${wanted}.`);
      bytes += (await readPacked(url + path, { ...headers, "accept-encoding": "identity" }, agent)).bytes.length;
    }
    return bytes / Math.max(1, paths.length) / 1_024;
  } finally {
    agent.destroy();
  }
}

export type Round = { p50: number; p99: number; count: number };

/**
 * Milliseconds of single requests one after the other over one connection, for so long or MOST of them.
 * @param from the address that comes first: each round begins at another
 */
export async function timeRound(url: string, read: Read, options: { seconds: number; from: number }): Promise<Round> {
  const agent = oneConnection();
  const until = performance.now() + options.seconds * 1_000;
  const times: number[] = [];
  try {
    while (times.length < MOST && (times.length < LEAST || performance.now() < until)) {
      const path = read.paths[(options.from + times.length) % read.paths.length] ?? "/";
      const { status, milliseconds } = await readPacked(url + path, read.headers, agent);
      if (status !== read.status) throw new Error(`${path} answered ${status} instead of ${read.status}.`);
      times.push(milliseconds);
    }
  } finally {
    agent.destroy();
  }
  return { p50: median(times), p99: percentile(times, 0.99), count: times.length };
}

/** The median of the rounds, of each figure. */
export function medianRound(rounds: readonly Round[]): Round {
  return {
    p50: median(rounds.map((round) => round.p50)),
    p99: median(rounds.map((round) => round.p99)),
    count: rounds.reduce((sum, round) => sum + round.count, 0),
  };
}
