import { calendarDay } from "#core/calendar.ts";
import { loadIfChanged } from "#db/catalogue-version.ts";
import { openDatabase, type Database } from "#db/connect.ts";
import { seedDemoIfEmpty } from "#db/seed/load.ts";
import { COMPANY_FILES, readCatalogue, readListedCompanies } from "#features/catalogue/read.server.ts";
import { loadCompanies } from "#features/catalogue/write.server.ts";
import { readFaces } from "#features/picture/faces.server.ts";
import { readSchoolCatalogue, SCHOOLS_FILE } from "#features/school/catalogue.server.ts";
import { loadSchools } from "#features/school/catalogue-write.server.ts";
import { refreshStats } from "#features/stats/refresh-write.server.ts";
import type { Services } from "#server/context.ts";

const DEMO_PEOPLE = 600;

/** Loads what a new database lacks: the catalogue, and demo people if there is nobody. */
export async function prepareDatabase(services: Services, say: (line: string) => void): Promise<void> {
  // A connection of its own, because those of requests give up a statement after seconds, too soon for small machines.
  const db = openDatabase(services.databaseUrl, {
    applicationName: "pipelines-prepare",
    statementTimeout: 0,
    max: 4,
    mayBeReadOnly: true,
  });
  try {
    await fill(db, services, say);
  } finally {
    await db.destroy();
  }
}

async function fill(db: Database, services: Services, say: (line: string) => void): Promise<void> {
  await loadIfChanged(db, COMPANY_FILES, async () => {
    const { added, changed } = await loadCompanies(db, await readListedCompanies(), say);
    say(`Companies: ${added} added, ${changed} changed.`);
  });
  await loadIfChanged(db, [SCHOOLS_FILE], async () => {
    const { added, kept } = await loadSchools(db, await readSchoolCatalogue());
    say(`Schools: ${added} added, ${kept} kept.`);
  });
  if (services.config.demo === "off") return;
  const people = await seedDemoIfEmpty(db, {
    people: DEMO_PEOPLE,
    today: calendarDay(services.clock()),
    industries: new Map((await readCatalogue()).map((row) => [row.name, row.industry])),
    faces: await readFaces(),
    refresh: refreshStats,
  });
  if (people > 0) say(`Demo people: ${people} invented ones to look around with; "npm run demo:remove" removes them.`);
}
