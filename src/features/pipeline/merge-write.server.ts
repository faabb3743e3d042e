import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import { isOffered, joinNumbers } from "#features/stats/read.server.ts";
import { keyedHash, newPublicId } from "#server/ids.ts";

/** What a merge changed in people's stops, stored to undo it: keys and fingerprints, but no texts. */
export type StopMoves = {
  /** Stops that only changed their company, by the name they were written with. */
  moved: { name: string; stops: number[] }[];
  /** Entries that went into the person's stop of the other company, with the fingerprints of their roles. */
  joined: {
    stop: number;
    into: number;
    name: string;
    roles: string[];
    /** The key that the fingerprints were made with, where stops have had new keys since the merge. */
    fingerprintKey?: number;
  }[];
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
 * Identifies a role of a joined stop by its content, because a save may write it anew with another key. It is an HMAC
 * with the secret, so that the record of a merge reveals nothing about people who later deleted their stops.
 */
function fingerprint(secret: Buffer, into: number, role: RoleText): string {
  const text = [into, role.title, role.kind, role.start_date, role.end_date, role.date_precision, role.rating];
  return keyedHash(secret, "merged-role", JSON.stringify(text)).toString("base64url").slice(0, 22);
}

const ROLES = sql`json_agg(json_build_object('id', r.id, 'title', r.title, 'kind', r.kind, 'start_date', r.start_date,
  'end_date', r.end_date, 'date_precision', r.date_precision, 'rating', r.rating) order by r.position)`;

/**
 * Moves these people's stops of one company to another. A person with both keeps one stop, the other company's, with
 * all roles. The people must be locked.
 * @param input.people their keys
 * @param input.into.displayName undefined for a company that others may not know: people keep their own spelling
 * @returns what is needed to undo it
 */
export async function moveStops(
  trx: Trx,
  input: {
    secret: Buffer;
    people: readonly number[];
    from: number;
    into: { id: number; displayName: string | undefined };
  },
): Promise<StopMoves> {
  const { secret, people, from, into } = input;
  const { rows } = await sql<{ stop: number; into: number; name: string; roles: RoleText[] }>`
    select a.id as stop, b.id as into, a.company_name as name, ${ROLES} as roles
    from stop a join stop b on b.profile_id = a.profile_id and b.company_id = ${into.id}
    join role r on r.stop_id = a.id
    where a.company_id = ${from} and a.profile_id = any(${people}::bigint[]) group by a.id, b.id order by a.id`.execute(
    trx,
  );
  const joined = rows.map((row) => ({
    stop: row.stop,
    into: row.into,
    name: row.name,
    roles: row.roles.map((role) => fingerprint(secret, row.into, role)),
  }));
  if (joined.length > 0) {
    const stops = joined.map((one) => one.stop);
    await sql`update role r set stop_id = j.target
      from unnest(${stops}::bigint[], ${joined.map((one) => one.into)}::bigint[]) as j (stop, target)
      where r.stop_id = j.stop`.execute(trx);
    // If one of the two was undisclosed, both are from now on: only the person may disclose.
    await sql`update stop b set undisclosed = true, listed = false
      from unnest(${stops}::bigint[], ${joined.map((one) => one.into)}::bigint[]) as j (stop, target)
      join stop a on a.id = j.stop where b.id = j.target and a.undisclosed and not b.undisclosed`.execute(trx);
    await trx.deleteFrom("stop").where("id", "in", stops).execute();
  }
  const moved = await sql<{ name: string; stops: number[] }>`
    with old as (
      select id, company_name from stop where company_id = ${from} and profile_id = any(${people}::bigint[])
    ), moved as (
      update stop e set company_id = ${into.id}, company_name = coalesce(${into.displayName ?? null}, e.company_name) from old where old.id = e.id
    )
    select company_name as name, json_agg(id) as stops from old group by company_name`.execute(trx);
  return { moved: moved.rows, joined };
}

/** Somebody's key, and the keys of those of their stops that a merge moved, or put others into. */
type MovedPerson = { id: number; stops: number[] };

/** The people whose stops a merge moved, and who still have them at the company they were moved to. */
export async function readMovedPeople(trx: Trx, moves: StopMoves, into: number): Promise<MovedPerson[]> {
  const stops = [...moves.moved.flatMap((one) => one.stops), ...moves.joined.map((one) => one.into)];
  const { rows } = await sql<MovedPerson>`
    select profile_id as id, json_agg(id) as stops from stop
    where id = any(${stops}::bigint[]) and company_id = ${into} group by profile_id order by profile_id`.execute(trx);
  return rows;
}

/**
 * Undoes a merge's moves of these people's stops. Changes by the person stay: a removed stop stays removed, a changed
 * role stays where it is, and an unchanged role returns. The people must be locked. Makes the same few statements for
 * any number of people.
 */
export async function returnStops(
  trx: Trx,
  input: { secret: Buffer; moves: StopMoves; people: readonly MovedPerson[]; company: number; from: number },
): Promise<void> {
  const { secret, moves, people, company, from } = input;
  const theirs = new Set(people.flatMap(({ stops }) => stops));
  const moved = moves.moved.flatMap(({ name, stops }) =>
    stops.filter((stop) => theirs.has(stop)).map((stop) => ({ stop, name })),
  );
  if (moved.length > 0)
    await sql`update stop s set company_id = ${company}, company_name = m.name
      from unnest(${moved.map(({ stop }) => stop)}::bigint[], ${moved.map(({ name }) => name)}::text[]) as m (stop, name)
      where s.id = m.stop and s.company_id = ${from}`.execute(trx);

  const joined = moves.joined.filter(({ into }) => theirs.has(into));
  const left = await readJoinedRoles(
    trx,
    joined.map(({ into }) => into),
    from,
  );
  const returned = joined.flatMap((one) => {
    const roles = takeUnchanged(left.get(one.into) ?? [], one, secret);
    return roles.length > 0 ? [{ ...one, roles }] : [];
  });
  if (returned.length === 0) return;
  const stops = returned.map(({ stop }) => stop);
  const intos = returned.map(({ into }) => into);
  // A stop gets its old key, because an earlier merge may refer to it. It gets a new public id, because the person may
  // have become anonymous in the meantime, and no id may connect the two.
  await sql`insert into stop (id, public_id, profile_id, company_id, company_name, sort_key, listed, undisclosed)
    select b.stop, b.public_id, s.profile_id, ${company}, b.name, s.sort_key, s.listed, s.undisclosed
    from unnest(${stops}::bigint[], ${intos}::bigint[], ${stops.map(() => newPublicId())}::text[],
      ${returned.map(({ name }) => name)}::text[]) as b (stop, held_by, public_id, name)
    join stop s on s.id = b.held_by`.execute(trx);
  const roles = returned.flatMap((one) => one.roles.map((role) => ({ role: role.id, stop: one.stop })));
  await sql`update role r set stop_id = b.stop
    from unnest(${roles.map(({ role }) => role)}::bigint[], ${roles.map(({ stop }) => stop)}::bigint[]) as b (role, stop)
    where r.id = b.role`.execute(trx);
  const empty = intos.filter((into) => left.get(into)?.length === 0);
  if (empty.length > 0) await sql`delete from stop where id = any(${empty}::bigint[])`.execute(trx);
}

/** Takes those roles out of the list that a joined stop brought there and that have not changed since. */
function takeUnchanged(roles: RoleText[], joined: StopMoves["joined"][number], secret: Buffer): RoleText[] {
  const { into, fingerprintKey = into } = joined;
  return joined.roles.flatMap((wanted) => {
    const at = roles.findIndex((role) => fingerprint(secret, fingerprintKey, role) === wanted);
    return at === -1 ? [] : roles.splice(at, 1);
  });
}

/**
 * The public ids of those whose pipeline others see otherwise because stops have returned to this company. An
 * undisclosed stop counts only if it was joined with another: otherwise others see no difference.
 */
export async function readReturned(trx: Trx, moves: StopMoves, company: number): Promise<string[]> {
  const moved = moves.moved.flatMap((one) => one.stops);
  const joined = moves.joined.map((one) => one.stop);
  const { rows } = await sql<{ id: string }>`
    select p.public_id as id from profile p
    where p.listed and p.id in (
      select profile_id from stop where company_id = ${company}
        and (id = any(${joined}::bigint[]) or (id = any(${moved}::bigint[]) and not undisclosed)))`.execute(trx);
  return rows.map((row) => row.id);
}

/** The roles of these stops, by the stop's key. A stop that is no longer at this company is left out. */
async function readJoinedRoles(
  trx: Trx,
  stops: readonly number[],
  company: number,
): Promise<ReadonlyMap<number, RoleText[]>> {
  const { rows } = await sql<{ stop: number; roles: RoleText[] }>`
    select e.id as stop, ${ROLES} as roles from stop e join role r on r.stop_id = e.id
    where e.id = any(${stops}::bigint[]) and e.company_id = ${company} group by e.id`.execute(trx);
  return new Map(rows.map(({ stop, roles }) => [stop, roles]));
}

/**
 * Turns these people's stops of a company that is deleted into text with the company's last name. If only people had
 * named it, each keeps their own spelling.
 */
export async function leaveAsText(
  trx: Trx,
  company: { id: number; displayName: string },
  people: readonly number[],
): Promise<void> {
  await trx
    .updateTable("stop")
    .set({
      company_id: null,
      company_name: sql<string>`case
      when exists (select from company c ${joinNumbers("c", "t")}
        where c.id = ${company.id} and c.status = 'new' and not (c.edited and ${isOffered("c", "t")}))
      then company_name else ${company.displayName} end`,
    })
    .where("company_id", "=", company.id)
    .where(sql<boolean>`profile_id = any(${people}::bigint[])`)
    .execute();
}
