import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import { newPublicId } from "#server/ids.ts";

/** What a merge did to people's entries, as it is kept to undo it: keys and fingerprints, nothing to read. */
export type EntryMoves = {
  /** Entries that only changed their company, by the name they were written with. */
  moved: { name: string; entries: number[] }[];
  /** Entries that went into the person's entry of the other company, with the fingerprints of their roles. */
  joined: { entry: number; into: number; name: string; roles: string[] }[];
};

type RoleText = {
  id: number;
  title: string;
  kind: string;
  start_date: string;
  end_date: string | null;
  date_precision: string;
  rating: number | null;
};

/**
 * Tells a role of a joined entry again later, by what it says: a save writes
 * all roles anew. Under the secret, so that the record of a merge says nothing
 * of a person who has long deleted their stops.
 */
function fingerprint(secret: Buffer, into: number, role: RoleText): string {
  const text = [into, role.title, role.kind, role.start_date, role.end_date, role.date_precision, role.rating];
  return createHmac("sha256", secret)
    .update(`merged-role:${JSON.stringify(text)}`)
    .digest("base64url")
    .slice(0, 22);
}

const ROLES = sql`json_agg(json_build_object('id', r.id, 'title', r.title, 'kind', r.kind, 'start_date', r.start_date,
  'end_date', r.end_date, 'date_precision', r.date_precision, 'rating', r.rating) order by r.id)`;

/**
 * Re-points every entry of one company to another. Whoever has both keeps one
 * entry, the other company's, with all roles. The people must be locked.
 * @returns what is needed to take it back
 */
export async function moveEntries(
  trx: Trx,
  input: { secret: Buffer; from: number; into: { id: number; displayName: string } },
): Promise<EntryMoves> {
  const { secret, from, into } = input;
  const { rows } = await sql<{ entry: number; into: number; name: string; roles: RoleText[] }>`
    select a.id as entry, b.id as into, a.company_name as name, ${ROLES} as roles
    from entry a join entry b on b.profile_id = a.profile_id and b.company_id = ${into.id}
    join role r on r.entry_id = a.id
    where a.company_id = ${from} group by a.id, b.id order by a.id`.execute(trx);
  const joined = rows.map((row) => ({
    entry: row.entry,
    into: row.into,
    name: row.name,
    roles: row.roles.map((role) => fingerprint(secret, row.into, role)),
  }));
  if (joined.length > 0) {
    const entries = joined.map((one) => one.entry);
    await sql`update role r set entry_id = j.target
      from unnest(${entries}::bigint[], ${joined.map((one) => one.into)}::bigint[]) as j (entry, target)
      where r.entry_id = j.entry`.execute(trx);
    // Who kept one of the two back keeps both back: disclosing is theirs to do.
    await sql`update entry b set undisclosed = true, listed = false
      from unnest(${entries}::bigint[], ${joined.map((one) => one.into)}::bigint[]) as j (entry, target)
      join entry a on a.id = j.entry where b.id = j.target and a.undisclosed and not b.undisclosed`.execute(trx);
    await trx.deleteFrom("entry").where("id", "in", entries).execute();
  }
  const moved = await sql<{ name: string; entries: number[] }>`
    with old as (
      select id, company_name from entry where company_id = ${from}
    ), moved as (
      update entry e set company_id = ${into.id}, company_name = ${into.displayName} from old where old.id = e.id
    )
    select company_name as name, json_agg(id) as entries from old group by company_name`.execute(trx);
  return { moved: moved.rows, joined };
}

/** The people whose entries a merge touched and who still have them at the company it went into. */
export async function readMovedPeople(trx: Trx, moves: EntryMoves, into: number): Promise<number[]> {
  const entries = [...moves.moved.flatMap((one) => one.entries), ...moves.joined.map((one) => one.into)];
  const { rows } = await sql<{ id: number }>`
    select distinct profile_id as id from entry
    where id = any(${entries}::bigint[]) and company_id = ${into} order by profile_id`.execute(trx);
  return rows.map((row) => row.id);
}

/**
 * Takes a merge's moves back. What the person changed since stays: an entry
 * they removed stays removed, a role they rewrote stays where it now is, and
 * one they left as it was goes back. The people must be locked.
 */
export async function returnEntries(
  trx: Trx,
  input: { secret: Buffer; moves: EntryMoves; company: number; from: number },
): Promise<void> {
  const { secret, moves, company, from } = input;
  for (const { name, entries } of moves.moved) {
    await sql`update entry set company_id = ${company}, company_name = ${name}
      where id = any(${entries}::bigint[]) and company_id = ${from}`.execute(trx);
  }
  for (const one of moves.joined) {
    const roles = await readJoinedRoles(trx, one.into, from);
    const wanted = [...one.roles];
    const back = roles.filter((role) => {
      const at = wanted.indexOf(fingerprint(secret, one.into, role));
      if (at !== -1) wanted.splice(at, 1);
      return at !== -1;
    });
    if (back.length === 0) continue;
    // The old key, since an earlier merge may know the entry by it; a new public id, since the person may have gone
    // from named to anonymous in between, and no id leads over that.
    await sql`insert into entry (id, public_id, profile_id, company_id, company_name, sort_key, listed, undisclosed)
      overriding system value
      select ${one.entry}, ${newPublicId()}, profile_id, ${company}, ${one.name}, sort_key, listed, undisclosed
      from entry where id = ${one.into}`.execute(trx);
    await trx
      .updateTable("role")
      .set({ entry_id: one.entry })
      .where(
        "id",
        "in",
        back.map((role) => role.id),
      )
      .execute();
    if (back.length === roles.length) await trx.deleteFrom("entry").where("id", "=", one.into).execute();
  }
}

async function readJoinedRoles(trx: Trx, entry: number, company: number): Promise<RoleText[]> {
  const { rows } = await sql<{ roles: RoleText[] }>`
    select ${ROLES} as roles from entry e join role r on r.entry_id = e.id
    where e.id = ${entry} and e.company_id = ${company} group by e.id`.execute(trx);
  return rows[0]?.roles ?? [];
}

/**
 * Leaves the entries of a company that goes away as text, with the name the company had last; with their own where
 * people alone had named it.
 */
export async function leaveAsText(trx: Trx, company: { id: number; displayName: string }): Promise<void> {
  await trx
    .updateTable("entry")
    .set({
      company_id: null,
      company_name: sql<string>`case
      when exists (select from company c where c.id = ${company.id} and c.status = 'new' and not c.edited)
      then company_name else ${company.displayName} end`,
    })
    .where("company_id", "=", company.id)
    .execute();
}
