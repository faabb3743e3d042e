import { deleteAllLinks } from "#features/account/link-write.server.ts";
import { deleteAllAdminSessions } from "#features/admin/session-write.server.ts";
import { deleteWeeklyEmail } from "#features/follow/weekly-email-write.server.ts";
import { forgetUnnamed } from "#features/catalogue/forget-write.server.ts";
import { countChangeAndRenewIds } from "#features/catalogue/public-id-write.server.ts";
import { takeSpelling } from "#features/catalogue/spelling-write.server.ts";
import { deleteMailsTo } from "#features/mail/housekeeping-write.server.ts";
import { deleteIdentities, deleteTickets } from "#features/network/forget-write.server.ts";
import { deleteSubscriber } from "#features/newsletter/write.server.ts";
import { deletePasskeys } from "#features/passkey/write.server.ts";
import { renewPictureId } from "#features/picture/write.server.ts";
import { deleteProfile } from "#features/profile/delete-write.server.ts";
import { announceOutdated } from "#features/profile/outdated-write.server.ts";
import { createEmptyProfile } from "#features/profile/write.server.ts";
import { renewReports } from "#features/report/write.server.ts";
import { followChange } from "#features/share/write.server.ts";
import { deleteAllSessions, keepFormerId } from "#features/session/write.server.ts";
import type { Reactions } from "#server/context.ts";

/** What slices do when something happens in another slice, in this order. See the type. */
export const reactions: Reactions = {
  accountCreated: [(trx, { ownerKey }) => createEmptyProfile(trx, ownerKey)],
  accountDeleted: [
    (trx, { ownerKey }, ctx) => deleteProfile(trx, ctx, ownerKey),
    deleteTickets,
    deleteMailsTo,
    (trx, { email }) => deleteSubscriber(trx, email),
  ],
  accountReclaimed: [deletePasskeys, deleteIdentities, deleteWeeklyEmail],
  stopsChanging: [countChangeAndRenewIds],
  profileChanging: [followChange],
  profileChanged: [announceOutdated],
  visibilitySwitched: [
    (trx, { profileKey }) => renewPictureId(trx, profileKey),
    (trx, { profileKey }) => renewReports(trx, profileKey),
    keepFormerId,
  ],
  listedProfileSaved: [takeSpelling],
  restored: [deleteAllSessions, deleteAllAdminSessions, deleteAllLinks],
  companiesLeft: [forgetUnnamed],
};
