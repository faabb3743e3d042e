import { readFileSync } from "node:fs";
import { mkdir, statfs } from "node:fs/promises";
import { sql } from "kysely";
import { fieldsOf } from "#core/fields.ts";
import type { Database } from "#db/connect.ts";
import { readLastBackup } from "#features/backup/read.server.ts";
import type { Config } from "#server/config.ts";
import { JOB_SCHEMA } from "#server/jobs.ts";
import { findTroubles } from "./rules.ts";
import type { InstallationState, JobState, Overview } from "./schema.ts";

/** `isFull` comes from the running app. A command beside it has only the numbers. */
type Context = { db: Database; config: Config; now: Date; isFull?: boolean };

const VERSION = versionIn(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));

function versionIn(manifest: string): string {
  const { version } = fieldsOf(JSON.parse(manifest));
  return typeof version === "string" ? version : "";
}

/** Reads the state of the installation by a few small queries, none over people's tables. */
export async function readState({ db, config, now, isFull = false }: Context): Promise<InstallationState> {
  const [database, disk, last, mail, { since, jobs }] = await Promise.all([
    readDatabase(db, config),
    readDisk(config.dataDir),
    readLastBackup(db),
    readMail(db, now),
    readJobs(db),
  ]);
  const batch = jobs.find(({ name }) => name === "publish-hidden");
  return {
    version: VERSION,
    database,
    disk: { ...disk, full: isFull },
    backup: {
      hours: config.backup.hours,
      lastMade: last?.madeAt?.toISOString() ?? "",
      bytes: last?.bytes ?? 0,
      failure: last?.failure ?? "",
    },
    batch: { minutes: config.batchMinutes, lastDone: batch?.lastDone ?? "" },
    mail: { hasServer: config.mail.smtpUrl !== undefined, ...mail },
    jobs,
    earlyAccess: config.earlyAccess,
    since,
  };
}

export async function readOverview(ctx: Context): Promise<Overview> {
  const state = await readState(ctx);
  return { ...state, troubles: findTroubles(state, ctx.now) };
}

async function readDatabase(db: Database, config: Config): Promise<InstallationState["database"]> {
  const asked = Date.now();
  const { rows } = await sql<{ version: string; bytes: number; at: Date; lag: number | null }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      clock_timestamp() as at,
      (select max(extract(epoch from replay_lag))::float8 from pg_stat_replication) as lag`.execute(db);
  const [row] = rows;
  // The answer was made between question and answer: half of the time is the best guess.
  const skew = row ? (row.at.getTime() - (asked + Date.now()) / 2) / 1_000 : 0;
  return {
    kind: config.databaseUrl === undefined ? "embedded" : "other",
    version: row?.version.split(" ")[0] ?? "",
    bytes: row?.bytes ?? 0,
    skew: Math.round(skew * 10) / 10,
    lag: row?.lag ?? null,
  };
}

/** The space on the disk of DATA_DIR. An external PostgreSQL watches its own disk. */
async function readDisk(folder: string): Promise<Omit<InstallationState["disk"], "full">> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

async function readMail(db: Database, now: Date): Promise<Omit<InstallationState["mail"], "hasServer">> {
  const { rows } = await sql<{ waiting: number; dead: number; oldest: Date | null }>`
    select count(*) filter (where state in ('queued', 'sending')) as waiting,
      count(*) filter (where state = 'failed') as dead,
      min(created_at) filter (where state in ('queued', 'sending')) as oldest
    from mail where state in ('queued', 'sending', 'failed')`.execute(db);
  const [row] = rows;
  return { waiting: row?.waiting ?? 0, dead: row?.dead ?? 0, oldest: secondsSince(row?.oldest, now) };
}

async function readJobs(db: Database): Promise<{ since: string; jobs: JobState[] }> {
  const { rows: there } = await sql<{
    is: boolean;
  }>`select to_regclass(${`${JOB_SCHEMA}.job`}) is not null as is`.execute(db);
  if (there[0]?.is !== true) return { since: "", jobs: [] };
  const { rows } = await sql<{
    name: string;
    waiting: number;
    active: number;
    dead: number;
    oldest: number;
    last: Date | null;
    made: Date;
  }>`select q.name, q.created_on as made, count(j.id) filter (where j.state in ('created', 'retry') and j.start_after <= now()) as waiting,
      count(j.id) filter (where j.state = 'active') as active, count(j.id) filter (where j.state = 'failed') as dead,
      coalesce(extract(epoch from now() - min(j.start_after) filter
        (where j.state in ('created', 'retry') and j.start_after <= now())), 0)::integer as oldest,
      max(j.completed_on) filter (where j.state = 'completed') as last
    from ${sql.table(`${JOB_SCHEMA}.queue`)} q left join ${sql.table(`${JOB_SCHEMA}.job`)} j on j.name = q.name
    group by q.name, q.created_on order by q.name`.execute(db);
  const since = rows.map(({ made }) => made.toISOString()).toSorted()[0] ?? "";
  return {
    since,
    jobs: rows.map(({ last, made: _, ...counts }) => ({ ...counts, lastDone: last?.toISOString() ?? "" })),
  };
}

function secondsSince(at: Date | null | undefined, now: Date): number {
  return at ? Math.max(0, Math.round((now.getTime() - at.getTime()) / 1_000)) : 0;
}
