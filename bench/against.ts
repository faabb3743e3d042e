import { makeEverybodyReal, makeEverybodyWait, publish, QUIET_BATCHES } from "./batch.ts";
import { CALLS, LOOKUPS } from "./call-samples.ts";
import { build, checkOut } from "./checkout.ts";
import { isEnding } from "./cleanup.ts";
import { judge, verdictText, type Compared, type Verdict } from "./compare.ts";
import { BROWSER, load, median, readPacked, UNCACHED } from "./load.ts";
import { STOPS } from "./member.ts";
import { PAGES } from "./page-samples.ts";
import type { Places } from "./places.ts";
import { residentMegabytes } from "./processes.ts";
import { readsOf, timeRound, warmUp, type Read } from "./reads.ts";
import { cachedAnswers, CONNECTIONS } from "./rivals.ts";
import { CLIENTS, openSavers } from "./saves.ts";
import { openSite } from "./size.ts";
import { Site } from "./site.ts";

/** By turns, so that a slow machine hits both. */
const ROUNDS = 5;

/** A running program with what is asked of it. */
type Side = {
  site: Site;
  places: Places;
  reads: ReadonlyMap<string, Read>;
  savers: Awaited<ReturnType<typeof openSavers>>;
};
type Sides<Of> = { now: Of; before: Of };

type Measure<Of> = {
  what: string;
  unit: string;
  better: Compared["better"];
  take: (side: Of, round: number) => Promise<number>;
};

type Comparison = {
  ref: string;
  commit: string;
  verdicts: Verdict[];
  failures: { what: string; reason: string }[];
};

/** Measures all figures of both, round by round. Failed figures are left out and listed. */
async function measureInTurn<Of>(
  measures: readonly Measure<Of>[],
  sides: Sides<Of>,
  failures: Comparison["failures"],
): Promise<Compared[]> {
  const compared = measures.map(({ what, unit, better }) => ({
    what,
    unit,
    better,
    now: [] as number[],
    before: [] as number[],
  }));
  const failed = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    console.log(`Round ${round + 1} of ${ROUNDS}, ${measures.length} figures`);
    for (const [n, measure] of measures.entries()) {
      // Alternate: the second run finds a warm machine.
      const turns = ["now", "before"] as const;
      for (const side of round % 2 === 0 ? turns : turns.toReversed()) {
        if (failed.has(n)) continue;
        try {
          compared[n]?.[side].push(await measure.take(sides[side], round));
        } catch (error) {
          if (isEnding()) throw error;
          failed.add(n);
          failures.push({ what: measure.what, reason: `${side}: ${error instanceof Error ? error.message : error}` });
        }
      }
    }
  }
  return compared.filter((_, n) => !failed.has(n));
}

/** Measures suspects again; only figures worse both times count. */
async function judgeTwice<Of>(
  measures: readonly Measure<Of>[],
  sides: Sides<Of>,
  failures: Comparison["failures"],
): Promise<Verdict[]> {
  const verdicts = (await measureInTurn(measures, sides, failures)).map(judge);
  const suspects = measures.filter(({ what }) => verdicts.some((one) => one.what === what && one.isWorse));
  if (suspects.length === 0) return verdicts;
  console.log(`${suspects.length} figures seem worse and are measured once more.`);
  const again = new Map((await measureInTurn(suspects, sides, failures)).map((one) => [one.what, judge(one)]));
  return verdicts.map((one) => again.get(one.what) ?? one);
}

const START: Measure<Site> = {
  what: "start to ready, with a database",
  unit: "ms",
  better: "less",
  take: (site) => site.start(),
};

/** Last: they make everybody real. */
const BATCHES: readonly Measure<Site>[] = [
  {
    what: "a batch that catches up with everybody, a fifth of them hidden",
    unit: "ms",
    better: "less",
    take: async (site) => {
      await makeEverybodyWait(site);
      const { catchUp, isDone } = await publish(site, 0);
      if (!isDone) throw new Error("Not everything was published.");
      return catchUp;
    },
  },
  {
    what: "a quiet batch",
    unit: "ms",
    better: "less",
    take: async (site) => median((await publish(site, QUIET_BATCHES)).quiet),
  },
];

async function openSide(site: Site, failures: Comparison["failures"]): Promise<Side> {
  await site.settle();
  const { places, askers } = await openSite(site);
  const found = [PAGES, CALLS, LOOKUPS].map((samples) => readsOf(samples, places, askers));
  for (const missing of found.flatMap((one) => one.missing)) failures.push(missing);
  const reads = new Map<string, Read>();
  for (const read of found.flatMap((one) => one.reads)) {
    try {
      await warmUp(site.url, read);
      reads.set(read.what, read);
    } catch (error) {
      if (isEnding()) throw error;
      failures.push({ what: read.what, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { site, places, reads, savers: await openSavers(site.url) };
}

function measuresOf({ now, before }: Sides<Side>, seconds: number): Measure<Side>[] {
  const part = seconds / ROUNDS;
  const rate = (
    what: string,
    path: (side: Side) => string,
    headers: Readonly<Record<string, string>>,
  ): Measure<Side> => ({
    what,
    unit: "/s",
    better: "more",
    take: async (side) => {
      const url = side.site.url + path(side);
      // Cached answers live a minute and saves purge them; the second request packs.
      for (let n = 0; n < 2; n += 1) await readPacked(url, headers);
      // Longer: requests still open at the end are not counted.
      const options = { seconds: seconds / 2, connections: CONNECTIONS, headers };
      const { perSecond, errors } = await load(url, options);
      if (errors > 0) throw new Error(`${errors} answers were errors.`);
      return perSecond;
    },
  });
  const reads = [...now.reads.keys()].filter((what) => before.reads.has(what));
  return [
    ...cachedAnswers(now.places).map(([what], n) =>
      rate(`${what}, kept`, ({ places }) => cachedAnswers(places)[n]?.[1] ?? "/", BROWSER),
    ),
    rate("company page, worked out", ({ places }) => `/company/${places.companies[0]?.id}`, UNCACHED),
    ...reads.map((what): Measure<Side> => ({
      what,
      unit: "ms",
      better: "less",
      take: async ({ site, reads: own }, round) => {
        const read = own.get(what);
        if (!read) throw new Error("It has no address.");
        const from = round * Math.ceil(read.paths.length / ROUNDS);
        return (await timeRound(site.url, read, { seconds: part, from })).p50;
      },
    })),
    {
      what: `a save of ${STOPS} stops`,
      unit: "ms",
      better: "less",
      take: async ({ savers }) => median(await savers.oneByOne(part)),
    },
    {
      what: `saves with ${CLIENTS} people at once`,
      unit: "/s",
      better: "more",
      take: ({ savers }) => savers.atOnce(part),
    },
    {
      what: `saves of one changed stop with ${CLIENTS} people at once`,
      unit: "/s",
      better: "more",
      take: ({ savers }) => savers.oneStopAtOnce(part),
    },
    {
      what: "resident memory of the app",
      unit: "MB",
      better: "less",
      take: async ({ site }) => {
        const resident = residentMegabytes(site.pid);
        if (resident === 0) throw new Error("This system does not tell.");
        return resident;
      },
    },
  ];
}

/** This program against another version of it, each on its own data of the same size. */
export async function compareWith(ref: string, options: { people: number; seconds: number }): Promise<Comparison> {
  const failures: Comparison["failures"] = [];
  console.log(`Checking out and building ${ref}…`);
  const checkout = await checkOut(ref);
  const sites: Site[] = [];
  try {
    await build(process.cwd());
    const now = new Site(process.cwd(), options.people);
    sites.push(now);
    const before = new Site(checkout.root, options.people);
    sites.push(before);
    for (const site of sites) await site.fill();
    const starts = await judgeTwice([START], { now, before }, failures);
    const sides = { now: await openSide(now, failures), before: await openSide(before, failures) };
    const verdicts = [...starts, ...(await judgeTwice(measuresOf(sides, options.seconds), sides, failures))];
    for (const site of sites) await makeEverybodyReal(site);
    verdicts.push(...(await judgeTwice(BATCHES, { now, before }, failures)));
    return { ref, commit: checkout.commit, verdicts, failures };
  } finally {
    for (const site of sites) await site.remove();
    checkout.remove();
  }
}

/** @returns whether nothing is worse */
export function printComparison({ ref, commit, verdicts, failures }: Comparison): boolean {
  console.log(`\nAgainst ${ref} (${commit.slice(0, 10)}), medians of ${ROUNDS} rounds by turns; + is worse:\n`);
  for (const verdict of verdicts) console.log(verdictText(verdict));
  if (failures.length > 0) console.log("\nNot compared:");
  for (const { what, reason } of failures) console.log(`      ${what}: ${reason}`);
  const worse = verdicts.filter(({ isWorse }) => isWorse);
  console.log(
    worse.length === 0
      ? "\nNothing is worse by more than 15 %."
      : `\nWorse by more than 15 %: ${worse.map(({ what }) => what).join("; ")}.`,
  );
  return worse.length === 0;
}
