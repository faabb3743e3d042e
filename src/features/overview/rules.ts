import { HOUR_MS } from "#core/calendar.ts";
import type { InstallationState, Overview } from "./schema.ts";

type Trouble = Overview["troubles"][number];

/** A mail or a job that waits longer than this is not merely next in line. */
const STUCK_SECONDS = 1_800;
/** Sessions and links count in minutes: clocks may not differ by many seconds. */
const MOST_SKEW = 30;
const MOST_LAG = 60;

function age(at: string, now: Date): number {
  return at === "" ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(at);
}

/**
 * The problems of an installation, the worst first, each with what to do. The alerts in deploy/prometheus check the
 * same from outside.
 */
export function findTroubles(state: InstallationState, now: Date): Trouble[] {
  const { backup, batch, database, disk, mail } = state;
  const free = disk.size === 0 ? 1 : disk.free / disk.size;
  const troubles: (Trouble | false)[] = [
    disk.full && {
      what: "The disk is full: nothing can be saved, and jobs wait.",
      todo: "Make room on the disk of the database. Everything goes on by itself when there is space.",
    },
    !disk.full &&
      free < 0.15 && {
        what: `The disk is ${Math.round((1 - free) * 100)} % full.`,
        todo: "Make room, or move DATA_DIR to a larger disk. When it is full nothing can be saved.",
      },
    backup.failure !== "" && {
      what: `The last backup failed: ${backup.failure}`,
      todo: "Mend the cause and run npm run backup.",
    },
    backup.hours > 0 &&
      backup.failure === "" &&
      age(backup.lastMade || state.since, now) > (2 * backup.hours + 1) * HOUR_MS && {
        what: backup.lastMade === "" ? "There is no backup yet." : "The last backup is older than it should be.",
        todo: "Run npm run backup and look for “a job failed” in the log.",
      },
    backup.hours === 0 &&
      age(backup.lastMade, now) > 7 * 24 * HOUR_MS && {
        what: backup.lastMade === "" ? "There is no backup." : "The last backup is older than a week.",
        todo: "Set BACKUP_HOURS=24, or run npm run backup by a timer of your own.",
      },
    // No app has run yet while there are no jobs. `since` is when this one started: before its first batch, none is late.
    state.jobs.length > 0 &&
      age(batch.lastDone || state.since, now) > 3 * batch.minutes * 60_000 && {
        what: "Numbers about hidden people were not published in time.",
        todo: "Look for “a job failed” with publish-hidden in the log. After a start the first batch takes a few minutes.",
      },
    ...state.jobs
      .filter(({ oldest }) => oldest > STUCK_SECONDS)
      .map(({ name, waiting }) => ({
        what: `${waiting} jobs of the kind ${name} wait for more than half an hour.`,
        todo: "Look for “a job failed” with that name in the log, and whether the app has a free connection.",
      })),
    mail.hasServer &&
      mail.oldest > STUCK_SECONDS && {
        what: `${mail.waiting} e-mails wait for more than half an hour.`,
        todo: "Run npm run doctor: it tries the mail server.",
      },
    mail.dead > 0 && {
      what: `${mail.dead} e-mails could not be sent in the last 30 days.`,
      todo: "The Emails tab says why.",
    },
    Math.abs(database.skew) > MOST_SKEW && {
      what: `The clocks of the database and of this machine differ by ${Math.round(Math.abs(database.skew))} seconds.`,
      todo: "Let both follow a time server (timedatectl set-ntp true).",
    },
    (database.lag ?? 0) > MOST_LAG && {
      what: `The standby is ${Math.round(database.lag ?? 0)} seconds behind.`,
      todo: "See pg_stat_replication on the database, and the standby's log.",
    },
  ];
  return troubles.filter((trouble) => trouble !== false);
}
