import { vi } from "vitest";
import { calendarDay } from "#core/calendar.ts";
import { openDatabase } from "#db/connect.ts";
import { seedPeople } from "#db/seed/bulk.ts";
import { readCatalogue } from "#features/catalogue/read.server.ts";
import { loadCompanies } from "#features/catalogue/write.server.ts";
import { readSchoolCatalogue } from "#features/school/catalogue.server.ts";
import { loadSchools } from "#features/school/catalogue-write.server.ts";
import { refreshStats } from "#features/stats/refresh-write.server.ts";
import { ApiUser, createAppDatabase, type TestApp } from "./app.ts";
import type { TestDatabase } from "./postgres.ts";

/** A database with the catalogue and demo people whose dates end today, as `npm run seed` makes them. */
export async function createDemoDatabase(people: number, now: Date): Promise<TestDatabase> {
  const database = await createAppDatabase();
  const db = openDatabase(database.url, { statementTimeout: 0 });
  try {
    const catalogue = await readCatalogue();
    await loadCompanies(
      db,
      catalogue.map((company) => ({ ...company, logo: "" })),
    );
    await loadSchools(db, await readSchoolCatalogue());
    await seedPeople(db, database.url, {
      people,
      today: calendarDay(now),
      industries: new Map(catalogue.map(({ name, industry }) => [name, industry])),
      refresh: refreshStats,
    });
  } finally {
    await db.destroy();
  }
  return database;
}

/** Waits until the path engine of this application answers. */
export async function waitForPaths(app: Pick<TestApp, "url">): Promise<void> {
  await vi.waitFor(
    async () => {
      const { status } = await new ApiUser(app).call("GET", "/api/title");
      if (status !== 200) throw new Error(`The path engine answers ${status}.`);
    },
    { timeout: 60_000 },
  );
}
