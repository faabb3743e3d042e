import type { Reader } from "#db/connect.ts";
import { askForPage, readTitles } from "#features/path/read.server.ts";
import { readCompaniesWithPeople, readSchoolsWithPeople } from "#features/stats/read.server.ts";
import { MIN_PEOPLE } from "#features/stats/rules.ts";

/** Limit of one file by sitemaps.org. */
const SITEMAP_SIZE = 50_000;

const PAGES = [
  "/",
  "/search",
  "/discover",
  "/compare",
  "/paths",
  "/like-me",
  "/signup",
  "/login",
  "/suggestions",
  "/data",
  "/api/docs",
];

/** One file for each first digit of people's ids. Ids are random, so a file does not show who came when. */
const DIGITS = "0123456789abcdef";

/** Names of the sitemap's files. */
export const SITEMAP_PARTS: readonly string[] = [
  "pages",
  "companies",
  "schools",
  "titles",
  ...Array.from(DIGITS, (digit) => `people-${digit}`),
];

/**
 * The paths in one file of the sitemap, without the host; undefined for an unknown file. Anonymous, private, suspended
 * and demo people are left out, and so are dates of changes: both would reveal who has just changed something.
 */
export async function readSitemapPart(
  db: Reader,
  part: string,
  paths: Parameters<typeof askForPage>[0],
): Promise<string[] | "not-ready" | undefined> {
  if (part === "pages") return PAGES;
  if (part === "companies") {
    const ids = await readCompaniesWithPeople(db, SITEMAP_SIZE);
    return ids.map((id) => `/company/${id}`);
  }
  if (part === "schools") {
    const ids = await readSchoolsWithPeople(db, SITEMAP_SIZE);
    return ids.map((id) => `/school/${id}`);
  }
  if (part === "titles") {
    const found = await askForPage(paths, readTitles);
    if (found === "not-ready") return found;
    // Pages of titles with fewer people are left out, because they show little.
    return found.titles.flatMap(({ slug, people }) =>
      people === null || people < MIN_PEOPLE ? [] : [`/title/${slug}`],
    );
  }
  const digit = /^people-([0-9a-f])$/.exec(part)?.[1];
  if (digit === undefined) return undefined;
  const rows = await db
    .selectFrom("profile")
    .select("public_id")
    .where("listed", "=", true)
    .where("visibility", "=", "public")
    .where("demo", "=", false)
    .where("public_id", ">=", digit.padEnd(24, "0"))
    .where("public_id", "<=", digit.padEnd(24, "f"))
    .orderBy("public_id")
    .limit(SITEMAP_SIZE)
    .execute();
  return rows.map((row) => `/user/${row.public_id}`);
}
