import { z } from "zod";
import { forgetOldFailures } from "#features/account/failure-write.server.ts";
import { forgetExpiredLinks } from "#features/account/link-write.server.ts";
import { forgetExpiredSessions } from "#features/account/write.server.ts";
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
    await forgetExpiredLinks({ db, now });
    await forgetOldFailures({ db, now });
  },
});

/** All background work of the application. */
export const WORKERS: readonly JobWorker[] = [housekeeping];
