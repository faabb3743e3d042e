import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadIfChanged } from "#db/catalogue-version.ts";
import { openDatabase } from "#db/connect.ts";
import { COMPANY_FILES } from "#features/catalogue/read.server.ts";
import { SCHOOLS_FILE } from "#features/school/catalogue.server.ts";
import { ApiUser, createAppDatabase, stop } from "#tests/helpers/app.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";
import { SeveralProcesses } from "#tests/helpers/processes-child.ts";

// Days are those of UTC, whatever clock the machine and its PostgreSQL are set to. Here two machines share a database.
// Their clocks are 22 to 26 hours apart, so at each moment one of them has another day than UTC.
const ZONES = ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"] as const;

let database: TestDatabase;
let folder = "";
const apps: SeveralProcesses[] = [];

/** A day of UTC. @param days from today */
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  [database, folder] = await Promise.all([createAppDatabase(), mkdtemp(join(tmpdir(), "pipelines-zones-"))]);
  const db = openDatabase(database.url, { max: 1 });
  // Marks the catalogue as loaded. No test here needs it, and loading it takes seconds.
  for (const files of [COMPANY_FILES, [SCHOOLS_FILE]]) await loadIfChanged(db, files, () => Promise.resolve());
  await sql`alter database ${sql.id(new URL(database.url).pathname.slice(1))} set timezone = 'Pacific/Kiritimati'`.execute(
    db,
  );
  await db.destroy();
  for (const TZ of ZONES) {
    const SECRET_FILE = join(folder, "secret");
    const app = new SeveralProcesses({ TZ, PROCESSES: "1", DATABASE_URL: database.url, SECRET_FILE });
    apps.push(app);
    if ((await app.start()) !== undefined) throw new Error(app.complaints);
  }
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await database.drop();
  await rm(folder, { recursive: true });
});

it("R20: dates are the same in every time zone, also at the edge of a day", async () => {
  const user = await new ApiUser(apps[1] ?? { url: "" }).signUp();
  const read = (path: string): Promise<string[]> =>
    Promise.all(apps.map(async ({ url }) => (await fetch(url + path)).text()));
  const answersOn = async (today: string): Promise<string[][]> => {
    const saved = await user.save({
      username: "travels",
      pipeline: [
        // A leap day, and days on which clocks in Los Angeles change.
        stop("Leap", "Clerk", "2020-02-29", "2021-03-14", 60),
        stop("Change", "Clerk", "2021-03-14", "2021-11-07", 80),
        stop("Ends today", "Clerk", "2022-01-01", today, 80),
        stop("Begins today", "Clerk", today, "current", 60),
        stop("Begins tomorrow", "Clerk", day(1), day(300), 60),
      ],
    });
    expect(saved.status, saved.text).toBe(200);
    const answers = await Promise.all(["/api/profile/get/travels", "/user/travels.data"].map(read));
    // A day that ends meanwhile changes answers.
    return day(0) === today ? answers : answersOn(day(0));
  };
  const [[profile = "", ...others] = [], [page = "", ...otherPages] = []] = await answersOn(day(0));
  for (const date of ["2020-02-29", "2021-03-14", "2021-11-07", day(0)]) expect(profile).toContain(date);
  expect(others).toEqual([profile, profile]);
  expect(page).toContain("Begins tomorrow");
  expect(otherPages).toEqual([page, page]);
});
