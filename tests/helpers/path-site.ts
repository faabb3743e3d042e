import { vi } from "vitest";
import { calendarDay } from "#core/calendar.ts";
import { seedPeople } from "#db/seed/bulk.ts";
import { readCatalogue } from "#features/catalogue/read.server.ts";
import { loadCompanies } from "#features/catalogue/write.server.ts";
import { readSchoolCatalogue } from "#features/school/catalogue.server.ts";
import { loadSchools } from "#features/school/catalogue-write.server.ts";
import { refreshStats } from "#features/stats/refresh-write.server.ts";
import { ApiUser, createAppDatabase, type TestApp } from "./app.ts";
import { withoutTimeLimit } from "./own-database.ts";
import { CATALOGUE, type TestDatabase } from "./postgres.ts";
import { createFilledDatabase } from "./ready-database.ts";

const loadCatalogue = (url: string): Promise<void> =>
  withoutTimeLimit(url, async (db) => {
    const companies = await readCatalogue();
    await loadCompanies(
      db,
      companies.map((company) => ({ ...company, logo: "" })),
    );
    await loadSchools(db, await readSchoolCatalogue());
  });

/** A database with the catalogue and demo people whose dates end today, as `npm run seed` makes them. */
export async function createDemoDatabase(people: number, now: Date): Promise<TestDatabase> {
  const database = await createFilledDatabase(CATALOGUE, createAppDatabase, loadCatalogue);
  const industries = new Map((await readCatalogue()).map(({ name, industry }) => [name, industry]));
  await withoutTimeLimit(database.url, (db) =>
    seedPeople(db, database.url, { people, today: calendarDay(now), industries, refresh: refreshStats }),
  );
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
