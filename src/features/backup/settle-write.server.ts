import type { Database } from "#db/connect.ts";
import { stopEndedBroadcasts } from "#features/account/flags-write.server.ts";
import { deleteAccount } from "#features/account/delete-write.server.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { cancelAllWaiting } from "#features/mail/housekeeping-write.server.ts";
import { removeLeftWeeklyEmails } from "#features/follow/weekly-email-write.server.ts";
import { removeForgottenSubscribers } from "#features/newsletter/write.server.ts";
import { removeRemovedPasskeys } from "#features/passkey/write.server.ts";
import { deleteReplacedFiles } from "#features/picture/file-write.server.ts";
import { repeatSwitch } from "#features/profile/write.server.ts";
import { ownerKey } from "#server/token.ts";
import { removeSwitchedOffLinks } from "#features/share/write.server.ts";
import type { WriteContext } from "#server/context.ts";
import { findForgotten } from "#server/forgotten.ts";
import { findSwitched } from "./switches.server.ts";

const STEP_SIZE = 1_000;

export type Settled = {
  people: number;
  hidden: number;
  subscribers: number;
  mails: number;
  links: number;
  weeklyEmails: number;
  passkeys: number;
  broadcasts: number;
};

/**
 * The steps between a restore and the first request. Deletes again who was deleted since the backup, with everything
 * else that a deletion does. People who switched their visibility since are shown no more openly than they chose.
 * Sessions, links and e-mails of the backup end. Shared links, passkeys and subscriptions to e-mails end if they were
 * ended since.
 */
export async function settleRestored(
  db: Database,
  ctx: Pick<WriteContext, "secret" | "now" | "today" | "reactions">,
): Promise<Settled> {
  const before = await db.transaction().execute(async (trx) => {
    for (const react of ctx.reactions.restored) await react(trx);
    await deleteReplacedFiles(trx);
    return {
      mails: await cancelAllWaiting(trx, ctx.now),
      subscribers: await removeForgottenSubscribers(trx, ctx.secret),
      links: await removeSwitchedOffLinks(trx, ctx.secret),
      weeklyEmails: await removeLeftWeeklyEmails(trx, ctx.secret),
      passkeys: await removeRemovedPasskeys(trx, ctx.secret),
    };
  });
  const settled = { ...(await repeatByAccount(db, ctx)), ...before };
  await recordAudit(
    db,
    { ...ctx, address: "" },
    { actor: { kind: "command" }, action: "backup.restore", detail: settled },
  );
  return settled;
}

/** Repeats deletions, visibility switches and the end of e-mails to all members that happened since the backup. */
async function repeatByAccount(
  db: Database,
  ctx: Pick<WriteContext, "secret" | "now" | "today" | "reactions">,
): Promise<Pick<Settled, "people" | "hidden" | "broadcasts">> {
  const done = { people: 0, hidden: 0, broadcasts: 0 };
  for (let after = ""; ;) {
    const rows = await db
      .selectFrom("account")
      .select("id")
      .where("id", ">", after)
      .orderBy("id")
      .limit(STEP_SIZE)
      .execute();
    const ids = rows.map(({ id }) => id);
    for (const id of await findForgotten(db, ctx.secret, "account", ids)) {
      await db.transaction().execute((trx) => deleteAccount(trx, ctx, id));
      done.people += 1;
    }
    for (const [id, newest] of await findSwitched(db, ctx.secret, ids)) {
      const account = { id, ownerKey: ownerKey(ctx.secret, id) };
      const isRepeated = await db.transaction().execute((trx) => repeatSwitch(trx, ctx, account, newest));
      if (isRepeated) done.hidden += 1;
    }
    done.broadcasts += await stopEndedBroadcasts(db, ctx.secret, ids);
    const last = ids.at(-1);
    if (last === undefined || ids.length < STEP_SIZE) return done;
    after = last;
  }
}
