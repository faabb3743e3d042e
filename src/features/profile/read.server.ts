import { sql, type RawBuilder } from "kysely";
import { AppError } from "#core/errors.ts";
import { isPublicId } from "#core/ids.ts";
import type { Reader } from "#db/connect.ts";
import { pictureAddress } from "#features/picture/rules.ts";
import { readStopRows, toExperiences, type StopRow } from "#features/pipeline/read.server.ts";
import { headlineOf, headlineText } from "#features/pipeline/rules.ts";
import { schoolMark } from "#features/school/rules.ts";
import type { OwnProfile, PublicProfile, Visibility } from "./schema.ts";

/** What is stored of a person. Nothing outside this file turns it into something shown. */
export type ProfileRow = {
  id: number;
  public_id: string;
  first_name: string;
  last_name: string;
  username: string | null;
  linkedin: string;
  location: string;
  visibility: Visibility;
  created: boolean;
  suspended: boolean;
  show_months: boolean;
  hide_school: boolean;
  rev: number;
  school_text: string;
  school_public_id: string | null;
  school_name: string | null;
  school_country: string | null;
  picture_id: string | null;
};

const PROFILE_COLUMNS = sql`p.id, p.public_id, p.first_name, p.last_name, p.username, p.linkedin, p.location,
  p.visibility, p.created, p.suspended, p.show_months, p.hide_school, p.rev, p.school_text,
  s.public_id as school_public_id, s.name as school_name, s.country as school_country,
  i.public_id as picture_id`;
/** What stands beside a profile `p`. */
const PROFILE_JOINS = sql`left join school s on s.id = p.school_id left join picture i on i.profile_id = p.id`;

function schoolOf(row: ProfileRow): Pick<PublicProfile, "school" | "schoolName" | "schoolCountry" | "schoolLogo"> {
  const name = row.school_name ?? row.school_text;
  return {
    school: row.school_public_id ?? row.school_text,
    schoolName: name,
    schoolCountry: row.school_country ?? "",
    schoolLogo: name === "" ? "" : schoolMark(name),
  };
}

const NO_SCHOOL = { school: "", schoolName: "", schoolCountry: "", schoolLogo: "" };

/**
 * The one door through which a person's data leaves for other people: what is
 * not listed here does not leave. Anonymous people keep their stops, with
 * years unless they chose months, and the constants the screens show.
 */
export function toPublicProfile(row: ProfileRow, stops: readonly StopRow[], today: string): PublicProfile {
  const isPublic = row.visibility === "public";
  const dates = isPublic ? "day" : row.show_months ? "month" : "year";
  const pipeline = toExperiences(stops, { today, dates, isOwn: false });
  return {
    _id: row.public_id,
    firstName: isPublic ? row.first_name : "Anonymous",
    lastName: isPublic ? row.last_name : "",
    username: isPublic ? (row.username ?? "") : "Anonymous",
    linkedin: isPublic ? linkedinAddress(row.linkedin) : "Anonymous",
    location: isPublic ? row.location : "Somewhere",
    pfp: isPublic ? pictureAddress(row.picture_id) : "",
    anonymous: !isPublic,
    visibility: isPublic ? "public" : "anonymous",
    created: row.created,
    ...(row.hide_school ? NO_SCHOOL : schoolOf(row)),
    headline: headlineText(headlineOf(pipeline)),
    datePrecision: dates === "year" ? "year" : "month",
    pipeline,
    ...BRAND,
  };
}

/** A mark of the type alone; nothing of it travels. */
const BRAND = {} as { readonly __public: true };

/** Everything of the own profile, ratings and exact dates included; for its owner alone. */
export function toOwnProfile(row: ProfileRow, stops: readonly StopRow[], today: string): OwnProfile {
  const pipeline = toExperiences(stops, { today, dates: "day", isOwn: true });
  return {
    _id: row.public_id,
    firstName: row.first_name,
    lastName: row.last_name,
    username: row.username ?? "",
    linkedin: linkedinAddress(row.linkedin),
    location: row.location,
    pfp: pictureAddress(row.picture_id),
    anonymous: row.visibility !== "public",
    visibility: row.visibility,
    created: row.created,
    ...schoolOf(row),
    headline: headlineText(headlineOf(pipeline)),
    datePrecision: "month",
    showMonths: row.show_months,
    hideSchool: row.hide_school,
    rev: row.rev,
    pipeline,
  };
}

function linkedinAddress(handle: string): string {
  return handle === "" ? "" : `https://linkedin.com/in/${handle}`;
}

async function readRows(db: Reader, where: ReturnType<typeof sql>): Promise<ProfileRow[]> {
  const { rows } = await sql<ProfileRow>`
    select ${PROFILE_COLUMNS} from profile p ${PROFILE_JOINS} where ${where}`.execute(db);
  return rows;
}

/** The stored profile of an internal key, with its stops; undefined when it is gone. */
export async function readStoredProfile(
  db: Reader,
  profileKey: number,
): Promise<{ row: ProfileRow; stops: StopRow[] } | undefined> {
  const [row] = await readRows(db, sql`p.id = ${profileKey}`);
  if (!row) return undefined;
  const stops = await readStopRows(db, [profileKey]);
  return { row, stops: stops.get(profileKey) ?? [] };
}

/** Cached answers that show this person: own pages, the companies' and the schools'. */
export function tagsOf(stored: { row: ProfileRow; stops: readonly StopRow[] }): string[] {
  const tags = new Set<string>([`profile:${stored.row.public_id}`, "people"]);
  for (const stop of stored.stops) if (stop.company_id !== null) tags.add(`company:${stop.company_id}`);
  if (stored.row.school_public_id !== null) tags.add(`school:${stored.row.school_public_id}`);
  return [...tags];
}

/**
 * Refuses a change of a profile that is not the caller's.
 * @throws AppError not-yours where somebody can be seen, else profile-not-found as for nobody
 */
export async function refuseForeign(db: Reader, viewer: { profileId: string }, profileId: string): Promise<void> {
  if (profileId === viewer.profileId) return;
  const other = isPublicId(profileId)
    ? await db
        .selectFrom("profile")
        .select("id")
        .where("public_id", "=", profileId)
        .where("created", "=", true)
        .where("visibility", "<>", "private")
        .where("suspended", "=", false)
        .executeTakeFirst()
    : undefined;
  throw new AppError(other ? "not-yours" : "profile-not-found");
}

type OwnerOf = { profileKey: number } | undefined;

export async function readOwnProfile(
  db: Reader,
  input: { viewer: { profileKey: number }; today: string },
): Promise<OwnProfile | undefined> {
  const stored = await readStoredProfile(db, input.viewer.profileKey);
  return stored && toOwnProfile(stored.row, stored.stops, input.today);
}

/**
 * The profile at an id or a public person's username. The owner gets the own
 * data unmasked; everybody else only listed people. Two queries at most.
 */
export async function readProfilePage(
  db: Reader,
  input: { idOrUsername: string; viewer: OwnerOf; today: string },
): Promise<{ profile: PublicProfile | OwnProfile; isOwner: boolean } | undefined> {
  const text = input.idOrUsername;
  if (text.length > 64) return undefined;
  const rows = isPublicId(text)
    ? await readRows(db, sql`p.public_id = ${text}`)
    : await readRows(db, sql`lower(p.username) = ${text.toLowerCase()}`);
  const row = rows[0];
  if (!row) return undefined;
  const isOwner = input.viewer?.profileKey === row.id;
  if (!isOwner && (!row.created || row.visibility === "private" || row.suspended)) return undefined;
  if (!isOwner && row.visibility !== "public" && !isPublicId(text)) return undefined;
  const stops = (await readStopRows(db, [row.id])).get(row.id) ?? [];
  return isOwner
    ? { profile: toOwnProfile(row, stops, input.today), isOwner }
    : { profile: toPublicProfile(row, stops, input.today), isOwner };
}

/** Public projections of these people in the order given; two queries. Private and unsaved people are left out. */
export async function readCards(db: Reader, profileKeys: readonly number[], today: string): Promise<PublicProfile[]> {
  if (profileKeys.length === 0) return [];
  const [rows, stops] = await Promise.all([
    readRows(db, sql`p.id = any(${profileKeys}::bigint[]) and p.listed`),
    readStopRows(db, profileKeys),
  ]);
  const byKey = new Map(rows.map((row) => [row.id, row]));
  return profileKeys.flatMap((key) => {
    const row = byKey.get(key);
    return row ? [toPublicProfile(row, stops.get(key) ?? [], today)] : [];
  });
}

/**
 * One page of a list of people in their random order, two queries.
 * @param people rows `l` with profile_id and sort_key, ending in a condition: `entry l where …`
 * @param input.page its number, for pages; `after` a cursor instead, for clients that walk the whole list
 */
export async function readCardPage(
  db: Reader,
  people: RawBuilder<unknown>,
  input: { today: string } & ({ after: string | undefined } | { page: number }),
): Promise<{ cards: PublicProfile[]; after: string | undefined }> {
  // Pages before it are passed over in the index alone.
  const start =
    "page" in input
      ? sql`l.sort_key >= (
          select l.sort_key from ${people} order by l.sort_key offset ${(input.page - 1) * CARDS_A_PAGE} limit 1)`
      : sql`l.sort_key > ${readCursor(input.after)}`;
  const { rows } = await sql<ProfileRow & { sort_key: number }>`
    select ${PROFILE_COLUMNS}, l.sort_key from (
      select l.profile_id, l.sort_key from ${people} and ${start}
      order by l.sort_key limit ${CARDS_A_PAGE + 1}
    ) l
    join profile p on p.id = l.profile_id and p.listed
    ${PROFILE_JOINS}
    order by l.sort_key`.execute(db);
  const { shown, after } = pageOf(rows, CARDS_A_PAGE);
  const stops = await readStopRows(
    db,
    shown.map((row) => row.id),
  );
  return { cards: shown.map((row) => toPublicProfile(row, stops.get(row.id) ?? [], input.today)), after };
}

/** Names for the look-up of usernames: public people only, in order of the name, 100 a page. */
export async function readUsernames(
  db: Reader,
  input: { username: string | undefined; after: string | undefined },
): Promise<{ _id: string; username: string }[]> {
  let query = db
    .selectFrom("profile")
    .select(["public_id as _id", sql<string>`username`.as("username")])
    .where("visibility", "=", "public")
    .where("created", "=", true)
    .where("suspended", "=", false)
    .where("username", "is not", null)
    .orderBy(sql`lower(username)`)
    .limit(100);
  if (input.username !== undefined) query = query.where(sql`lower(username)`, "=", input.username.toLowerCase());
  if (input.after !== undefined) query = query.where(sql`lower(username)`, ">", input.after.toLowerCase());
  return query.execute();
}

export const CARDS_A_PAGE = 24;

/** A cursor of a list in sort-key order; opaque to clients, no key of ours in it. */
export function readCursor(after: string | undefined): number {
  return after !== undefined && /^[0-9a-z]{1,10}$/.test(after) ? Number.parseInt(after, 36) : -1;
}

/** One page of a list read with one row more than it shows. */
export function pageOf<Row extends { sort_key: number }>(
  rows: readonly Row[],
  size: number,
): { shown: Row[]; after: string | undefined } {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { shown, after: rows.length > size && last ? last.sort_key.toString(36) : undefined };
}
