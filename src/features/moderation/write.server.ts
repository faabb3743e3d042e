import { setImmediate } from "node:timers/promises";
import { timingSafeEqual } from "node:crypto";
import { AppError } from "#core/errors.ts";
import type { Reader, Trx } from "#db/connect.ts";
import { transact } from "#db/transact.ts";
import { deleteAccount } from "#features/account/delete-write.server.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { removeProfile } from "#features/profile/delete-write.server.ts";
import { setSuspended } from "#features/profile/suspend-write.server.ts";
import type { Reason } from "#features/report/rules.ts";
import { endHiding } from "#features/report/write.server.ts";
import type { AdminContext, WriteContext } from "#server/context.ts";
import { ownerKey } from "#server/token.ts";
import { readPerson } from "./read.server.ts";
import type { Person } from "./schema.ts";

async function profileOf(trx: Reader, id: string): Promise<{ key: number; owner: Buffer | null }> {
  const row = await trx
    .selectFrom("profile")
    .select(["id", "owner_key"])
    .where("public_id", "=", id)
    .executeTakeFirst();
  if (!row) throw new AppError("profile-not-found");
  return { key: row.id, owner: row.owner_key };
}

async function change(
  ctx: AdminContext,
  id: string,
  suspended: boolean,
  alsoDo: (trx: Trx) => Promise<void>,
): Promise<Person> {
  const { person, tags } = await transact(ctx.db, async (trx) => {
    const { key } = await profileOf(trx, id);
    // An answer to an earlier report must not end this suspension.
    await endHiding(trx, key);
    const changed = await setSuspended(trx, ctx, key, suspended);
    if (changed) await alsoDo(trx);
    const after = await readPerson(trx, id);
    if (!after) throw new AppError("profile-not-found");
    return { person: after, tags: changed ?? [] };
  });
  ctx.purge(tags);
  return person;
}

/**
 * Suspends a person. They are hidden, their sessions end and sign-ins fail, at once and in every process. Calling it
 * again changes nothing.
 * @throws AppError profile-not-found
 */
export async function suspendPerson(ctx: AdminContext, id: string, reason: Reason): Promise<Person> {
  return change(ctx, id, true, (trx) =>
    recordAudit(trx, ctx, {
      actor: { kind: "admin", adminId: ctx.admin.adminId },
      action: "people.suspend",
      target: id,
      detail: { reason },
    }),
  );
}

/** Ends a suspension. The person is shown as before and has to log in again. @throws AppError profile-not-found */
export async function unsuspendPerson(ctx: AdminContext, id: string): Promise<Person> {
  return change(ctx, id, false, (trx) =>
    recordAudit(trx, ctx, {
      actor: { kind: "admin", adminId: ctx.admin.adminId },
      action: "people.unsuspend",
      target: id,
    }),
  );
}

/** Accounts compared in one step. Between two steps the event loop handles other requests. */
const STEP_SIZE = 1_000;

/**
 * Finds the account of a profile. The database has no key between them, so the program computes the owner key of each
 * account and compares: about a second for 200,000 accounts. The result is never shown.
 */
export async function findAccount(
  ctx: Pick<WriteContext, "db" | "secret">,
  owner: Buffer,
): Promise<string | undefined> {
  let after = "";
  for (;;) {
    const rows = await ctx.db
      .selectFrom("account")
      .select("id")
      .where("id", ">", after)
      .orderBy("id")
      .limit(STEP_SIZE)
      .execute();
    const found = rows.find(({ id }) => timingSafeEqual(ownerKey(ctx.secret, id), owner));
    if (found) return found.id;
    const last = rows.at(-1);
    if (!last || rows.length < STEP_SIZE) return undefined;
    after = last.id;
    await setImmediate();
  }
}

/**
 * Deletes a person's account and all their data; the e-mail can be used again. Demo people have no account, so only
 * their profile is deleted.
 * @throws AppError profile-not-found
 */
export async function deletePerson(ctx: AdminContext, id: string): Promise<void> {
  const { owner } = await profileOf(ctx.db, id);
  const accountId = owner === null ? undefined : await findAccount(ctx, owner);
  const tags = await transact(ctx.db, async (trx) => {
    // Read again: a change of visibility meanwhile may have given the person another id.
    const { key } = await profileOf(trx, id);
    await recordAudit(trx, ctx, {
      actor: { kind: "admin", adminId: ctx.admin.adminId },
      action: "people.delete",
      target: id,
    });
    return accountId === undefined ? removeProfile(trx, ctx, key) : deleteAccount(trx, ctx, accountId);
  });
  ctx.purge(tags);
}
