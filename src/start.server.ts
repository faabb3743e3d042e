import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { codeOf } from "#core/errors.ts";
import { calendarDay } from "#core/calendar.ts";
import { waitForPooler } from "#db/pooler.ts";
import { Pulse } from "#db/pulse.ts";
import { migrate } from "#db/migrate.ts";
import { haveTermStatistics } from "#db/term-statistics.ts";
import { waitForDatabase } from "#db/wait.ts";
import { allAfterResponseDone } from "#server/after-response.ts";
import type { Config } from "#server/config.ts";
import type { Services } from "#server/context.ts";
import { startJobs } from "#server/job-queue.ts";
import { Admission } from "#server/admission.ts";
import { followFullErrors, watchDisk } from "#server/disk-watch.ts";
import { createHttpServer } from "#server/listener.ts";
import { Limiter } from "#server/limiter.ts";
import type { Log } from "#server/log.ts";
import { openMetrics } from "#server/metrics.ts";
import { PageCache } from "#server/page-cache.ts";
import { setPasswordCost } from "#server/password.ts";
import { openPurgeChannel } from "#server/purge-channel.ts";
import { settleCounters } from "#server/rate-limit.ts";
import { openSecret } from "#server/secret.ts";
import { LONG_IDLE_MS, trackConnections } from "#server/stop-serving.ts";
import { createApp, type RenderPage } from "./app.server.ts";
import { openDatabases } from "./databases.server.ts";
import { openGauges } from "./gauges.server.ts";
import { openWork } from "./jobs.server.ts";
import { openPictures } from "./pictures.server.ts";
import { openPaths } from "./paths.server.ts";
import { reactions } from "./reactions.server.ts";

export type RunningApp = {
  /** The real port; the setting may be 0. */
  port: number;
  services: Services;
  /**
   * Stops: not ready at once, no new connections after `DRAIN_SECONDS`, up to ten seconds for running requests, then
   * the pool closes. With `isReplaced` it stays ready, because another process answers at the same port.
   */
  stop: (options?: { isReplaced: boolean }) => Promise<void>;
};

type StartOptions = {
  config: Config;
  databaseUrl: string;
  log: Log;
  renderPage: RenderPage;
  clientFolder: string;
  say?: (line: string) => void;
  clock?: () => Date;
  random?: () => number;
  /** Fills an empty database before the first request; a feature of the wiring. */
  prepare?: (services: Services) => Promise<void>;
  /** The data directory of the embedded database; undefined for an external PostgreSQL, which watches its own disk. */
  diskOf?: string;
  /** Is the embedded server gone, so that nothing can have been changed since? */
  isServerDown?: () => boolean;
  /** Lets the development server see requests first. */
  wrap?: (server: Server) => void;
  /** False: background work is written down and left lying. */
  jobs?: boolean;
  /** The most seconds between two checks for jobs that something waits for. Default: as each worker says. */
  mostPoll?: number;
  /** The socket of the path engine of all processes. Default: an engine of this one alone. */
  pathEngine?: string;
  /** True: the path engine of this process alone starts at the first question, so the first answers say "not ready". */
  hasLazyPaths?: boolean;
  /** True: listens once the path engine can answer, or after a quarter of a minute. */
  waitsForPaths?: boolean;
  /** Ends the wait for a database that cannot be reached. */
  signal?: AbortSignal;
  /** The metrics of all processes. Default: those of this process. */
  readMetrics?: () => Promise<string>;
};

/**
 * The most connections that wait to be accepted. Without room, a client's system tries again only after one, three and
 * seven seconds, longer than any answer takes. 4096 is also the kernel's limit.
 */
const BACKLOG = 4_096;
/** A million pipelines are read in about ten seconds. ClickHouse may be away for longer, and a stop waits for a start. */
const MAX_PATHS_WAIT_MS = 15_000;
/** Milliseconds between two exchanges of counters with the other processes. */
const SETTLING = 1_000;

/** Waits for the database and the pooler, and brings the tables up to date. */
async function prepareDatabase({ config, databaseUrl, log, say, signal }: StartOptions): Promise<void> {
  const waiting = { seconds: config.databaseWaitSeconds, say: say ?? (() => {}), signal };
  await waitForDatabase(databaseUrl, waiting);
  await migrate(databaseUrl, say, undefined, {
    debug: (migration) => log.debug({ migration }, "migrating the database"),
  });
  if (config.poolUrl !== undefined) await waitForPooler(config.poolUrl, databaseUrl, waiting);
}

/** Remembers whether the database has demo people, as of the last look. */
function watchDemo(db: Services["db"]): { has: () => boolean; look: () => Promise<void> } {
  let hasDemo = false;
  return {
    has: () => hasDemo,
    look: async () => {
      const one = await db.selectFrom("profile").select("id").where("demo", "=", true).limit(1).executeTakeFirst();
      hasDemo = one !== undefined;
    },
  };
}

/** Starts the application: waits for its database, migrates it, and listens. */
export async function startApp(options: StartOptions): Promise<RunningApp> {
  const { config, log, databaseUrl } = options;
  setPasswordCost(config.passwordCost);
  await prepareDatabase(options);
  const fullErrors = followFullErrors(log);
  const pulse = new Pulse(
    (isHanging) =>
      log.warn(isHanging ? "the database does not answer: requests are refused" : "the database answers again"),
    fullErrors.note,
  );
  const databases = openDatabases({ config, databaseUrl, isEmbedded: options.diskOf !== undefined, pulse, log });
  const { db, lookups, publishing, replicas, journal } = databases;
  const demo = watchDemo(db);
  const cache = new PageCache();
  let isReady = false;
  let isLeaving = false;
  let isDatabaseAlive = (): boolean => false;
  const endDatabases = async (error: unknown): Promise<never> => {
    await databases.close();
    throw error;
  };
  const secret = await openSecret(db, config.secretFile).catch(endDatabases);
  const limiter = new Limiter(config.rateLimitFactor, (deltas) => settleCounters(db, secret, deltas));
  const pictures = await openPictures({ config, db, log }).catch(endDatabases);
  const disk = options.diskOf === undefined ? undefined : watchDisk(options.diskOf, log);
  const metrics = openMetrics();
  const services: Services = {
    config,
    secret,
    db,
    databaseUrl,
    lookups,
    replicas,
    publishing,
    log,
    metrics,
    readMetrics: options.readMetrics ?? (() => metrics.registry.metrics()),
    cache,
    limiter,
    pictures,
    reactions,
    clock: options.clock ?? (() => new Date()),
    random: options.random ?? Math.random,
    hasDemo: demo.has,
    ready: () => isReady,
    leaving: () => isLeaving,
    isDatabaseAlive: () => isDatabaseAlive(),
    isDiskFull: () => disk?.isFull() === true || fullErrors.isFull(),
    isShownFull: () => disk?.isFull() === true || fullErrors.isShown(),
  };
  await options.prepare?.(services).catch(endDatabases);
  // The first look-ups need them, and reading them takes a second while the app starts.
  void haveTermStatistics(lookups, "company");
  void haveTermStatistics(lookups, "school");
  await demo.look();
  const today = (): string => calendarDay(services.clock());
  const isFresh = (): boolean => cache.isFresh();
  const paths = await openPaths({
    config,
    db,
    databaseUrl,
    today,
    isFresh,
    engine: options.pathEngine,
    isLazy: options.hasLazyPaths ?? false,
    onRead: () => cache.clear(),
    log,
  });
  const admission = new Admission(config.rateLimitFactor);
  openGauges(services, { pools: databases.pools, paths, admission });
  cache.onPurge = (tags) => {
    journal?.changed();
    paths.changed(tags);
  };
  cache.onSwitch = (isOn) => paths.listening(isOn);
  // Commands that add or remove people beside a running app announce "everything".
  const channel = openPurgeChannel(databaseUrl, {
    cache,
    log,
    pulse,
    ...(journal === undefined ? {} : { journal }),
    ...(options.isServerDown === undefined ? {} : { isServerDown: options.isServerDown }),
    onMistrust: () => paths.reconnect(),
    onEverything: () => void demo.look().catch(() => {}),
  });
  isDatabaseAlive = () => channel.isAlive() && databases.isAlive();
  const app = createApp(services, options.renderPage, options.clientFolder, paths);
  const server = createHttpServer(services, admission, (request, env) => app.fetch(request, env));
  options.wrap?.(server);
  const connections = trackConnections(server);
  const run = options.jobs ?? true;
  const work = await openWork(services, { run });
  const workers = [...work.workers, ...paths.workers];
  const jobs = await startJobs(databaseUrl, services, workers, { run, mostPoll: options.mostPoll });
  // If several processes share the port, the first request can come as soon as this one listens.
  await channel.opened;
  if (options.waitsForPaths) await waitUntil(() => paths.isReady(), MAX_PATHS_WAIT_MS);
  isReady = true;
  await listen(server, config);
  const address = server.address();
  const settling = setInterval(() => void limiter.settle(), SETTLING);
  settling.unref();
  let stopping: Promise<void> | undefined;
  return {
    port: isAddressInfo(address) ? address.port : config.port,
    services,
    stop: ({ isReplaced } = { isReplaced: false }) => {
      stopping ??= (async () => {
        isLeaving = true;
        isReady = isReplaced;
        await setTimeout(config.drainSeconds * 1_000);
        clearInterval(settling);
        disk?.close();
        fullErrors.close();
        await connections.close(isReplaced ? LONG_IDLE_MS : undefined);
        await allAfterResponseDone();
        await jobs.stop();
        work.close();
        await limiter.settle();
        await channel.close();
        await paths.close();
        await databases.close();
      })();
      return stopping;
    },
  };
}

async function waitUntil(isTrue: () => boolean, milliseconds: number): Promise<void> {
  const ending = performance.now() + milliseconds;
  while (!isTrue() && performance.now() < ending) await setTimeout(20);
}

function isAddressInfo(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

/** What an operator can do; undefined for errors that say nothing of the settings. */
function sayNotListening(error: Error, { host, port }: Config): Error | undefined {
  const words: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken. Set PORT to another one.`,
    EACCES: `This user may not use port ${port}. Set PORT to one from 1024 on, with a proxy in front.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one that it has, or to 127.0.0.1.`,
    ENOTFOUND: `The name ${host} has no address. Set HOST to an address of this machine, or to 127.0.0.1.`,
  };
  const word = words[codeOf(error) ?? ""];
  return word === undefined ? undefined : new Error(word, { cause: error });
}

async function listen(server: Server, config: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      reject(sayNotListening(error, config) ?? error);
    });
    server.listen({ port: config.port, host: config.host, backlog: BACKLOG }, resolve);
  });
}
