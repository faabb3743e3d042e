/**
 * What a site of a given size needs, calculated from what was measured on one machine. `npm run bench -- growth` prints
 * the table of docs/growth.md.
 */

/**
 * What one thing costs. docs/growth.md names the command that measured each. Milliseconds are of one processor, app and
 * database together.
 */
type Measured = {
  /** A page that is rendered. */
  pageMs: number;
  /** A cached page, sent compressed. */
  keptPageMs: number;
  /** A save of eight stops. */
  saveMs: number;
  /** A question about routes, at a million pipelines. It grows with the site, because lists of lines get longer. */
  routeMs: number;
  /** The most expensive permitted question, at a million pipelines: it reads every pipeline. */
  worstRouteMs: number;
  /** Memory of the path engine for each pipeline, in each process. */
  engineBytes: number;
  /** Memory of a process without the engine. */
  processBytes: number;
  /** Disk of PostgreSQL for each person. */
  diskBytes: number;
  /** Time of publishing everybody's hidden numbers anew, divided by the people. An upgrade may need it once. */
  publishMs: number;
  /** Disk of ClickHouse for each pipeline, one replica. */
  clickHouseBytes: number;
  /** Seconds in which ClickHouse merges a million pipelines. A part is merged by one processor. */
  clickHouseMergeSeconds: number;
  /** Work of ClickHouse for a route of two of the most common companies, for each million pipelines. */
  clickHouseRouteMs: number;
  /** The same for the slowest page, which reads everybody: a title's. */
  clickHouseWorstMs: number;
};

/** What people do, and what a machine has. Assumptions, not measurements. */
type Assumed = {
  pagesADay: number;
  keptShare: number;
  savesADay: number;
  routesADay: number;
  /** The busiest minute, as a multiple of the day's mean. */
  peak: number;
  processors: number;
  memoryBytes: number;
  diskBytes: number;
  /** The part of a processor that may be busy at the peak. */
  busyShare: number;
};

/** As of 2026-11-28. */
export const MEASURED: Measured = {
  pageMs: 12,
  keptPageMs: 0.12,
  saveMs: 12,
  routeMs: 5,
  worstRouteMs: 100,
  engineBytes: 112,
  processBytes: 241_000_000,
  diskBytes: 4_608,
  publishMs: 1,
  clickHouseBytes: 739,
  clickHouseMergeSeconds: 32,
  clickHouseRouteMs: 144,
  clickHouseWorstMs: 3_257,
};

export const ASSUMED: Assumed = {
  pagesADay: 1,
  keptShare: 0.8,
  savesADay: 0.01,
  routesADay: 0.1,
  peak: 4,
  processors: 16,
  memoryBytes: 64_000_000_000,
  diskBytes: 2_000_000_000_000,
  busyShare: 0.6,
};

const DAY_SECONDS = 86_400;
const MILLION = 1_000_000;
/** PostgreSQL gets a quarter of the memory, the system another. */
const APP_MEMORY_SHARE = 0.5;
/** The daily merging of a shard must end in this time, or the app gives it up (docs/operations.md). */
const LONGEST_MERGE_SECONDS = 180;
/** Nobody waits longer for a page about routes. */
const LONGEST_ROUTE_MS = 1_000;

type Need = {
  people: number;
  pagesASecond: number;
  savesASecond: number;
  /** Processors that are busy at the peak: pages and their reads, saves, questions about routes. */
  pageProcessors: number;
  saveProcessors: number;
  routeProcessors: number;
  /** The path engine in one process. */
  engineBytes: number;
  worstRouteMs: number;
  diskBytes: number;
  publishHours: number;
  clickHouse: ClickHouseNeed;
  /** How often one machine would be needed for each of these. */
  machines: Record<Limit, number>;
  /** What one machine has too little of, the scarcest first. */
  short: Limit[];
};

/** What ClickHouse needs where it has the paths. */
type ClickHouseNeed = {
  /** Of one replica. */
  diskBytes: number;
  /** So many that each is merged in time. */
  shards: number;
  /** The slowest page, with these shards. */
  worstMs: number;
  /** Processors that are busy at the peak, if everybody asks about the most common companies. */
  busyProcessors: number;
};

const LIMITS = ["pages", "saves", "questions", "memory", "longest question", "disk"] as const;
export type Limit = (typeof LIMITS)[number];

/** @param people how many people the site has; each has one pipeline */
export function needOf(people: number, measured: Measured = MEASURED, assumed: Assumed = ASSUMED): Need {
  const aSecond = (aDay: number): number => (people * aDay * assumed.peak) / DAY_SECONDS;
  const pagesASecond = aSecond(assumed.pagesADay);
  const savesASecond = aSecond(assumed.savesADay);
  const pageMs = assumed.keptShare * measured.keptPageMs + (1 - assumed.keptShare) * measured.pageMs;
  const pageProcessors = (pagesASecond * pageMs) / 1_000;
  const saveProcessors = (savesASecond * measured.saveMs) / 1_000;
  const routeProcessors = (aSecond(assumed.routesADay) * measured.routeMs * (people / MILLION)) / 1_000;
  const engineBytes = people * measured.engineBytes;
  const worstRouteMs = measured.worstRouteMs * (people / MILLION);
  const diskBytes = people * measured.diskBytes;
  const processors = assumed.processors * assumed.busyShare;
  const processes = Math.max(1, Math.min(4, assumed.processors));
  const machines: Record<Limit, number> = {
    pages: pageProcessors / processors,
    saves: saveProcessors / processors,
    questions: routeProcessors / processors,
    memory: (processes * (engineBytes + measured.processBytes)) / (assumed.memoryBytes * APP_MEMORY_SHARE),
    "longest question": worstRouteMs / LONGEST_ROUTE_MS,
    disk: diskBytes / assumed.diskBytes,
  };
  return {
    people,
    pagesASecond,
    savesASecond,
    pageProcessors,
    saveProcessors,
    routeProcessors,
    engineBytes,
    worstRouteMs,
    diskBytes,
    publishHours: (people * measured.publishMs) / 3_600_000,
    clickHouse: clickHouseNeed(people, measured, assumed),
    machines,
    short: LIMITS.filter((limit) => machines[limit] > 1).toSorted((a, b) => machines[b] - machines[a]),
  };
}

function clickHouseNeed(people: number, measured: Measured, assumed: Assumed): ClickHouseNeed {
  const millions = people / MILLION;
  const shards = Math.ceil((millions * measured.clickHouseMergeSeconds) / LONGEST_MERGE_SECONDS);
  const questionsASecond = (people * assumed.routesADay * assumed.peak) / DAY_SECONDS;
  return {
    diskBytes: people * measured.clickHouseBytes,
    shards,
    worstMs: (measured.clickHouseWorstMs * millions) / (shards * assumed.processors),
    busyProcessors: (questionsASecond * measured.clickHouseRouteMs * millions) / 1_000,
  };
}
