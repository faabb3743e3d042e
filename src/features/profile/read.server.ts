import { sql, type RawBuilder } from "kysely";
import { AppError } from "#core/errors.ts";
import { isPublicId } from "#core/ids.ts";
import type { Reader } from "#db/connect.ts";
import type { StopRow } from "#features/pipeline/pure/experiences.ts";
import { readStopRows } from "#features/pipeline/read.server.ts";
import { toOwnProfile, toPublicProfile, type ProfileRow } from "./pure/projection.ts";
import type { OwnProfile, PublicProfile } from "./schema.ts";

const PROFILE_COLUMNS = sql`p.id, p.public_id, p.first_name, p.last_name, p.username, p.linkedin, p.location,
  p.visibility, p.created, p.suspended, p.show_months, p.hide_school, p.rev, p.school_text,
  s.public_id as school_public_id, s.name as school_name, s.country as school_country,
  i.public_id as picture_id`;
/** What stands beside a profile `p`. */
const PROFILE_JOINS = sql`left join school s on s.id = p.school_id left join picture i on i.profile_id = p.id`;

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

type Stored = { row: ProfileRow; stops: readonly StopRow[] };

/**
 * Kept answers that show this person to others: the own page, the companies' and the school's. None of what is kept
 * back: an answer that is suddenly made anew would show that somebody there has just saved.
 */
export function tagsOf({ row, stops }: Stored): string[] {
  if (!row.created || row.suspended || row.visibility === "private") return [];
  const tags = new Set<string>([`profile:${row.public_id}`]);
  for (const stop of stops) if (stop.company_id !== null && !stop.undisclosed) tags.add(`company:${stop.company_id}`);
  if (row.school_public_id !== null && !row.hide_school) tags.add(`school:${row.school_public_id}`);
  return [...tags];
}

/**
 * Kept answers that a write made out of date: where others saw the person before it or see them after it. None when
 * they see what they saw, whatever changed for the owner.
 * @param input.isCounted numbers changed with it; what lists companies by them is tagged `people`
 */
export function outdatedTags(
  before: Stored | undefined,
  after: Stored | undefined,
  input: { today: string; isCounted: boolean },
): string[] {
  const seen = (stored: Stored | undefined): string[] => (stored ? tagsOf(stored) : []);
  const shown = (stored: Stored | undefined): string =>
    stored && seen(stored).length > 0 ? JSON.stringify(toPublicProfile(stored.row, stored.stops, input.today)) : "";
  if (!input.isCounted && shown(before) === shown(after)) return [];
  return [...new Set([...seen(before), ...seen(after), ...(input.isCounted ? ["people"] : [])])];
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
