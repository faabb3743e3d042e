import { sql } from "kysely";
import { AppError } from "#core/errors.ts";
import { keyOf } from "#core/text.ts";
import type { Trx } from "#db/connect.ts";
import { recordAudit, type AuditAction } from "#features/audit/write.server.ts";
import {
  moveStops,
  readMovedPeople,
  readReturned,
  returnStops,
  type StopMoves,
} from "#features/pipeline/merge-write.server.ts";
import { newPublicId } from "#server/ids.ts";
import { findExactCompany } from "#features/catalogue/read.server.ts";
import { findCompany, isCompanyOffered } from "#features/company/read.server.ts";
import {
  changeCompanies,
  endPatience,
  lockCompanyWithPeople,
  lockPeople,
  readPeopleShownAt,
} from "#features/catalogue/change-companies-write.server.ts";
import { renewHiddenIds } from "#features/catalogue/public-id-write.server.ts";
import { takeVisibleSpelling } from "#features/catalogue/spelling-write.server.ts";
import { addAlias, renewTerms } from "#features/catalogue/terms-write.server.ts";
import type { AdminContext } from "#server/context.ts";
import { changeStops } from "./change-stops-write.server.ts";

/** Everything needed to undo a merge. It is stored only in company_merge.undo. */
type Undo = {
  /** The row of the merged company. */
  company: Record<string, unknown>;
  logo: { publicId: string; base64: string } | null;
  /** Keys of aliases that were moved, and of aliases that the merge created. */
  aliases: string[];
  added: string[];
  /** The merged company's aliases, if the company was not public. They are only stored here. */
  withheld?: string[];
  stops: StopMoves;
  /** Earlier merges into the merged company, which now lead to the other one. */
  merges: number[];
};

/**
 * Refuses to merge a public company into one that only hidden people typed. Everybody would see that name then, in the
 * spelling of one of them.
 */
function refuseUnknownTarget(): never {
  const message = "Others cannot see that company. Keep it first, or merge it into this one.";
  throw new AppError("bad-request", { message, issues: [{ path: "into", message }] });
}

function audit(trx: Trx, ctx: AdminContext, action: AuditAction, merge: string, detail: Record<string, string>) {
  return recordAudit(trx, ctx, { actor: { kind: "admin", adminId: ctx.admin.adminId }, action, target: merge, detail });
}

/**
 * Merges one company into another. Everybody's stops move; a person with both has one stop with all roles. The old id
 * and name then lead to the other company, and find it. If the merged company was not public, nothing leads from it to
 * the other.
 * @param input.from id or exact name; `into` may also be an alias, or a company merged before
 * @returns the public id of the merge and the name of the company, whose id may change at once
 * @throws AppError company-not-found, same-company, overloaded; bad-request if the first company is public and the other
 * one is not
 */
export async function mergeCompanies(
  ctx: AdminContext,
  input: { from: string; into: string },
): Promise<{ merge: string; into: string }> {
  return changeCompanies(ctx, async (trx, notePeople) => {
    const from = await findExactCompany(trx, input.from);
    const into = await findCompany(trx, input.into, "admin");
    if (!from || !into) throw new AppError("company-not-found");
    if (from.id === into.id) throw new AppError("same-company");
    const people = await lockCompanyWithPeople(trx, from.id, into.id);
    await endPatience(trx);
    notePeople(await readPeopleShownAt(trx, from.id, into.id));
    const isPublic = await isCompanyOffered(trx, from.id);
    const displayName = (await isCompanyOffered(trx, into.id)) ? into.displayName : undefined;
    if (isPublic && displayName === undefined) refuseUnknownTarget();
    const stops: StopMoves = { moved: [], joined: [] };
    const everybody = people.map((id) => ({ id }));
    const move = async (some: readonly { id: number }[]): Promise<void> => {
      const { moved, joined } = await moveStops(trx, {
        secret: ctx.secret,
        people: some.map(({ id }) => id),
        from: from.id,
        into: { id: into.id, displayName },
      });
      stops.moved.push(...moved);
      stops.joined.push(...joined);
    };
    await changeStops(trx, ctx, everybody, move, from.id);

    const undo = await removeMerged(trx, from.id, { id: into.id, isPublic }, stops);
    const added: string[] = [];
    for (const alias of isPublic ? [from.displayName, from.name] : []) {
      const key = keyOf(alias);
      if (added.includes(key) || undo.aliases.includes(key) || key === into.name) continue;
      if (await addAlias(trx, into.id, alias)) added.push(key);
    }
    await renewTerms(trx, [into.id]);
    const merge = newPublicId();
    await trx
      .insertInto("company_merge")
      .values({
        public_id: merge,
        from_public_id: from.publicId,
        from_name: from.name,
        into_company: into.id,
        undo: JSON.stringify({ ...undo, added } satisfies Undo),
        merged_at: ctx.now,
        name_was_public: isPublic,
      })
      .execute();
    await audit(trx, ctx, "company.merge", merge, {
      from: isPublic ? from.name : from.publicId,
      into: displayName === undefined ? into.publicId : into.name,
    });
    return { merge, into: into.name };
  });
}

/**
 * Stores the company for an undo, moves its earlier merges to the other company, and deletes it. Its aliases are moved
 * only if the company was public.
 */
async function removeMerged(
  trx: Trx,
  from: number,
  into: { id: number; isPublic: boolean },
  stops: StopMoves,
): Promise<Omit<Undo, "added">> {
  const { rows } = await sql<{ company: Record<string, unknown> }>`
    select to_jsonb(c) as company from company c where c.id = ${from}`.execute(trx);
  const logo = await trx.selectFrom("company_logo").selectAll().where("company_id", "=", from).executeTakeFirst();
  const names = into.isPublic
    ? await trx
        .updateTable("company_alias")
        .set({ company_id: into.id })
        .where("company_id", "=", from)
        .returning(["alias_key", "alias"])
        .execute()
    : await trx.selectFrom("company_alias").select(["alias_key", "alias"]).where("company_id", "=", from).execute();
  const merges = await trx
    .updateTable("company_merge")
    .set({ into_company: into.id })
    .where("into_company", "=", from)
    .where("undone_at", "is", null)
    .returning("id")
    .execute();
  await trx.deleteFrom("company").where("id", "=", from).execute();
  return {
    company: rows[0]?.company ?? {},
    logo: logo ? { publicId: logo.public_id, base64: logo.bytes.toString("base64") } : null,
    aliases: into.isPublic ? names.map((row) => row.alias_key) : [],
    withheld: into.isPublic ? [] : names.map((row) => row.alias),
    stops,
    merges: merges.map((row) => row.id),
  };
}

/**
 * Undoes a merge. The company exists again with its id and name, and everybody's stops return to it. Later changes by
 * people stay (returnStops), and so do the administrator's changes of the other company. Later merges must be undone
 * first.
 * @throws AppError merge-not-found, merge-held, overloaded
 */
export async function undoMerge(ctx: AdminContext, mergeId: string): Promise<void> {
  await changeCompanies(ctx, async (trx, notePeople) => {
    const merge = await readMerge(trx, mergeId);
    const { undo, into } = merge;
    const people = await readMovedPeople(trx, undo.stops, into);
    await lockPeople(
      trx,
      people.map(({ id }) => id),
    );
    await sql`select 1 from company where id = ${into} for no key update`.execute(trx);
    await endPatience(trx);
    const company = await bringBack(trx, undo);
    await changeStops(trx, ctx, people, (some) =>
      returnStops(trx, { secret: ctx.secret, moves: undo.stops, people: some, company, from: into }),
    );

    if (!merge.isPublic) await takeVisibleSpelling(trx, company);
    notePeople(await readReturned(trx, undo.stops, company));
    const mine = (key: string[]) => sql`alias_key = any(${key}::text[]) and company_id = ${into}`;
    await sql`delete from company_alias where ${mine(undo.added)}`.execute(trx);
    await sql`update company_alias set company_id = ${company} where ${mine(undo.aliases)}`.execute(trx);
    for (const alias of undo.withheld ?? []) await addAlias(trx, company, alias);
    await sql`update company_merge set into_company = ${company}
      where id = any(${undo.merges}::bigint[]) and undone_at is null`.execute(trx);
    await renewTerms(trx, [into, company]);
    await renewHiddenIds(trx, [company, into]);
    // The list of moved stops is no longer needed.
    await trx.updateTable("company_merge").set({ undone_at: ctx.now, undo: "{}" }).where("id", "=", merge.id).execute();
    await audit(trx, ctx, "company.merge-undone", mergeId, { from: merge.isPublic ? merge.fromName : merge.fromId });
  });
}

async function readMerge(
  trx: Trx,
  mergeId: string,
): Promise<{ id: number; into: number; fromName: string; fromId: string; isPublic: boolean; undo: Undo }> {
  const { rows } = await sql<{
    id: number;
    into: number;
    fromName: string;
    fromId: string;
    isPublic: boolean;
    undo: Undo;
    isDone: boolean;
    isHeld: boolean;
  }>`
    select m.id, m.into_company as into, m.from_name as "fromName", m.from_public_id as "fromId", m.name_was_public as "isPublic", m.undo, m.undone_at is not null as "isDone",
      exists (select 1 from company_merge l where l.undone_at is null and l.undo -> 'merges' @> to_jsonb(m.id)) as "isHeld"
    from company_merge m where m.public_id = ${mergeId}`.execute(trx);
  const merge = rows[0];
  if (!merge) throw new AppError("merge-not-found");
  if (merge.isDone || merge.isHeld || (await isBuiltOn(trx, merge))) throw new AppError("merge-held");
  return merge;
}

/** Did a later merge add roles to a stop that this merge moved? Undoing this one would move those roles too. */
async function isBuiltOn(trx: Trx, merge: { id: number; into: number; undo: Undo }): Promise<boolean> {
  const moved = merge.undo.stops.moved.flatMap((one) => one.stops);
  const { rows } = await sql`
    select 1 from company_merge l, jsonb_array_elements(l.undo -> 'stops' -> 'joined') as j
    where l.into_company = ${merge.into} and l.id > ${merge.id} and l.undone_at is null
      and (j ->> 'into')::bigint = any(${moved}::bigint[]) limit 1`.execute(trx);
  return rows.length > 0;
}

/** Inserts the company again with its old key, id and logo. @throws AppError merge-held if its name is in use by now */
async function bringBack(trx: Trx, undo: Undo): Promise<number> {
  const columns = sql.join(Object.keys(undo.company).map((column) => sql.ref(column)));
  const { rows } = await sql<{ id: number }>`
    insert into company (${columns})
    select ${columns} from jsonb_populate_record(null::company, ${JSON.stringify(undo.company)}::jsonb)
    on conflict (name) do nothing returning id`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) throw new AppError("merge-held");
  if (undo.logo) {
    await trx
      .insertInto("company_logo")
      .values({ company_id: id, public_id: undo.logo.publicId, bytes: Buffer.from(undo.logo.base64, "base64") })
      .execute();
  }
  return id;
}
