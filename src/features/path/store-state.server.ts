import type { Wanted } from "./store-write.server.ts";

/** What ClickHouse says about itself: the mark of its tables, and the last version that was written. */
export type Found = { mark: string; version: number };

/** The tables in ClickHouse are not the ones that the database knows: older, newer, or others. */
export class StoreDiffers extends Error {
  override name = "StoreDiffers";
}

/**
 * Does ClickHouse hold what the database has filled? It may not have everything that was taken, because a write may be
 * under way or may have failed; but it has everything that was confirmed.
 */
export function holds(found: Found | undefined, wanted: Wanted | undefined): boolean {
  if (found === undefined || wanted === undefined) return false;
  return found.mark === wanted.mark && found.version >= wanted.written && found.version <= wanted.version;
}
