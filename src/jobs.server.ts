import { z } from "zod";
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
  },
});

/** All background work of the application. */
export const WORKERS: readonly JobWorker[] = [housekeeping];
