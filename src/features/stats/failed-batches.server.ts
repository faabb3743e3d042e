import type { Services } from "#server/context.ts";
import { readFailedBatches } from "./read.server.ts";

/** How old in milliseconds may be what /readyz says beside its status. */
const DETAIL_AGE = 1_000;

/** Batches that failed, as far as known: no probe waits for the database, and however many come ask it once. */
export function followFailedBatches(services: Pick<Services, "db">): () => number {
  let known = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - askedAt < DETAIL_AGE) return known;
    askedAt = now;
    readFailedBatches(services.db).then(
      (failed) => (known = failed),
      () => {},
    );
    return known;
  };
}
