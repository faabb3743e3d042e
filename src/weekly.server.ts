import { calendarDay } from "#core/calendar.ts";
import { countWeek } from "#features/follow/batch-write.server.ts";
import { FEEDS_TAG } from "#features/follow/rules.ts";
import { makeDump } from "#features/open-data/write.server.ts";
import { streamVisibleProfiles } from "#features/profile/visible.server.ts";
import type { Services } from "#server/context.ts";

type Context = Pick<Services, "db" | "clock">;
export type DumpSettings = Pick<Services["config"], "baseUrl" | "dataLicence">;

/** Writes the open-data files as of today. */
export async function dumpOpenData({
  db,
  clock,
  config,
  hasDemo,
}: Context & Pick<Services, "hasDemo"> & { config: DumpSettings }): Promise<void> {
  const day = calendarDay(clock());
  const { baseUrl, dataLicence: licence } = config;
  await makeDump(db, { day, baseUrl, licence, isInvented: hasDemo() }, () => streamVisibleProfiles(db, day));
}

/** Makes the weekly counts for e-mails and feeds. */
export async function countFollowed({
  db,
  clock,
  cache,
}: Context & { cache: Pick<Services["cache"], "purge"> }): Promise<void> {
  const now = clock();
  const isCounted = await countWeek({ db, now }, () => streamVisibleProfiles(db, calendarDay(now)));
  if (isCounted) cache.purge([FEEDS_TAG]);
}
