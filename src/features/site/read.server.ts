import type { Reader } from "#db/connect.ts";
import { readCompaniesWithPeople, readSchoolsWithPeople } from "#features/tally/read.server.ts";

/** Addresses of one sitemap file at most; the protocol's own bound (sitemaps.org). */
export const SITEMAP_SIZE = 50_000;

/** Pages that are there whatever the database holds. */
const PAGES = ["/", "/search", "/discover", "/signup", "/login", "/suggestions", "/api/docs"];

/** People are shared out by the first digit of their random id, which says nothing of age. */
const DIGITS = "0123456789abcdef";

/** Names of the sitemap's files. */
export const SITEMAP_PARTS: readonly string[] = [
  "pages",
  "companies",
  "schools",
  ...Array.from(DIGITS, (digit) => `people-${digit}`),
];

/**
 * Paths of one file of the sitemap, without the host; undefined for a name
 * that is none. Nobody who is anonymous, private, suspended or invented is in
 * it, and no date of a change: both would tell who has just done what.
 */
export async function readSitemapPart(db: Reader, part: string): Promise<string[] | undefined> {
  if (part === "pages") return PAGES;
  if (part === "companies") {
    const ids = await readCompaniesWithPeople(db, SITEMAP_SIZE);
    return ids.map((id) => `/company/${id}`);
  }
  if (part === "schools") {
    const ids = await readSchoolsWithPeople(db, SITEMAP_SIZE);
    return ids.map((id) => `/school/${id}`);
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
