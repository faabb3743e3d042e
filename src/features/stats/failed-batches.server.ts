import type { Services } from "#server/context.ts";
import { readFailedBatches } from "./read.server.ts";

/** How old the detail of /readyz may be, in milliseconds. */
const DETAIL_AGE_MS = 1_000;

/** The last known number of failed batches. Probes do not wait for the database, and many probes share one query. */
export function followFailedBatches(services: Pick<Services, "db">): () => number {
  let known = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - askedAt < DETAIL_AGE_MS) return known;
    askedAt = now;
    readFailedBatches(services.db).then(
      (failed) => (known = failed),
      () => {},
    );
    return known;
  };
}
