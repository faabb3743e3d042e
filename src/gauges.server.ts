import type { Pool } from "pg";
import { Gauge, type Registry } from "prom-client";
import { readState } from "#features/overview/state.server.ts";
import type { InstallationState } from "#features/overview/schema.ts";
import type { PathService } from "#features/path/paths.server.ts";
import type { Admission } from "#server/admission.ts";
import type { Services } from "#server/context.ts";
import type { ReplicaState } from "#server/replicas.ts";

/** One look at the database serves all gauges of a scrape, and several collectors that come at once. */
const FRESH_MS = 5_000;
/** A collector gives up after ten seconds; a database that hangs must not take the other numbers along. */
const PATIENCE_MS = 2_000;

/** How the values of several processes are combined. */
type Aggregator = "sum" | "min" | "max";
type Sample = { labels?: Record<string, string>; value: number };

type ReadSamples = () => Promise<Sample[]> | Sample[];
type AddGauge = (
  name: string,
  help: string,
  read: ReadSamples,
  more?: { labels?: string[]; aggregator?: Aggregator },
) => void;
type ReadState = () => Promise<InstallationState | undefined>;
type WatchedPaths = Pick<PathService, "isReady" | "waiting"> & { bytes?: () => number | undefined };

/**
 * Gauges for /metrics: pools, database, disk, jobs, mails, backups, the path engine. They are read at each request. No
 * label contains an id or a person's name.
 */
export function openGauges(
  services: Services,
  watched: {
    pools: Readonly<Record<string, Pool>>;
    paths: WatchedPaths;
    admission: Pick<Admission, "state">;
  },
): void {
  const { metrics, cache } = services;
  const state = keepFresh(services);
  const gauge: AddGauge = (name, help, read, { labels = [], aggregator = "sum" } = {}) =>
    addGauge(metrics.registry, { name, help, labels, read, aggregator });

  addDatabase(gauge, state, watched.pools);
  addReplicas(gauge, () => services.replicas?.state() ?? []);
  addQueues(gauge, watched.admission);
  gauge("page_cache_entries", "Answers kept in memory", () => [{ value: cache.size }]);
  gauge(
    "page_cache_on",
    "1 where kept answers may be given: changes elsewhere are heard of",
    () => [{ value: cache.isFresh() ? 1 : 0 }],
    { aggregator: "min" },
  );
  addPathEngine(gauge, watched.paths);
  gauge(
    "disk_full",
    "1 where nothing can be saved because a disk is full",
    () => [{ value: services.isShownFull() ? 1 : 0 }],
    { aggregator: "max" },
  );
  addInstallation(gauge, state);
}

function addDatabase(gauge: AddGauge, state: ReadState, pools: Readonly<Record<string, Pool>>): void {
  gauge(
    "database_up",
    "1 where the database answers within two seconds",
    async () => [{ value: (await state()) === undefined ? 0 : 1 }],
    { aggregator: "min" },
  );
  gauge(
    "database_connections",
    "Connections by pool: total, idle, and requests that wait for one",
    () =>
      Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]) =>
        Object.entries({ total: totalCount, idle: idleCount, waiting: waitingCount }).map(([is, value]) => ({
          labels: { pool, state: is },
          value,
        })),
      ),
    { labels: ["pool", "state"] },
  );
}

function addReplicas(gauge: AddGauge, replicas: () => readonly ReplicaState[]): void {
  const byReplica = (name: string, help: string, of: (state: ReplicaState) => number | undefined): void =>
    gauge(
      name,
      help,
      () =>
        replicas().flatMap((replica) => {
          const value = of(replica);
          return value === undefined ? [] : [{ labels: { replica: replica.name }, value }];
        }),
      { labels: ["replica"], aggregator: "max" },
    );
  byReplica(
    "replica_lag_seconds",
    "Seconds that a replica is behind the primary; absent if it is away",
    ({ lag }) => lag,
  );
  byReplica("replica_used", "1 where a replica is close enough to be read", ({ trouble }) =>
    trouble === undefined ? 1 : 0,
  );
}

function addQueues(gauge: AddGauge, admission: Pick<Admission, "state">): void {
  const byQueue = (
    name: string,
    help: string,
    of: (queue: ReturnType<Admission["state"]>[number]) => number,
    aggregator: Aggregator = "sum",
  ): void =>
    gauge(name, help, () => admission.state().map((one) => ({ labels: { line: one.queue }, value: of(one) })), {
      labels: ["line"],
      aggregator,
    });
  byQueue("requests_waiting", "Requests that wait in each line to be let in", ({ waiting }) => waiting);
  byQueue("requests_inside", "Requests that are being worked on, by line", ({ running }) => running);
  byQueue("requests_oldest_seconds", "How long the first of each line has waited", ({ oldest }) => oldest, "max");
}

function addPathEngine(gauge: AddGauge, paths: WatchedPaths): void {
  gauge("path_engine_ready", "1 where the path engine answers", () => [{ value: paths.isReady() ? 1 : 0 }], {
    aggregator: "min",
  });
  gauge("path_engine_waiting", "Questions that wait for the path engine", () => [{ value: paths.waiting() }]);
  const { bytes } = paths;
  // Undefined where all processes share one engine: the supervisor reports the memory of that one.
  if (bytes)
    gauge("path_engine_resident_memory_bytes", "Memory of the path engine's process", () => {
      const value = bytes();
      return value === undefined ? [] : [{ value }];
    });
}

/** What is the same for all processes: version, database, disk, backups, batches, e-mails, jobs. */
function addInstallation(gauge: AddGauge, state: ReadState): void {
  const ofState = (name: string, help: string, read: (known: InstallationState) => Sample[], labels?: string[]): void =>
    gauge(name, help, async () => whereKnown(await state(), read), { labels: labels ?? [], aggregator: "max" });
  ofState("app_info", "The program's version", ({ version }) => [{ labels: { version }, value: 1 }], ["version"]);
  ofState("database_size_bytes", "Size of the database", ({ database }) => [{ value: database.bytes }]);
  ofState("database_clock_skew_seconds", "The database's clock less the program's", ({ database }) => [
    { value: database.skew },
  ]);
  ofState("replication_lag_seconds", "Of the slowest standby; absent without one", ({ database }) =>
    database.lag === null ? [] : [{ value: database.lag }],
  );
  ofState("disk_free_bytes", "Free bytes on the disk of DATA_DIR", ({ disk }) => [{ value: disk.free }]);
  ofState("disk_size_bytes", "Size of the disk of DATA_DIR", ({ disk }) => [{ value: disk.size }]);
  ofState("backup_interval_seconds", "Seconds between two scheduled backups; 0 without a schedule", ({ backup }) => [
    { value: backup.hours * 3_600 },
  ]);
  ofState(
    "backup_last_success_timestamp_seconds",
    "When the last whole backup was made; 0 without one",
    ({ backup }) => [{ value: toSeconds(backup.lastMade) }],
  );
  ofState("backup_failed", "1 where the last try to make a backup failed", ({ backup }) => [
    { value: backup.failure === "" ? 0 : 1 },
  ]);
  ofState("batch_interval_seconds", "Seconds between two publications of numbers", ({ batch }) => [
    { value: batch.minutes * 60 },
  ]);
  ofState("batch_last_timestamp_seconds", "When numbers were last published; 0 where nothing is known", ({ batch }) => [
    { value: toSeconds(batch.lastDone) },
  ]);
  ofState("mails_waiting", "E-mails in the queue", ({ mail }) => [{ value: mail.waiting }]);
  ofState("mails_oldest_seconds", "How long the oldest of them has waited", ({ mail }) => [
    { value: mail.hasServer ? mail.oldest : 0 },
  ]);
  ofState("mails_dead", "E-mails of the last 30 days that could not be sent", ({ mail }) => [{ value: mail.dead }]);
  const byJob = (name: string, help: string, of: (job: InstallationState["jobs"][number]) => number): void =>
    ofState(name, help, ({ jobs }) => jobs.map((job) => ({ labels: { job: job.name }, value: of(job) })), ["job"]);
  byJob("jobs_waiting", "Jobs that could begin and have not", ({ waiting }) => waiting);
  byJob("jobs_active", "Jobs that are being done", ({ active }) => active);
  byJob("jobs_dead", "Jobs that were given up, while the queue keeps them", ({ dead }) => dead);
  byJob("jobs_oldest_seconds", "How long the oldest waiting job has waited", ({ oldest }) => oldest);
  byJob("job_last_done_timestamp_seconds", "When one was last done; 0 where nothing is known", ({ lastDone }) =>
    toSeconds(lastDone),
  );
}

function whereKnown(known: InstallationState | undefined, read: (state: InstallationState) => Sample[]): Sample[] {
  return known === undefined ? [] : read(known);
}

function addGauge(
  registry: Registry,
  given: {
    name: string;
    help: string;
    labels: string[];
    read: ReadSamples;
    aggregator: Aggregator;
  },
): void {
  const { name, help, labels, read, aggregator } = given;
  const gauge = new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [],
    aggregator,
    async collect() {
      this.reset();
      // A gauge without labels is 0 after a reset. Remove it, because an unknown value is not 0.
      if (labels.length === 0) this.remove();
      for (const { labels: of = {}, value } of await read()) this.set(of, value);
    },
  });
  registry.registerMetric(gauge);
}

function toSeconds(at: string): number {
  return at === "" ? 0 : Date.parse(at) / 1_000;
}

/** The state, at most five seconds old; undefined while the database does not answer. */
function keepFresh(services: Services): ReadState {
  let asked: Promise<InstallationState | undefined> | undefined;
  let until = 0;
  return () => {
    if (asked === undefined || performance.now() > until) {
      until = performance.now() + FRESH_MS;
      const { db, config, clock } = services;
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS, undefined).unref());
      asked = Promise.race([readState({ db, config, now: clock() }).catch(() => undefined), late]);
    }
    return asked;
  };
}
