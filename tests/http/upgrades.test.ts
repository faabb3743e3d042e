import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { reactions } from "#app/reactions.server.ts";
import { dumpDatabase } from "#db/backup-dump.ts";
import { NO_MARKS, readBackupHead } from "#db/backup-file.ts";
import { openDatabase } from "#db/connect.ts";
import { migrate, migrationNames } from "#db/migrate.ts";
import { restoreInto } from "#features/backup/restore-write.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { startTestApp } from "#tests/helpers/app.ts";
import { NOBODYS } from "#tests/helpers/nobodys-backup.ts";
import { queryOnce } from "#tests/helpers/old-database.ts";
import { createTestDatabase } from "#tests/helpers/postgres.ts";

/** One file for each version of the database, with the same few people; see tests/helpers/make-versions.ts. */
const FOLDER = new URL("../fixtures/versions/", import.meta.url);
const files = readdirSync(FOLDER).toSorted();
const ctx = { now: new Date("2026-11-15T12:00:00Z"), today: "2026-11-15", reactions };

const KEPT = {
  account: "select email, email_verified_at from account order by 1",
  profile: "select public_id, username, first_name, visibility, created, stops from profile order by 1",
  stops: `select p.public_id as person, c.name, s.company_name, r.title, r.start_date::text, r.end_date::text, r.rating
    from stop s join profile p on p.id = s.profile_id join role r on r.stop_id = s.id
    left join company c on c.id = s.company_id order by 1, 2, 4, 5`,
  newsletter: "select email, confirmed_at from newsletter_subscriber order by 1",
  suggestion: "select type, text from suggestion order by 2",
  admin: "select email from admin order by 1",
};

async function upgraded<Found>(file: string, look: (url: string) => Promise<Found>): Promise<Found> {
  const database = await createTestDatabase();
  const secret = Buffer.alloc(32, 1);
  try {
    await restoreInto({
      url: database.url,
      file: new URL(file, FOLDER).pathname,
      marks: NO_MARKS,
      secret,
      ctx,
      say: () => {},
    });
    return await look(database.url);
  } finally {
    await database.drop();
  }
}

async function readKept(url: string): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [name, statement] of Object.entries(KEPT)) found[name] = (await queryOnce(url, statement)).rows;
  return found;
}

describe("the data of an earlier version", () => {
  test("is there of each version since people could save, from its own tables", async () => {
    expect(files.length).toBeGreaterThan(12);
    const newest = (await migrationNames()).at(-1)?.replace(/\.sql$/, ".backup");
    expect(files.at(-1), "run npx node tests/helpers/make-versions.ts after a new migration").toBe(newest);
    const notes = readFileSync("docs/upgrading.md", "utf8");
    for (const file of files) {
      // A note is missing for a version from which nobody had data to bring: it is the first.
      if (file !== files[0])
        expect(notes, `docs/upgrading.md has no row for ${file}`).toContain(`| ${file.slice(0, 4)} `);
      const { migrations } = await readBackupHead(new URL(file, FOLDER).pathname);
      expect(migrations).toContain(file.replace(/\.backup$/, ".sql"));
    }
  });

  test("of the newest version has the tables and columns that today's migrations make", async () => {
    const [database, folder] = [await createTestDatabase(), await mkdtemp(join(tmpdir(), "pipelines-version-"))];
    try {
      await migrate(database.url);
      const { head } = await dumpDatabase(database.url, join(folder, "made-now"), NOBODYS);
      const { tables } = await readBackupHead(new URL(files.at(-1) ?? "", FOLDER).pathname);
      const advice = "the migration was edited: delete its file, then run npx node tests/helpers/make-versions.ts";
      expect(tables, advice).toEqual(head.tables);
    } finally {
      await database.drop();
      await rm(folder, { recursive: true });
    }
  });

  test("is the same in today's tables, whichever version it comes from", { timeout: 240_000 }, async () => {
    const [first = "", ...others] = files;
    const before = await upgraded(first, readKept);
    for (const [name, rows] of Object.entries(before)) expect(rows, name).not.toHaveLength(0);
    for (const file of others) expect(await upgraded(file, readKept), file).toEqual(before);
  });

  test.each([files[0] ?? "", files.at(-1) ?? ""])(
    "from %s on runs, and its counts equal their recount",
    async (file) => {
      await upgraded(file, async (url) => {
        const db = openDatabase(url, { max: 1 });
        expect(await findDifferences(db)).toEqual([]);
        await db.destroy();
        const done = await queryOnce<{ name: string }>(url, "select name from migration");
        expect(done.rows.map(({ name }) => name)).toEqual(expect.arrayContaining(await migrationNames()));
        const app = await startTestApp({ databaseUrl: url });
        expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
        await app.stop();
      });
    },
  );
});
