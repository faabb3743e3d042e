import { existsSync } from "node:fs";
import { z } from "zod";
import { HOUR_MS } from "#core/calendar.ts";
import type { Services } from "#server/context.ts";
import { jobWorker, type JobWorker } from "#server/jobs.ts";
import { ensureFolder, writeMarks } from "./folder.server.ts";
import { readLastBackup, readMarks } from "./read.server.ts";
import { makeBackup } from "./write.server.ts";

const QUARTER_HOUR_SECONDS = 900;
/** A turn of a quarter of an hour comes a little early or late; a backup a day stays one a day. */
const EARLY_MS = 450_000;
const MOST_SECONDS = 6 * 3_600;

/** Makes a backup if one is due. In between, updates the list of deletions and switches beside the backups. */
export async function keepBackups(
  services: Pick<Services, "db" | "secret" | "clock" | "config" | "databaseUrl" | "log" | "pictures">,
): Promise<void> {
  const { db, secret, clock, config, log, pictures } = services;
  if (config.backup.hours === 0) {
    // Backups that are made by another schedule need this list too.
    if (existsSync(config.backup.folder)) await writeMarks(config.backup.folder, await readMarks(db, secret));
    return;
  }
  const now = clock();
  const last = await readLastBackup(db);
  const age = last?.madeAt ? now.getTime() - last.madeAt.getTime() : Number.POSITIVE_INFINITY;
  // A backup of later than now was made while the clock was wrong. Who waits for that time has none for so long.
  if (age >= 0 && age < config.backup.hours * HOUR_MS - EARLY_MS) {
    ensureFolder(config.backup.folder);
    await writeMarks(config.backup.folder, await readMarks(db, secret));
    return;
  }
  const made = await makeBackup(
    { db, url: services.databaseUrl, secret, now, config, pictures },
    { passphrase: config.backup.passphrase },
  );
  await writeMarks(config.backup.folder, await readMarks(db, secret));
  log.info({ bytes: made.bytes, rows: made.rows }, "backup made");
  if (made.lost > 0) log.error({ pictures: made.lost }, "the backup lacks pictures that the store does not have");
}

export function backupWorker(): JobWorker {
  return jobWorker({
    name: "backup",
    data: z.object({}),
    every: QUARTER_HOUR_SECONDS,
    poll: 30,
    expire: MOST_SECONDS,
    retry: { limit: 2, most: 300 },
    run: keepBackups,
  });
}
