import type { Trx } from "#db/connect.ts";
import { endAllSessions } from "#features/session/write.server.ts";
import type { Viewer } from "#server/context.ts";

/**
 * Call before a token is bound. If the clock was set back after a suspension, that time is still to come, and new sessions
 * would be refused until then. So it is dropped, and the sessions that it ends are ended themselves. A start of the new
 * session after that time would link the account to its profile.
 */
export async function allowNewSession(trx: Trx, viewer: Viewer, now: Date): Promise<void> {
  if (viewer.sessionsFrom < now) return;
  await trx.updateTable("profile").set({ sessions_from: null }).where("id", "=", viewer.profileKey).execute();
  await endAllSessions(trx, viewer.accountId, now);
}
