import { sql, type RawBuilder } from "kysely";
import { MOST_TYPED_PAGE, type RequestedPage, type PageEnds } from "#core/paging.ts";
import { isPublicId } from "#core/ids.ts";
import type { SharedAs } from "#core/share-level.ts";
import type { Reader } from "#db/connect.ts";
import type { ProfileRow } from "#core/stored-profile.ts";
import { readRoleRows, ROLES_OF_PROFILE, rolesOf, type RolesOfProfile } from "#features/pipeline/read.server.ts";
import { sharedView, toOwnProfile, toPublicProfile } from "./pure/projection.ts";
import { PROFILE_COLUMNS, PROFILE_JOINS, readProfileRows, readStoredProfile } from "./stored.server.ts";
import type { OwnProfile, PublicProfile } from "./schema.ts";

type OwnerOf = { profileKey: number } | undefined;

export async function readOwnProfile(
  db: Reader,
  input: { viewer: { profileKey: number }; today: string },
): Promise<OwnProfile | undefined> {
  const stored = await readStoredProfile(db, input.viewer.profileKey);
  return stored && toOwnProfile(stored.row, stored.roles, input.today);
}

/** A profile by id or public username; all data for its owner, listed people for others. Two queries at most. */
export async function readProfilePage(
  db: Reader,
  input: { idOrUsername: string; viewer: OwnerOf; today: string },
): Promise<{ profile: PublicProfile; isOwner: false } | { profile: OwnProfile; isOwner: true } | undefined> {
  const text = input.idOrUsername;
  if (text.length > 64) return undefined;
  const rows = isPublicId(text)
    ? await readProfileRows(db, sql`p.public_id = ${text}`)
    : await readProfileRows(db, sql`lower(p.username) = ${text.toLowerCase()}`);
  const row = rows[0];
  if (!row) return undefined;
  const isOwner = input.viewer?.profileKey === row.id;
  if (!isOwner && (!row.created || row.visibility === "private" || row.suspended)) return undefined;
  if (!isOwner && row.visibility !== "public" && !isPublicId(text)) return undefined;
  const stops = (await readRoleRows(db, [row.id])).get(row.id) ?? [];
  return isOwner
    ? { profile: toOwnProfile(row, stops, input.today), isOwner: true }
    : { profile: toPublicProfile(row, stops, input.today), isOwner: false };
}

type CardRow = ProfileRow & { roles: RolesOfProfile };

/** The columns of people with their roles: one statement costs less than two, and less than both their rows. */
const CARD_COLUMNS = sql`${PROFILE_COLUMNS}, ${ROLES_OF_PROFILE} as roles`;

async function readListed(db: Reader, where: RawBuilder<unknown>): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${CARD_COLUMNS} from profile p ${PROFILE_JOINS} where ${where} and p.listed`.execute(db);
  return rows;
}

/** Public projections of these people in the order given; one query. Private and unsaved people are left out. */
export async function readCards(db: Reader, profileKeys: readonly number[], today: string): Promise<PublicProfile[]> {
  if (profileKeys.length === 0) return [];
  const rows = await readListed(db, sql`p.id = any(${profileKeys}::bigint[])`);
  const byKey = new Map(rows.map((row) => [row.id, row]));
  return profileKeys.flatMap((key) => {
    const row = byKey.get(key);
    return row ? [toPublicProfile(row, rolesOf(row.roles), today)] : [];
  });
}

/** The public projections of these people by public id. Leaves out hidden and deleted people. */
export async function readVisibleProfiles(
  db: Reader,
  publicIds: readonly string[],
  today: string,
): Promise<PublicProfile[]> {
  if (publicIds.length === 0) return [];
  const rows = await readListed(db, sql`p.public_id = any(${publicIds}::text[])`);
  return rows.map((row) => toPublicProfile(row, rolesOf(row.roles), today));
}

/**
 * Somebody in a list. `profile` is undefined for those whose card the reader has: their stops are not read again.
 * `words` is what others see of them apart from the stops, as one text to compare.
 */
export type Listed = { key: number; words: string; profile: PublicProfile | undefined };

/** Makes what a page shows of the people of a list. */
export type CardMaker<Card> = {
  /** The words of people whose cards are there already, by their keys. */
  known: ReadonlyMap<number, string>;
  /** Is called once. `profile` is undefined for who is known, with these words. */
  make: (people: readonly Listed[]) => Card[];
};

/** Everybody is read, and shown as they are. */
export const PROFILES: CardMaker<PublicProfile> = {
  known: new Map(),
  make: (people) => people.flatMap(({ profile }) => profile ?? []),
};

/**
 * One page of a list of people in their random order, one query.
 * @param people rows `l` with profile_id and sort_key, ending in a condition: `stop l where …`
 * @param input.page page number, with the place from its link. `after` alone is a cursor, for clients that read the
 *   whole list
 */
export async function readCardPage<Card>(
  db: Reader,
  people: RawBuilder<unknown>,
  input: { today: string } & ({ after: string | undefined } | RequestedPage),
  cards: CardMaker<Card>,
): Promise<{ cards: Card[]; after: string | undefined; ends: PageEnds }> {
  const rows = await readPeopleFrom(db, people, startOf(people, input), [...cards.known.keys()]);
  // The list may have become shorter since the link was made.
  if (rows.length === 0 && "page" in input && (input.after ?? input.before) !== undefined)
    return readCardPage(db, people, { today: input.today, page: input.page }, cards);
  const { shown, after } = pageOf(rows, CARDS_A_PAGE);
  const [first, last] = [shown[0], shown.at(-1)];
  // A list with one page has no links to other pages.
  const isAll = after === undefined && "page" in input && input.page === 1;
  const ends = isAll ? undefined : first && last && { before: writeCursor(first), after: writeCursor(last) };
  const listed = await toListed(db, shown, cards.known, input.today);
  return { cards: cards.make(listed), after, ends };
}

type Start = { where: RawBuilder<unknown>; isBackward?: true };

function startOf(people: RawBuilder<unknown>, input: { after: string | undefined } | RequestedPage): Start {
  if (!("page" in input) || input.after !== undefined) return { where: sql`l.sort_key > ${readCursor(input.after)}` };
  if (input.before !== undefined) return { where: sql`l.sort_key < ${readCursor(input.before)}`, isBackward: true };
  if (input.page === 1) return { where: sql`true` };
  // A page number that somebody typed, without a place: skip the rows before it with an offset.
  const skipped = (Math.min(input.page, MOST_TYPED_PAGE) - 1) * CARDS_A_PAGE;
  return {
    where: sql`l.sort_key >= (select l.sort_key from ${people} order by l.sort_key offset ${skipped} limit 1)`,
  };
}

type ListedRow = ProfileRow & { roles: RolesOfProfile | null; sort_key: number };

/**
 * Makes people from rows. Known people come without stops. If such a person's words have changed, and the notification
 * has not arrived yet, their stops are read here.
 */
async function toListed(
  db: Reader,
  rows: readonly ListedRow[],
  known: ReadonlyMap<number, string>,
  today: string,
): Promise<Listed[]> {
  const listed = rows.map((row) => ({ row, key: row.id, words: JSON.stringify(toPublicProfile(row, [], today)) }));
  const changed = listed.filter(({ row, key, words }) => row.roles === null && known.get(key) !== words);
  const late = await readRoleRows(
    db,
    changed.map(({ key }) => key),
  );
  return listed.map(({ row, key, words }) => {
    const roles = row.roles === null ? late.get(key) : rolesOf(row.roles);
    return { key, words, profile: roles && toPublicProfile(row, roles, today) };
  });
}

/**
 * A page of people in their order, with one more row. A page before a place is complete without the extra row.
 * @param known keys of people who come without roles
 */
async function readPeopleFrom(
  db: Reader,
  people: RawBuilder<unknown>,
  { where, isBackward }: Start,
  known: readonly number[],
): Promise<ListedRow[]> {
  // The limit is written into the text. If it were a parameter, PostgreSQL would plan the statement each time.
  const order = isBackward
    ? sql`order by l.sort_key desc limit ${sql.lit(CARDS_A_PAGE)}`
    : sql`order by l.sort_key limit ${sql.lit(CARDS_A_PAGE + 1)}`;
  const { rows } = await sql<ListedRow>`
    select ${PROFILE_COLUMNS}, l.sort_key,
      case when p.id = any(${known}::bigint[]) then null else ${ROLES_OF_PROFILE} end as roles from (
      select l.profile_id, l.sort_key from ${people} and ${where} ${order}
    ) l
    join profile p on p.id = l.profile_id and p.listed
    ${PROFILE_JOINS}
    order by l.sort_key`.execute(db);
  return rows;
}

/** What a link shows of a person, and the profile's id for purging cached answers. */
export async function readSharedProfile(
  db: Reader,
  input: { profileKey: number; link: SharedAs; today: string },
): Promise<{ profile: PublicProfile; publicId: string } | undefined> {
  const stored = await readStoredProfile(db, input.profileKey);
  const profile = stored && sharedView(stored, input.link, input.today);
  return stored && profile && { profile, publicId: stored.row.public_id };
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

/** Cursor of a list in sort-key order. Opaque to clients; holds no internal key. */
export function readCursor(after: string | undefined): number {
  return after !== undefined && /^[0-9a-z]{1,10}$/.test(after) ? Number.parseInt(after, 36) : -1;
}

function writeCursor(row: { sort_key: number }): string {
  return row.sort_key.toString(36);
}

/** Cuts a list to one page. The list must have one row more than the page, if there is a next page. */
export function pageOf<Row extends { sort_key: number }>(
  rows: readonly Row[],
  size: number,
): { shown: Row[]; after: string | undefined } {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { shown, after: rows.length > size && last ? writeCursor(last) : undefined };
}

/**
 * The public projections of these people, also of suspended ones, for administrators who handle reports. Leaves out
 * private and unsaved people. Two queries.
 */
export async function readForModeration(
  db: Reader,
  profileKeys: readonly number[],
  today: string,
): Promise<Map<number, PublicProfile>> {
  if (profileKeys.length === 0) return new Map();
  const [rows, roles] = await Promise.all([
    readProfileRows(db, sql`p.id = any(${profileKeys}::bigint[]) and p.created and p.visibility <> 'private'`),
    readRoleRows(db, profileKeys),
  ]);
  return new Map(rows.map((row) => [row.id, toPublicProfile(row, roles.get(row.id) ?? [], today)]));
}
