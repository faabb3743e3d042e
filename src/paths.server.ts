import { z } from "zod";
import type { Database } from "#db/connect.ts";
import { readCompanyNamesOf } from "#features/catalogue/read.server.ts";
import { PathService } from "#features/path/paths.server.ts";
import { deleteStoreState } from "#features/path/store-write.server.ts";
import type { Paths, Questions } from "#features/path/pure/calls.ts";
import type { FromEngine, RunningEngine, ToEngine } from "#features/path/running/messages.ts";
import { readVisibleProfiles } from "#features/profile/read.server.ts";
import { readShownPages } from "#features/path/verify.server.ts";
import { readAllIds, readListedIds } from "#features/profile/visible.server.ts";
import { readSchoolNamesOf } from "#features/school/read.server.ts";
import type { Config } from "#server/config.ts";
import { jobWorker, TryLater, type JobWorker } from "#server/jobs.ts";
import type { Log } from "#server/log.ts";
import { connectPrivately } from "#server/private-folder.ts";
import { SocketPort } from "#server/socket-port.ts";
import { growingPauses } from "./child-processes.ts";
import { PathChild } from "./path-child.server.ts";

/** The engine of the paths, whichever it is. */
type RunningPaths = Paths & {
  waiting: () => number;
  changed: (tags: readonly string[]) => void;
  listening: (isOn: boolean) => void;
  reconnect: () => void;
  close: () => Promise<void>;
  /** The memory of the engine's process, where this process has started it; undefined before it has told. */
  bytes?: () => number | undefined;
  /** Background work of its own. */
  workers: readonly JobWorker[];
};

type Options = {
  config: Config;
  db: Database;
  databaseUrl: string;
  today: () => string;
  isFresh: () => boolean;
  /** The socket of the engine of all processes; undefined for one of this process alone. */
  engine: string | undefined;
  /** Starts the engine, or connects, at the first question. */
  isLazy: boolean;
  /** Called when an engine in memory has read everything. */
  onRead: () => void;
  log: Log;
};

/** Seconds between two turns of the job that fills ClickHouse and keeps it up to date. */
const TURN = 5;

/** Opens the engine in memory, or the one in ClickHouse where the settings name one. */
export async function openPaths(options: Options): Promise<RunningPaths> {
  return options.config.paths === undefined
    ? await openInMemory(options)
    : await openClickHouse(options, options.config.paths);
}

async function openInMemory(options: Options): Promise<RunningPaths> {
  const { db, databaseUrl, engine, today, isFresh, isLazy, onRead, log } = options;
  await deleteStoreState(db);
  if (engine !== undefined) {
    const start = (day: string): RunningEngine => connectTo(engine, day);
    return Object.assign(new PathService({ start, today, log, isFresh, isLazy, onRead }), { workers: [] });
  }
  let child: PathChild | undefined;
  const start = (day: string): RunningEngine => (child = new PathChild({ databaseUrl, today: day, log }));
  const bytes = (): number | undefined => child?.bytes;
  const service = new PathService({ start, pause: growingPauses(), today, log, isFresh, isLazy, onRead });
  return Object.assign(service, { workers: [], bytes });
}

/** What is sent before the connection is open waits for it. */
function connectTo(address: string, today: string): SocketPort<FromEngine, ToEngine> {
  const port = new SocketPort<FromEngine, ToEngine>(connectPrivately(address));
  port.postMessage({ kind: "today", date: today });
  return port;
}

const namesIn = (db: Database) => (what: "company" | "school", ids: readonly string[]) =>
  what === "company" ? readCompanyNamesOf(db, ids) : readSchoolNamesOf(db, ids);

const visibleIn = (db: Database) => ({
  some: (ids: readonly string[], day: string) => readVisibleProfiles(db, ids, day),
  idsAfter: (key: number, most: number) => readListedIds(db, key, most),
});

/**
 * Compares ClickHouse with everybody's page as a visitor sees it, hidden people included, also while the site runs.
 * @throws Error if ClickHouse is away, or is not filled
 */
export async function verifyClickHouse(
  paths: NonNullable<Config["paths"]>,
  { db, today }: { db: Database; today: string },
): Promise<Questions["verify"]["answer"]> {
  let reason = "it is not filled yet";
  const { openStore } = await import("#features/path/store-open.server.ts");
  const store = openStore(paths, {
    db,
    namesOf: namesIn(db),
    visible: visibleIn(db),
    shown: {
      some: (ids, day) => readShownPages(db, ids, day),
      idsAfter: (key, most) => readAllIds(db, key, most),
    },
    today: () => today,
    isFresh: () => true,
    log: { info: () => {}, warn: (fields) => (reason = JSON.stringify(fields)) },
  });
  try {
    if (!(await store.refresh())) throw new Error(`ClickHouse cannot be compared: ${reason}.`);
    return await store.ask("verify", null);
  } finally {
    await store.close();
  }
}

async function openClickHouse(
  { db, today, isFresh, log }: Options,
  paths: NonNullable<Config["paths"]>,
): Promise<RunningPaths> {
  const { openStore } = await import("#features/path/store-open.server.ts");
  const store = openStore(paths, {
    db,
    namesOf: namesIn(db),
    visible: visibleIn(db),
    today,
    isFresh,
    log,
  });
  void store.refresh();
  const worker = jobWorker({
    name: "paths-in-clickhouse",
    data: z.object({}),
    every: TURN,
    poll: 1,
    run: async () => {
      try {
        await store.work();
      } catch {
        // The store has told why.
        throw new TryLater();
      }
    },
  });
  // The store reads by the app's connections.
  return Object.assign(store, { workers: [worker], reconnect: () => {} });
}
