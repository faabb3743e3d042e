import { sql } from "kysely";
import { escapeLike, foldText } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";
import { decideSchool, placeKeysOf, type Holder } from "./pure/decide-school.ts";
import { readingsOf } from "./pure/school-readings.ts";
import { isOldName } from "./pure/old-names.ts";
import { countryCodeOf, shortName } from "./rows.ts";

/** Longer texts are no school's name. */
const MAX_TEXT = 200;
/** The most keys to look up for a text, and the most rows they may return. */
const MAX_KEYS = 120;
const MAX_HOLDERS = 300;

type FoundSchool = { id: number; public_id: string; name: string; country: string; country_code: string };
type HolderRow = FoundSchool & { domains: string[]; key: string; kind: Holder<unknown>["kind"] };

/** Names of countries as people write them beside a school. */
const SHORT_COUNTRIES: ReadonlyMap<string, string> = new Map([
  ["usa", "US"],
  ["u.s.a", "US"],
  ["us", "US"],
  ["uk", "GB"],
  ["england", "GB"],
  ["scotland", "GB"],
  ["wales", "GB"],
  ["uae", "AE"],
  ["deutschland", "DE"],
  ["espana", "ES"],
  ["italia", "IT"],
  ["brasil", "BR"],
  ["schweiz", "CH"],
  ["suisse", "CH"],
  ["osterreich", "AT"],
  ["belgique", "BE"],
  ["nederland", "NL"],
  ["sverige", "SE"],
  ["danmark", "DK"],
  ["norge", "NO"],
  ["polska", "PL"],
]);

function countryOfText(text: string): string {
  const folded = foldText(text).replace(/\.$/u, "");
  return SHORT_COUNTRIES.get(folded) ?? (folded.length > 3 ? countryCodeOf(folded) : "");
}

/**
 * The school that a written text names, and other schools it may mean, best first. Two limited look-ups by whole keys.
 * @param text a school as people write it in a résumé
 */
export async function matchSchool(
  db: Reader,
  text: string,
): Promise<{ sure: FoundSchool | undefined; offers: FoundSchool[] }> {
  if (text.length > MAX_TEXT) return { sure: undefined, offers: [] };
  const readings = readingsOf(text, (part) => countryOfText(part) !== "");
  const all = readings.flatMap(({ keys }) => keys).slice(0, MAX_KEYS);
  const keys = [...new Set([...all, ...placeKeysOf(all)])];
  if (keys.length === 0) return { sure: undefined, offers: [] };
  const { rows } = await sql<HolderRow>`
    select s.id, s.public_id, s.name, s.country, s.country_code, s.domains, n.key, n.kind
    from school_name n join school s on s.id = n.school_id
    where n.key = any(${keys}::text[]) order by s.known desc, s.id limit ${MAX_HOLDERS}`.execute(db);
  const holders = rows.map((row): Holder<HolderRow> => ({
    school: row,
    id: row.id,
    countryCode: row.country_code,
    key: row.key,
    kind: row.kind,
    isAddress: row.domains.some((domain) => shortName(domain) === row.key),
    isOld: row.kind === "alias" && isOldName(row.key, row.name),
  }));
  const countries = text
    .split(/[,;|/()]|\s[-–—]\s/u)
    .slice(1)
    .map(countryOfText)
    .filter((code) => code !== "");
  const { sure, unless, offers } = decideSchool(readings, holders, countries);
  const isShared = sure !== undefined && unless !== undefined && (await othersBegin(db, unless, sure.id));
  return { sure: isShared ? undefined : sure?.school, offers: offers.map(({ school }) => school) };
}

/** Does another school's name begin with these words? Then the text may mean one of its campuses. */
async function othersBegin(db: Reader, key: string, except: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from school_name where key like ${`${escapeLike(key)} %`} and school_id <> ${except} limit 1`.execute(db);
  return rows.length > 0;
}
