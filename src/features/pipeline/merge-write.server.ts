import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import { isOffered, joinNumbers } from "#features/stats/read.server.ts";
import { newPublicId } from "#server/ids.ts";

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
  return createHmac("sha256", secret)
    .update(`merged-role:${JSON.stringify(text)}`)
    .digest("base64url")
    .slice(0, 22);
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

/** The moves of these people's stops. */
function movesOf(moves: StopMoves, people: readonly MovedPerson[]): StopMoves {
  const theirs = new Set(people.flatMap(({ stops }) => stops));
  return {
    moved: moves.moved.map(({ name, stops }) => ({ name, stops: stops.filter((stop) => theirs.has(stop)) })),
    joined: moves.joined.filter(({ into }) => theirs.has(into)),
  };
}

/**
 * Undoes a merge's moves of these people's stops. Changes by the person stay: a removed stop stays removed, a changed role stays where it is,
 * and an unchanged role returns. The people must be locked.
 */
export async function returnStops(
  trx: Trx,
  input: { secret: Buffer; moves: StopMoves; people: readonly MovedPerson[]; company: number; from: number },
): Promise<void> {
  const { secret, people, company, from } = input;
  const moves = movesOf(input.moves, people);
  for (const { name, stops } of moves.moved) {
    await sql`update stop set company_id = ${company}, company_name = ${name}
      where id = any(${stops}::bigint[]) and company_id = ${from}`.execute(trx);
  }
  for (const one of moves.joined) {
    const roles = await readJoinedRoles(trx, one.into, from);
    const wanted = [...one.roles];
    const back = roles.filter((role) => {
      const at = wanted.indexOf(fingerprint(secret, one.fingerprintKey ?? one.into, role));
      if (at !== -1) wanted.splice(at, 1);
      return at !== -1;
    });
    if (back.length === 0) continue;
    // The stop gets its old key, because an earlier merge may refer to it. It gets a new public id, because the person
    // may have become anonymous in the meantime, and no id may connect the two.
    await sql`insert into stop (id, public_id, profile_id, company_id, company_name, sort_key, listed, undisclosed)
      select ${one.stop}, ${newPublicId()}, profile_id, ${company}, ${one.name}, sort_key, listed, undisclosed
      from stop where id = ${one.into}`.execute(trx);
    await trx
      .updateTable("role")
      .set({ stop_id: one.stop })
      .where(
        "id",
        "in",
        back.map((role) => role.id),
      )
      .execute();
    if (back.length === roles.length) await trx.deleteFrom("stop").where("id", "=", one.into).execute();
  }
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

async function readJoinedRoles(trx: Trx, stop: number, company: number): Promise<RoleText[]> {
  const { rows } = await sql<{ roles: RoleText[] }>`
    select ${ROLES} as roles from stop e join role r on r.stop_id = e.id
    where e.id = ${stop} and e.company_id = ${company} group by e.id`.execute(trx);
  return rows[0]?.roles ?? [];
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
