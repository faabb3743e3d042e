import { z } from "zod";
import { reasonOf } from "#core/errors.ts";
import type { Database } from "#db/connect.ts";
import { fromPool, openPool } from "#db/connect.ts";
import { mixRows } from "#db/mix-rows.ts";
import { deleteExpiredLinks } from "#features/account/link-write.server.ts";
import { deleteOldChallenges } from "#features/passkey/challenge-write.server.ts";
import { backupWorker } from "#features/backup/schedule-write.server.ts";
import { deleteExpiredSessions } from "#features/session/write.server.ts";
import { deleteExpiredTickets } from "#features/network/ticket-write.server.ts";
import { deleteExpiredAdminSessions } from "#features/admin/session-write.server.ts";
import { deleteOldEntries, emptyOldOrigins } from "#features/audit/write.server.ts";
import { deleteExpiredGrants } from "#features/early-access/write.server.ts";
import { weeklyEmailsWorker } from "#features/follow/weekly-emails-write.server.ts";
import { broadcastWorker } from "#features/mail/broadcast-write.server.ts";
import { mailHousekeepingWorker } from "#features/mail/housekeeping-write.server.ts";
import { mailWorker } from "#features/mail/send-write.server.ts";
import { forgetAllUnnamed } from "#features/catalogue/forget-write.server.ts";
import { readOwnersConfirmedIn, readUnsettledOwners } from "#features/account/read.server.ts";
import { publishHidden } from "#features/stats/publish-write.server.ts";
import { noteOutcome } from "#features/stats/queue-write.server.ts";
import { WAITS, type Waits } from "#features/stats/rules.ts";
import { picturesWorker } from "#features/picture/housekeeping-write.server.ts";
import { deleteUnconfirmed } from "#features/newsletter/write.server.ts";
import { queueByRules } from "#features/report/rules-write.server.ts";
import { deleteOldReports } from "#features/report/write.server.ts";
import { forwardWorker } from "#features/suggestion/forward-write.server.ts";
import type { Services } from "#server/context.ts";
import { deleteOldMarks } from "#server/forgotten.ts";
import { jobWorker, TryLater, type JobWorker } from "#server/jobs.ts";
import { deleteOldFailures } from "#server/login-failures.ts";
import { deleteOldCounters } from "#server/rate-limit.ts";
import { yieldToRequests } from "#server/yield-to-pages.ts";
import { weeklyWorker } from "./weekly-worker.server.ts";

export { countFollowed, dumpOpenData } from "./weekly.server.ts";

const HOUR = 3_600;
const MINUTE = 60;

/** Hourly jobs: they delete expired data. Each runs separately, so that a failure does not stop the others. */
const HOUSEKEEPING: readonly ((ctx: { db: Database; now: Date }) => Promise<void>)[] = [
  deleteOldCounters,
  deleteExpiredSessions,
  deleteExpiredTickets,
  deleteExpiredLinks,
  deleteOldFailures,
  deleteOldChallenges,
  deleteExpiredAdminSessions,
  deleteUnconfirmed,
  deleteExpiredGrants,
  emptyOldOrigins,
  deleteOldEntries,
  deleteOldReports,
  forgetAllUnnamed,
  deleteOldMarks,
];

/** Deletes expired rows. @throws Error that names the steps which failed; the job is tried again */
export async function keepHouse({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const failed: string[] = [];
  for (const step of HOUSEKEEPING) {
    try {
      await step({ db, now: clock() });
    } catch (error) {
      failed.push(`${step.name}: ${reasonOf(error)}`);
    }
  }
  if (failed.length > 0) throw new Error(failed.join("; "));
}

const housekeeping = jobWorker({ name: "housekeeping", data: z.object({}), every: HOUR, poll: 30, run: keepHouse });

/**
 * The report rules. A job of its own, because it looks at all pipelines: a try that fails goes on where it was, and
 * does not repeat the housekeeping.
 */
const reportRules = jobWorker({
  name: "report-rules",
  data: z.object({}),
  every: HOUR,
  poll: 30,
  expire: HOUR,
  // Over connections that leave the processor to requests: a run takes some seconds of it.
  run: ({ publishing, clock }, _data, { signal }) => queueByRules({ db: publishing, now: clock() }, { signal }),
});

/** Of this process. After a restart, rows of large tables may be moved once more in the same night. */
const nights = new Map<string, string>();

/** Puts the rows of profiles in an order that does not follow sign-ups, also where they are stored. */
const mixing = jobWorker({
  name: "mix-rows",
  data: z.object({}),
  every: 15 * MINUTE,
  poll: 30,
  // A large site's tables take minutes.
  expire: HOUR,
  run: async ({ databaseUrl, clock }, _data, { signal }) => {
    // Connections of their own, because those of requests give up a statement after a few seconds.
    const pool = openPool(databaseUrl, { applicationName: "pipelines-mixing", statementTimeout: 0, max: 2 });
    const db = fromPool(yieldToRequests(pool));
    try {
      await mixRows(db, clock(), { nights, signal });
    } finally {
      await db.destroy();
    }
  },
});

const openData = weeklyWorker("open-data", ({ config, hasDemo }) => {
  const { baseUrl, dataLicence } = config;
  return { name: "open-data", config: { baseUrl, dataLicence }, hasDemo: hasDemo() };
});

const followed = weeklyWorker("weekly-news", () => ({ name: "weekly-news" }));

const WORKERS: readonly JobWorker[] = [
  housekeeping,
  reportRules,
  mixing,
  openData,
  followed,
  weeklyEmailsWorker(),
  forwardWorker(),
  backupWorker(),
  picturesWorker(),
];

/** A batch leaves the rest to the next one before the queue takes the job away. */
const BATCH_MS = 240_000;

/**
 * Publishes the numbers of hidden people and of ratings.
 * @param waits other times than those of the rules
 * @returns whether nothing was left for the next batch
 */
export async function publishBatch(
  services: Pick<Services, "config" | "db" | "publishing" | "secret" | "clock" | "cache">,
  waits: Partial<Waits> = {},
): Promise<boolean> {
  const { config, db, publishing, secret, clock } = services;
  const [now, all, ending] = [clock(), { ...WAITS, ...waits }, performance.now() + BATCH_MS];
  try {
    const { tags, isDone } = await publishHidden(
      publishing,
      {
        unsettled: () => readUnsettledOwners(db, secret, new Date(now.getTime() - all.account)),
        confirmedIn: (times) => readOwnersConfirmedIn(db, secret, times),
      },
      {
        now,
        waits: all,
        k: config.kHidden,
        minRaters: config.minRaters,
        until: () => performance.now() > ending,
      },
    );
    services.cache.purge(tags);
    await noteOutcome(db, undefined);
    return isDone;
  } catch (error) {
    await noteOutcome(db, error).catch(() => {});
    throw error;
  }
}

function batchWorker(minutes: number): JobWorker {
  return jobWorker({
    name: "publish-hidden",
    data: z.object({}),
    every: minutes * 60,
    poll: 30,
    run: async (services) => {
      if (!(await publishBatch(services))) throw new TryLater();
    },
  });
}

/**
 * The app's background work, and how to close it. A process that does not run it connects to no mail server, and does
 * not load what speaks with one.
 * @throws Error for an unusable mail setting
 */
export async function openWork(
  services: Pick<Services, "config">,
  { run } = { run: true },
): Promise<{ workers: readonly JobWorker[]; close: () => void }> {
  const { smtpUrl, from } = services.config.mail;
  const transport =
    smtpUrl === undefined || !run ? undefined : (await import("#external/mail.ts")).openMailTransport(smtpUrl, from);
  const mail = [mailWorker(transport), broadcastWorker(), mailHousekeepingWorker()];
  return { workers: [...WORKERS, batchWorker(services.config.batchMinutes), ...mail], close: () => transport?.close() };
}
