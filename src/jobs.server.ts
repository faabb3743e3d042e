import { z } from "zod";
import { forgetOldFailures } from "#features/account/failure-write.server.ts";
import { forgetExpiredLinks } from "#features/account/link-write.server.ts";
import { forgetPasskeyChallenges } from "#features/account/passkey-challenge-write.server.ts";
import { forgetExpiredSessions } from "#features/account/write.server.ts";
import { forgetExpiredNetwork } from "#features/network/ticket-write.server.ts";
import { forgetAdminSessions } from "#features/admin/session-write.server.ts";
import { emptyOldOrigins } from "#features/audit/write.server.ts";
import { forgetExpiredGrants } from "#features/early-access/write.server.ts";
import { openMailTransport } from "#external/mail.ts";
import { broadcastWorker } from "#features/mail/broadcast-write.server.ts";
import { mailCareWorker } from "#features/mail/care-write.server.ts";
import { mailWorker } from "#features/mail/send-write.server.ts";
import { forgetAllUnnamed } from "#features/company/forget-write.server.ts";
import { readSettledOwners } from "#features/account/read.server.ts";
import { publishHidden } from "#features/tally/publish-write.server.ts";
import { WAITS, type Waits } from "#features/tally/rules.ts";
import { forgetUnconfirmed } from "#features/newsletter/write.server.ts";
import { forwardWorker } from "#features/suggestion/forward-write.server.ts";
import type { Services } from "#server/context.ts";
import { jobWorker, type JobWorker } from "#server/jobs.ts";
import { forgetOldLimits } from "#server/rate-limit.ts";

const HOUR = 3_600;

/** What is over is forgotten. */
const housekeeping = jobWorker({
  name: "housekeeping",
  data: z.object({}),
  every: HOUR,
  poll: 30,
  run: async ({ db, clock }) => {
    const now = clock();
    await forgetOldLimits(db, now);
    await forgetExpiredSessions({ db, now });
    await forgetExpiredNetwork({ db, now });
    await forgetExpiredLinks({ db, now });
    await forgetOldFailures({ db, now });
    await forgetPasskeyChallenges({ db, now });
    await forgetAdminSessions({ db, now });
    await forgetUnconfirmed({ db, now });
    await forgetExpiredGrants({ db, now });
    await emptyOldOrigins({ db, now });
  },
});

const WORKERS: readonly JobWorker[] = [housekeeping, forwardWorker()];

/**
 * Publishes what is counted of hidden people and of ratings, and forgets the names that nobody's stop has any more.
 * @param waits other times than those of the rules
 */
export async function publishBatch(services: Services, waits: Partial<Waits> = {}): Promise<void> {
  const { config, db, secret, clock } = services;
  const [now, all] = [clock(), { ...WAITS, ...waits }];
  await forgetAllUnnamed(db);
  const settled = await readSettledOwners(db, secret, new Date(now.getTime() - all.account));
  const tags = await publishHidden(db, { settled, now, waits: all, k: config.kHidden, minRaters: config.minRaters });
  services.cache.purge(tags);
}

function batchWorker(minutes: number): JobWorker {
  return jobWorker({
    name: "publish-hidden",
    data: z.object({}),
    every: minutes * 60,
    poll: 30,
    run: (services) => publishBatch(services),
  });
}

/**
 * All background work of the application, and what closes its connections.
 * @throws Error for a mail setting that cannot be used
 */
export function openWork(services: Pick<Services, "config">): { workers: readonly JobWorker[]; close: () => void } {
  const { smtpUrl, from } = services.config.mail;
  const transport = smtpUrl === undefined ? undefined : openMailTransport(smtpUrl, from);
  const mail = [mailWorker(transport), broadcastWorker(), mailCareWorker()];
  return { workers: [...WORKERS, batchWorker(services.config.batchMinutes), ...mail], close: () => transport?.close() };
}
