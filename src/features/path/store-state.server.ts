import type { ExpectedState } from "./store-write.server.ts";

/** What ClickHouse says about itself: the mark of its tables, and the last version that was written. */
export type ClickHouseState = { mark: string; version: number };

/** The tables in ClickHouse are older or newer than the database expects, or of another site. */
export class StoreDiffers extends Error {
  override name = "StoreDiffers";
}

/**
 * Does ClickHouse contain what the database has written? A version that was taken may be missing, because its write may
 * still run or have failed. A version that was confirmed must be there.
 */
export function isExpectedState(found: ClickHouseState | undefined, wanted: ExpectedState | undefined): boolean {
  if (found === undefined || wanted === undefined) return false;
  return found.mark === wanted.mark && found.version >= wanted.written && found.version <= wanted.version;
}
