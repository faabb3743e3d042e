import { sql } from "kysely";
import { measureBatch } from "./batch.ts";
import { CALLS, LOOKUPS } from "./call-samples.ts";
import { compareProfileRead } from "./database.ts";
import { timeDisk } from "./disk.ts";
import { Notes, type Part, type SizeResult } from "./figures.ts";
import { median, percentile } from "./load.ts";
import { Member, pipelineOf, signInAdmin, STOPS } from "./member.ts";
import { PAGES, type Sample } from "./page-samples.ts";
import { collectPlaces, waitForPaths, type Places } from "./places.ts";
import { appProcesses, residentMegabytes } from "./processes.ts";
import { medianRound, readsOf, timeRound, warmUp, type Askers, type Read, type Round } from "./reads.ts";
import { measureCached, measureUncached } from "./rivals.ts";
import { CLIENTS, measureSaves } from "./saves.ts";
import { Site } from "./site.ts";

/** Everything is measured so often, by turns; a figure is the median. */
export const ROUNDS = 3;
/** The longest round of answers that are kept: 35,000 a second. */
const MOST_CACHED_SECONDS = 1;
const MOST_START = 2_000;
const MOST_PAGE = 50;
const MOST_LOOKUP = 20;
const LEAST_OF_BARE = 0.5;
const [MOST_SAVE, LEAST_SAVES] = [40, 150];
const MOST_MEGABYTES = 250;
/** How long each page is asked before the memory of several processes is read. */
const SECONDS_OF_SEVERAL = 0.3;

type Options = {
  /** Of each read and of saves, its rounds together; of each round of a load. */
  seconds: number;
  parts: ReadonlySet<Part>;
  /** A folder with the site's data from an earlier run, or for later ones. */
  kept?: string;
};

/** Makes a site of so many people, measures it part by part, and removes it. A part that fails is noted. */
export async function measureSize(people: number, options: Options): Promise<SizeResult> {
  const notes = new Notes(people);
  const site = new Site(process.cwd(), people, options.kept);
  try {
    await notes.try("start", "everything", () => measureSite(notes, site, options));
  } finally {
    await site.remove();
  }
  return notes;
}

async function measureSite(notes: Notes, site: Site, { seconds, parts }: Options): Promise<void> {
  const made = await site.fill();
  const starts: number[] = [];
  for (let round = 0; round < (parts.has("start") ? ROUNDS : 1); round += 1) starts.push(await site.start());
  if (parts.has("start")) {
    const { coldMilliseconds, seedMilliseconds } = made;
    notes.note("start", "start to ready, with a database", {
      shown: `${(median(starts) / 1_000).toFixed(2)} s`,
      data: { coldMilliseconds, seedMilliseconds, warmMilliseconds: starts },
      target: "≤ 2 s",
      isMet: median(starts) <= MOST_START,
    });
  }
  await site.settle();
  const { places, askers } = await openSite(site);
  const { folder } = site;
  // A load is not divided: what is under way at the end of a round is not counted.
  const round = { seconds, rounds: ROUNDS };
  // More would reach the limit of an address, although it is a thousand times as high here.
  const cached = { ...round, seconds: Math.min(seconds, MOST_CACHED_SECONDS) };
  const work: Record<Exclude<Part, "start">, () => Promise<void>> = {
    cached: () => measureCached(notes, { url: site.url, places, folder, ...cached }),
    uncached: () => measureUncached(notes, { url: site.url, places, folder, cookie: askers.member, ...round }),
    pages: () => measureReads(notes, "pages", site, { samples: PAGES, places, askers, seconds }),
    calls: () => measureReads(notes, "calls", site, { samples: CALLS, places, askers, seconds }),
    lookups: () => measureReads(notes, "lookups", site, { samples: LOOKUPS, places, askers, seconds }),
    database: () => measureDatabase(notes, site, places),
    saves: () => noteSaves(notes, site, seconds),
    memory: async () => {
      noteMemory(notes, site);
      await noteMemoryOfSeveral(notes, site, { places, askers });
    },
    batch: () => measureBatch(notes, site, places),
  };
  for (const part of Object.keys(work) as (keyof typeof work)[]) {
    if (!parts.has(part)) continue;
    await notes.try(part, "all of it", async () => {
      await site.ensureRunning();
      await work[part]();
    });
  }
}

/** Somebody of each kind who asks; where one cannot sign in, what only they see is not read. */
export async function openSite(site: Site): Promise<{ places: Places; askers: Askers & { member: string } }> {
  const { companies } = await collectPlaces(site, "");
  const member = await new Member(site.url).signUp();
  await member.save(
    pipelineOf(
      companies.map(({ name }) => name),
      0,
    ),
  );
  const shared = await member.share().catch(() => "");
  const admin = await signInAdmin(site).catch(() => undefined);
  return {
    places: await collectPlaces(site, shared),
    askers: { member: member.cookie, ...(admin === undefined ? {} : { admin }) },
  };
}

type ReadPart = {
  samples: Readonly<Record<string, readonly Sample[]>>;
  places: Places;
  askers: Askers;
  seconds: number;
};

const READ_TARGETS = { pages: MOST_PAGE, lookups: MOST_LOOKUP, calls: undefined } as const;

async function measureReads(
  notes: Notes,
  part: "pages" | "calls" | "lookups",
  site: Site,
  { samples, places, askers, seconds }: ReadPart,
): Promise<void> {
  const { reads, missing } = readsOf(samples, places, askers);
  for (const { what, reason } of missing) notes.fail(part, what, reason);
  const rounds = new Map<Read, { taken: Round[]; kilobytes: number }>();
  for (const read of reads)
    await notes.try(part, read.what, async () => {
      rounds.set(read, { kilobytes: await warmUp(site.url, read), taken: [] });
    });
  // By turns, so that a change of the machine's speed hits all.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [read, { taken }] of rounds)
      await notes.try(part, `${read.what}, round ${round + 1}`, async () => {
        const from = round * Math.ceil(read.paths.length / ROUNDS);
        taken.push(await timeRound(site.url, read, { seconds: seconds / ROUNDS, from }));
      });
  }
  const most = READ_TARGETS[part];
  for (const [{ what }, { taken, kilobytes }] of rounds) {
    if (taken.length === 0) continue;
    const { p50, p99, count } = medianRound(taken);
    notes.note(part, what, {
      shown: `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`,
      data: { p50, p99, count, rounds: taken },
      p50,
      kilobytes,
      ...(most === undefined ? {} : { target: `p99 ≤ ${most} ms`, isMet: p99 <= most }),
    });
  }
}

async function measureDatabase(notes: Notes, site: Site, places: Places): Promise<void> {
  const { ours, bare } = await compareProfileRead(site.dataDir, places.people);
  notes.note("database", "a profile's reads : the same SQL by a bare client", {
    shown: `${ours.toFixed(2)} ms : ${bare.toFixed(2)} ms = ${(bare / ours).toFixed(2)}`,
    data: { ours, bare },
    p50: ours,
    target: `≥ ${LEAST_OF_BARE}`,
    isMet: bare / ours >= LEAST_OF_BARE,
  });
  const bytes = await site.withDatabase(async (db) => {
    const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
    return rows[0]?.bytes ?? 0;
  });
  notes.note("database", "disk for each person", {
    shown: `${Math.round(bytes / site.people).toLocaleString("en")} bytes`,
    data: { bytes, people: site.people },
  });
}

async function noteSaves(notes: Notes, site: Site, seconds: number): Promise<void> {
  const disk = timeDisk(site.folder);
  const saves = await measureSaves(site.url, { seconds: seconds / ROUNDS, rounds: ROUNDS });
  notes.note("saves", `a save of ${STOPS} stops`, {
    shown: `${saves.p50.toFixed(1)} / ${saves.p99.toFixed(1)} ms`,
    data: saves,
    target: `p50 ≤ ${MOST_SAVE} ms`,
    isMet: saves.p50 <= MOST_SAVE,
  });
  notes.note("saves", `saves with ${CLIENTS} people at once`, {
    shown: `${saves.perSecond.toFixed(0)}/s`,
    data: saves.perSecond,
    target: `≥ ${LEAST_SAVES}/s`,
    isMet: saves.perSecond >= LEAST_SAVES,
  });
  notes.note("saves", `saves of one changed stop with ${CLIENTS} people at once`, {
    shown: `${saves.ofOneStop.toFixed(0)}/s`,
    data: saves.ofOneStop,
  });
  notes.note("saves", "a save of 50 new companies", { shown: `${saves.fresh.toFixed(0)} ms`, data: saves.fresh });
  // Before and after: what was copied or vacuumed may still be on its way to the disk.
  disk.push(...timeDisk(site.folder));
  notes.note("saves", "24 kB on the disk", {
    shown: `${median(disk).toFixed(1)} / ${percentile(disk, 0.99).toFixed(1)} ms`,
    data: disk,
  });
}

function noteMemory(notes: Notes, site: Site): void {
  const resident = residentMegabytes(site.pid);
  if (resident === 0) throw new Error("This system does not tell.");
  notes.note("memory", "resident memory of the app after all this", {
    shown: `${resident} MB`,
    data: resident,
    target: `≤ ${MOST_MEGABYTES} MB`,
    isMet: resident <= MOST_MEGABYTES,
  });
}

/** The same with two processes, which share one path engine in a third, after every page was asked again and again. */
async function noteMemoryOfSeveral(
  notes: Notes,
  site: Site,
  { places, askers }: Pick<ReadPart, "places" | "askers">,
): Promise<void> {
  await site.start(2);
  await waitForPaths(site.url);
  for (const read of readsOf(PAGES, places, askers).reads) {
    await warmUp(site.url, read);
    await timeRound(site.url, read, { seconds: SECONDS_OF_SEVERAL, from: 0 });
  }
  const held = appProcesses(site.pid);
  for (const [kind, what] of [
    ["worker", "the larger worker"],
    ["path engine", "the path engine"],
  ] as const) {
    const most = Math.max(0, ...held.flatMap((one) => (one.kind === kind ? one.megabytes : [])));
    if (most === 0) throw new Error(`There is no ${kind}.`);
    notes.note("memory", `resident memory with two processes, ${what}`, {
      shown: `${most} MB`,
      data: held,
      target: `≤ ${MOST_MEGABYTES} MB`,
      isMet: most <= MOST_MEGABYTES,
    });
  }
  await site.start();
}
