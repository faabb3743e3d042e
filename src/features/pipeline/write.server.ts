import { sql, type Insertable, type RawBuilder } from "kysely";
import { atPrecision } from "#core/calendar.ts";
import type { Trx } from "#db/connect.ts";
import { sendLater } from "#db/transact.ts";
import type { RoleTable } from "#db/schema.ts";
import type { CountedPerson, RoleRow, TitleRules } from "#core/stored-profile.ts";
import { newPublicId } from "#server/ids.ts";
import { fromStoredRole, inStoredOrder, toStoredRole } from "#features/pipeline/pure/stored-role.ts";
import type { StopDraft } from "./draft.ts";
import { listRoleColumns } from "./read.server.ts";

/** Fields that stops copy from their owner's profile. */
export type StopOwner = { profileKey: number; listed: boolean; sortKey: number };

/** Identifies a person's stop: by the company's key, or by the public id of a stop that is text. */
type StopRef = number | string;
/** Begins the reference of a text that is not stored yet. No public id begins like this. */
const NEW_TEXT = "new ";
/** `publicId` is for a stop that is new, or that becomes undisclosed or disclosed. */
type StopToWrite<Ref extends StopRef> = { ref: Ref; name: string; isUndisclosed: boolean; publicId: string };

const isNewText = ({ ref }: StopToWrite<string>): boolean => ref.startsWith(NEW_TEXT);

/**
 * Replaces a person's whole pipeline. A stop that stays keeps its row, and its public id unless it becomes undisclosed
 * or disclosed. Stops and roles that stay the same are not written.
 * @param pipeline.stops checked by checkPipeline
 * @param pipeline.companyKeys each stop's company; a stop without one stays text
 * @param stored the person's stops until now
 * @returns how many stops there are now
 */
export async function replacePipeline(
  trx: Trx,
  owner: StopOwner,
  pipeline: { stops: readonly StopDraft[]; companyKeys: ReadonlyMap<StopDraft, number>; titles: TitleRules },
  stored: CountedPerson["stops"],
): Promise<number> {
  const { stops, companyKeys, titles } = pipeline;
  const hasUndisclosed = stored.some((stop) => stop.undisclosed);
  const undisclosed = hasUndisclosed ? await readUndisclosed(trx, owner.profileKey) : new Map<StopRef, string>();
  const sent = stops.map((stop, at) => {
    const ref: StopRef = companyKeys.get(stop) ?? (stop.companyId === "" ? `${NEW_TEXT}${at}` : stop.companyId);
    return { ref, name: stop.companyName, isUndisclosed: stop.undisclosed ?? undisclosed.has(ref), roles: stop.roles };
  });
  const free = await freeIds(trx, sent, undisclosed);
  const all = sent.map((stop) => {
    const takesFree = stop.isUndisclosed && !undisclosed.has(stop.ref);
    return { ...stop, publicId: (takesFree ? free.pop() : undefined) ?? newPublicId() };
  });
  const atCompanies = all.flatMap(({ ref, ...stop }) => (typeof ref === "number" ? [{ ...stop, ref }] : []));
  const texts = all.flatMap(({ ref, ...stop }) => (typeof ref === "string" ? [{ ...stop, ref }] : []));
  const atTexts = texts.map(({ ref }) => ref);
  await writeStops(trx, owner, atCompanies, atTexts);
  const written = await writeTextStops(trx, owner, texts);
  const idOf = new Map(written.map(({ ref, id }) => [ref, id]));
  const roles = inStoredOrder(all)
    .flatMap((stop) => stop.roles.map((role) => ({ ref: stop.ref, role })))
    .map(({ ref, role }, position) => ({
      // A stop at a company is found by the company, so a save need not wait for the keys of new stops.
      stop_id: typeof ref === "number" ? ref : (idOf.get(ref) ?? 0),
      is_at_company: typeof ref === "number",
      position,
      is_current: role.isCurrent,
      ...toStoredRole(role, titles),
    }));
  const known = new Set(stored.map(({ company_id }) => company_id));
  const hasRoles = written.some((stop) => stop.hasRoles) || atCompanies.some(({ ref }) => known.has(ref));
  if (hasRoles) await replaceRoles(trx, owner.profileKey, roles);
  else await addRoles(trx, owner.profileKey, roles);
  return atCompanies.length + idOf.size;
}

/** The public ids of a person's undisclosed stops. */
async function readUndisclosed(trx: Trx, profileKey: number): Promise<ReadonlyMap<StopRef, string>> {
  const rows = await trx
    .selectFrom("stop")
    .select(["company_id", "public_id"])
    .where("profile_id", "=", profileKey)
    .where("undisclosed", "=", true)
    .execute();
  return new Map(rows.map((row) => [row.company_id ?? row.public_id, row.public_id]));
}

/**
 * The ids of undisclosed stops that go. Undisclosed stops that come get them: others would see by a new id that the
 * company behind a stop was replaced.
 */
async function freeIds(
  trx: Trx,
  sent: readonly Pick<StopToWrite<StopRef>, "ref" | "isUndisclosed">[],
  undisclosed: ReadonlyMap<StopRef, string>,
): Promise<string[]> {
  const stay = new Set(sent.map(({ ref }) => ref));
  const ids = [...undisclosed].flatMap(([ref, id]) => (stay.has(ref) ? [] : [id]));
  const hasNew = sent.some(({ ref, isUndisclosed }) => isUndisclosed && !undisclosed.has(ref));
  if (ids.length === 0 || !hasNew) return [];
  // The stops that go are deleted only after the others are written. Until then they need other ids: ids are unique.
  await sendLater(trx, sql`update stop set public_id = random_public_id() where public_id = any(${ids}::text[])`);
  return [...ids];
}

/** A stop that is text, as it is stored now; `hasRoles` if it was there before. */
type Written = { ref: string; id: number; hasRoles: boolean };

/**
 * Writes the stops at companies that are new or differ, in one statement that also removes the stops that are neither
 * among these nor among the texts. Roles go with their stop.
 * @param texts the public ids of text stops that stay
 */
async function writeStops(
  trx: Trx,
  { profileKey, sortKey, listed }: StopOwner,
  stops: readonly StopToWrite<number>[],
  texts: readonly string[],
): Promise<void> {
  const companies = stops.map(({ ref }) => ref);
  // The last case: an id that was seen with the company's name must not be seen without it.
  const write = sql`
    with sent as materialized (
      select one.public_id, one.company_id, one.name, ${listed} and not one.undisclosed as listed, one.undisclosed,
        (stop.company_name, stop.sort_key, stop.listed, stop.undisclosed)
          is not distinct from (one.name, ${sortKey}::bigint, ${listed} and not one.undisclosed, one.undisclosed) as is_same
      from unnest(${stops.map(({ publicId }) => publicId)}::text[], ${companies}::bigint[],
        ${stops.map(({ name }) => name)}::text[], ${stops.map(({ isUndisclosed }) => isUndisclosed)}::boolean[])
        as one (public_id, company_id, name, undisclosed)
      left join stop on stop.profile_id = ${profileKey} and stop.company_id = one.company_id
    ), gone as (
      delete from stop where profile_id = ${profileKey}
        and (company_id is null or company_id <> all(${companies}::bigint[]))
        and (company_id is not null or public_id <> all(${texts}::text[]))
    )
    insert into stop (public_id, profile_id, company_id, company_name, sort_key, listed, undisclosed)
    select public_id, ${profileKey}::bigint, company_id, name, ${sortKey}::bigint, listed, undisclosed from sent
    where not is_same
    on conflict (profile_id, company_id) do update set company_name = excluded.company_name,
      sort_key = excluded.sort_key, listed = excluded.listed, undisclosed = excluded.undisclosed,
      public_id = case when stop.undisclosed = excluded.undisclosed then stop.public_id else excluded.public_id end`;
  await sendLater(trx, write);
}

/** Every field is required. For a stop at a company, `stop_id` is the company's key: sentRoles looks up the stop's. */
type RoleToWrite = Required<Omit<Insertable<RoleTable>, "id" | "profile_id">> & { is_at_company: boolean };

const COLUMNS = listRoleColumns((column) => column);
const STORED = listRoleColumns((column) => `r.${column}`);
const SENT = listRoleColumns((column) => `s.${column}`);
const WITH_TYPES = listRoleColumns((column, type) => `${column} ${type}`);
const CHANGES = listRoleColumns((column) => `${column} = s.${column}`);

/** The roles of a save as rows of `role`. Those at companies get the key of the person's stop there. */
function sentRoles(profileKey: number, roles: readonly RoleToWrite[]): RawBuilder<unknown> {
  return sql`
      select case when s.is_at_company then stop.id else s.stop_id end as stop_id, ${profileKey}::bigint as profile_id,
        s.position, s.is_current, ${SENT}
      from json_to_recordset(${JSON.stringify(roles)})
        as s (stop_id bigint, is_at_company boolean, position smallint, is_current boolean,
          ${WITH_TYPES})
      left join stop on s.is_at_company and stop.profile_id = ${profileKey} and stop.company_id = s.stop_id`;
}

/** Writes the roles of stops that had none. */
async function addRoles(trx: Trx, profileKey: number, roles: readonly RoleToWrite[]): Promise<void> {
  if (roles.length === 0) return;
  await sendLater(
    trx,
    sql`
      insert into role (stop_id, profile_id, position, is_current, ${COLUMNS})
      ${sentRoles(profileKey, roles)}`,
  );
}

/** Writes the roles that are new or differ from the one in their place, and removes those in no place any more. */
async function replaceRoles(trx: Trx, profileKey: number, roles: readonly RoleToWrite[]): Promise<void> {
  // Old roles may share a place, because it is only unique within what one save writes. Then one of them stays.
  const replace = sql`
    with sent as materialized (
      ${sentRoles(profileKey, roles)}
    ), kept as materialized (
      select distinct on (stop_id, position) r.id, stop_id, position,
        (r.profile_id, r.is_current, ${STORED}) is distinct from (s.profile_id, s.is_current, ${SENT}) as differs
      from role r join sent s using (stop_id, position) where r.profile_id = ${profileKey}
    ), gone as (
      delete from role where profile_id = ${profileKey} and id not in (select id from kept)
    ), changed as (
      update role r set is_current = s.is_current, ${CHANGES}
      from kept join sent s using (stop_id, position)
      where r.id = kept.id and kept.differs
    )
    insert into role (stop_id, profile_id, position, is_current, ${COLUMNS})
    select stop_id, profile_id, position, is_current, ${COLUMNS} from sent s
    where not exists (select from kept where (kept.stop_id, kept.position) = (s.stop_id, s.position))`;
  await sendLater(trx, replace);
}

/** Writes stops without a company: it was deleted, or there is none ("Self-employed"). */
async function writeTextStops(trx: Trx, owner: StopOwner, stops: readonly StopToWrite<string>[]): Promise<Written[]> {
  const [added, stored] = [stops.filter(isNewText), stops.filter((stop) => !isNewText(stop))];
  const written: Written[] = [];
  if (added.length > 0) {
    const ids = new Map(added.map(({ publicId, ref }) => [publicId, ref]));
    const rows = await trx
      .insertInto("stop")
      .values(
        added.map(({ publicId, name, isUndisclosed }) => ({
          public_id: publicId,
          profile_id: owner.profileKey,
          company_id: null,
          company_name: name,
          sort_key: owner.sortKey,
          listed: owner.listed && !isUndisclosed,
          undisclosed: isUndisclosed,
        })),
      )
      .returning(["id", "public_id"])
      .execute();
    for (const row of rows) written.push({ ref: ids.get(row.public_id) ?? "", id: row.id, hasRoles: false });
  }
  if (stored.length > 0) {
    const { rows } = await sql<{ ref: string; id: number }>`
      update stop set listed = ${owner.listed} and not sent.undisclosed, undisclosed = sent.undisclosed,
        sort_key = ${owner.sortKey},
        public_id = case when stop.undisclosed = sent.undisclosed then stop.public_id else sent.public_id end
      from unnest(${stored.map(({ ref }) => ref)}::text[], ${stored.map(({ publicId }) => publicId)}::text[],
        ${stored.map(({ isUndisclosed }) => isUndisclosed)}::boolean[])
        as sent (ref, public_id, undisclosed)
      where stop.profile_id = ${owner.profileKey} and stop.public_id = sent.ref
      returning sent.ref, stop.id`.execute(trx);
    for (const { ref, id } of rows) written.push({ ref, id, hasRoles: true });
  }
  return written;
}

/** Removes the stop at a company, by the company's id as its owner knows it, or a text stop by its own id. */
export async function removeStop(trx: Trx, profileKey: number, companyId: string): Promise<void> {
  await sql`delete from stop where profile_id = ${profileKey}
    and (company_id = (select id from company where public_id = ${companyId}) or own_company_id = ${companyId}
      or (company_id is null and public_id = ${companyId}))`.execute(trx);
}

/** Brings the stops' copies of listing and place up to date with their profile. */
export async function relistStops(trx: Trx, { profileKey, listed, sortKey }: StopOwner): Promise<void> {
  await sql`
    update stop set listed = ${listed} and not undisclosed, sort_key = ${sortKey}
    where profile_id = ${profileKey} and (listed <> (${listed} and not undisclosed) or sort_key <> ${sortKey})`.execute(
    trx,
  );
}

/** New public ids for every stop, at a switch between public and anonymous or private. */
export async function renewStopIds(trx: Trx, profileKey: number): Promise<void> {
  await sql`update stop set public_id = random_public_id() where profile_id = ${profileKey}`.execute(trx);
}

function isSameTitle(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/**
 * Clients without roles send one entry per company: title, end and rating of the latest role, and the start of the
 * first one. Change only what the client changed, in the first or latest role.
 */
export function mergePlainStop(stop: StopDraft, stored: readonly RoleRow[]): StopDraft {
  const sent = stop.roles[0];
  if (!sent || stored.length === 0 || stop.roles.length !== 1) return stop;
  const roles = stored.map((row, index) => fromStoredRole(row, index + 1));
  const first = roles[0];
  const latest = roles.at(-1);
  if (!first || !latest) return stop;
  // The client got dates cut to the stop's precision. A date that is equal after the same cut was not changed.
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
  return { ...stop, roles };
}
