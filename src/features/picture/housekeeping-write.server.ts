import { z } from "zod";
import type { Services } from "#server/context.ts";
import { jobWorker, type JobWorker } from "#server/jobs.ts";
import { deleteFiles } from "./file-write.server.ts";
import { moveToStore } from "./move-write.server.ts";

const MINUTE_SECONDS = 60;
/** Milliseconds of work in one turn. The rest is left for the next turn. */
const TURN_MS = 45_000;

/** Deletes files that nobody needs, then moves pictures that are still in the database. */
export async function tidyPictureStore({ db, pictures }: Pick<Services, "db" | "pictures">): Promise<void> {
  if (!pictures) return;
  const ending = performance.now() + TURN_MS;
  const until = (): boolean => performance.now() > ending;
  await deleteFiles({ db, pictures }, until);
  await moveToStore({ db, pictures }, { until });
}

export function picturesWorker(): JobWorker {
  return jobWorker({
    name: "pictures",
    data: z.object({}),
    every: MINUTE_SECONDS,
    poll: 30,
    retry: { limit: 2, most: MINUTE_SECONDS },
    run: tidyPictureStore,
  });
}
