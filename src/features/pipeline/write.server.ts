import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import { newPublicId } from "#server/ids.ts";
import { atPrecision, type DraftEntry, type DraftRole } from "./check.ts";
import type { StopRow } from "./pure/experiences.ts";
import { inStoredOrder } from "./rules.ts";
import type { RoleKind } from "./schema.ts";

/** An entry whose company is known and whose roles have passed checkPipeline. */
export type ResolvedEntry = {
  /** The company, or the public id of the entry that stays the text it is, since its company was deleted. */
  company: { key: number } | { textEntry: string };
  companyName: string;
  /** Undefined = as it is stored, else false. */
  undisclosed: boolean | undefined;
  roles: (Omit<DraftRole, "kind"> & { kind: RoleKind })[];
};

/** The owner of the entries, as their copies need it. */
export type EntryOwner = { profileKey: number; listed: boolean; sortKey: number };

/**
 * Replaces a person's whole pipeline. An entry that stays (same company, or
 * text as before) keeps its row and, unless its company is disclosed or kept
 * back now, its public id; roles are written anew.
 */
export async function replacePipeline(trx: Trx, owner: EntryOwner, entries: readonly ResolvedEntry[]): Promise<void> {
  const kept = await readUndisclosed(trx, owner.profileKey);
  const places = entries.flatMap(({ company, companyName, undisclosed }) =>
    "key" in company
      ? [{ companyKey: company.key, companyName, undisclosed: undisclosed ?? kept.has(company.key) }]
      : [],
  );
  const textEntries = entries.flatMap(({ company, undisclosed }) =>
    "key" in company ? [] : [{ publicId: company.textEntry, undisclosed: undisclosed ?? kept.has(company.textEntry) }],
  );
  const texts = textEntries.map(({ publicId }) => publicId);
  await sql`delete from entry where profile_id = ${owner.profileKey}
    and (company_id is null or company_id <> all(${places.map((place) => place.companyKey)}::bigint[]))
    and (company_id is not null or public_id <> all(${texts}::text[]))`.execute(trx);
  await trx.deleteFrom("role").where("profile_id", "=", owner.profileKey).execute();
  if (entries.length === 0) return;
  const idOf = new Map([...(await writePlaces(trx, owner, places)), ...(await writeTexts(trx, owner, textEntries))]);
  await trx
    .insertInto("role")
    .values(
      inStoredOrder(entries).flatMap((entry) =>
        entry.roles.map((role) => ({
          entry_id: idOf.get("key" in entry.company ? entry.company.key : entry.company.textEntry) ?? 0,
          profile_id: owner.profileKey,
          title: role.title,
          kind: role.kind,
          start_date: role.startDate,
          end_date: role.isCurrent ? null : role.endDate,
          is_current: role.isCurrent,
          date_precision: role.datePrecision,
          rating: role.rating === 0 ? null : role.rating,
        })),
      ),
    )
    .execute();
}

/** The companies by key, and the texts by public id, that a person keeps back. */
async function readUndisclosed(trx: Trx, profileKey: number): Promise<ReadonlySet<number | string>> {
  const rows = await trx
    .selectFrom("entry")
    .select(["company_id", "public_id"])
    .where("profile_id", "=", profileKey)
    .where("undisclosed", "=", true)
    .execute();
  return new Set(rows.map((row) => row.company_id ?? row.public_id));
}

/** Entries at companies: those there stay. @returns entry keys by company key */
async function writePlaces(
  trx: Trx,
  owner: EntryOwner,
  places: readonly { companyKey: number; companyName: string; undisclosed: boolean }[],
): Promise<[number | string, number][]> {
  if (places.length === 0) return [];
  const rows = await trx
    .insertInto("entry")
    .values(
      places.map((place) => ({
        public_id: newPublicId(),
        profile_id: owner.profileKey,
        company_id: place.companyKey,
        company_name: place.companyName,
        sort_key: owner.sortKey,
        listed: owner.listed && !place.undisclosed,
        undisclosed: place.undisclosed,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["profile_id", "company_id"]).doUpdateSet((eb) => ({
        company_name: eb.ref("excluded.company_name"),
        sort_key: eb.ref("excluded.sort_key"),
        listed: eb.ref("excluded.listed"),
        undisclosed: eb.ref("excluded.undisclosed"),
        // An id that was seen beside the company's name must not stand beside its absence.
        public_id: sql<string>`case when entry.undisclosed = excluded.undisclosed then entry.public_id else excluded.public_id end`,
      })),
    )
    .returning(["id", "company_id"])
    .execute();
  return rows.map((row) => [row.company_id ?? 0, row.id]);
}

/** Entries that are text. @returns entry keys by the public id they had */
async function writeTexts(
  trx: Trx,
  owner: EntryOwner,
  texts: readonly { publicId: string; undisclosed: boolean }[],
): Promise<[number | string, number][]> {
  const keys: [string, number][] = [];
  for (const { publicId, undisclosed } of texts) {
    const row = await trx
      .updateTable("entry")
      .set((eb) => ({
        listed: owner.listed && !undisclosed,
        undisclosed,
        public_id: eb.case().when("undisclosed", "=", undisclosed).then(eb.ref("public_id")).else(newPublicId()).end(),
      }))
      .where("profile_id", "=", owner.profileKey)
      .where("public_id", "=", publicId)
      .returning("id")
      .executeTakeFirst();
    if (row) keys.push([publicId, row.id]);
  }
  return keys;
}

/** Takes the entry of one company, named by its public id, or of one that is text, by its own, out of a person's pipeline. */
export async function removeEntry(trx: Trx, profileKey: number, companyId: string): Promise<void> {
  await sql`delete from entry where profile_id = ${profileKey}
    and (company_id = (select id from company where public_id = ${companyId})
      or (company_id is null and public_id = ${companyId}))`.execute(trx);
}

/** Brings the entries' copies of listing and place up to date with their profile. */
export async function relistEntries(trx: Trx, owner: EntryOwner): Promise<void> {
  await trx
    .updateTable("entry")
    .set({ listed: sql<boolean>`${owner.listed} and not undisclosed`, sort_key: owner.sortKey })
    .where("profile_id", "=", owner.profileKey)
    .execute();
}

/** New public ids for every entry, at a switch between public and anonymous or private. */
export async function renewEntryIds(trx: Trx, profileKey: number): Promise<void> {
  const rows = await trx.selectFrom("entry").select("id").where("profile_id", "=", profileKey).execute();
  for (const row of rows) {
    await trx.updateTable("entry").set({ public_id: newPublicId() }).where("id", "=", row.id).execute();
  }
}

function toDraftRole(row: StopRow): DraftRole {
  return {
    title: row.title,
    kind: row.kind,
    startDate: row.start_date,
    endDate: row.end_date ?? "",
    isCurrent: row.end_date === null,
    datePrecision: row.date_precision,
    rating:
      row.rating === 20 || row.rating === 40 || row.rating === 60 || row.rating === 80 || row.rating === 100
        ? row.rating
        : 0,
  };
}

function isSameTitle(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/**
 * A client that knows nothing of roles sends one experience a company: title,
 * end and rating of the latest role, start of the first. What it did not
 * change stays as stored, the other roles untouched; what it changed is
 * changed in that first or latest role.
 */
export function mergePlainEntry(entry: DraftEntry, stored: readonly StopRow[]): DraftEntry {
  const sent = entry.roles[0];
  if (!sent || stored.length === 0 || entry.roles.length !== 1) return entry;
  const roles = stored.map(toDraftRole);
  const first = roles[0];
  const latest = roles.at(-1);
  if (!first || !latest) return entry;
  // Dates came cut to the precision of the entry: what is equal after the same cut was not changed.
  const isSame = (sentDate: string, storedDate: string) => sentDate === atPrecision(storedDate, sent.datePrecision);
  if (!isSame(sent.startDate, first.startDate)) {
    first.startDate = sent.startDate;
    first.datePrecision = sent.datePrecision;
  }
  const keepsEnd = sent.isCurrent === latest.isCurrent && (sent.isCurrent || isSame(sent.endDate, latest.endDate));
  if (!keepsEnd) {
    latest.endDate = sent.endDate;
    latest.isCurrent = sent.isCurrent;
    if (!sent.isCurrent) latest.datePrecision = sent.datePrecision;
  }
  if (!isSameTitle(sent.title, latest.title)) {
    latest.title = sent.title;
    latest.kind = sent.kind;
  } else if (sent.kind !== undefined) {
    latest.kind = sent.kind;
  }
  latest.rating = sent.rating;
  if (sent.hasWrongRating) latest.hasWrongRating = true;
  return { ...entry, roles };
}
