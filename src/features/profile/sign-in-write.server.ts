import { AppError } from "#core/errors.ts";
import { importPicture } from "#features/network/picture-write.server.ts";
import { readTicketPicture } from "#features/network/read.server.ts";
import { missingFields, type IdentityFields } from "#features/network/rules.ts";
import { checkIdentity, checkName, linkedinHandle } from "#features/pipeline/check.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { toOwnProfile } from "./pure/projection.ts";
import { readStoredProfile } from "./read.server.ts";
import type { OwnProfile, ProfilePatch } from "./schema.ts";
import { saveProfile } from "./write.server.ts";

type Owner = WriteContext & { viewer: Viewer };

const ATTEMPTS = 5;

/**
 * What clients send after a network sign-in: identity with `created`, and
 * nothing that an edit page sends. Contract: it fills what is empty.
 */
export function isSignInPatch(patch: ProfilePatch): boolean {
  const { created, pipeline, school, anonymous, visibility, username, rev } = patch;
  return (
    created === true && [pipeline, school, anonymous, visibility, username, rev].every((field) => field === undefined)
  );
}

/** Fields that would be refused are left out: a sign-in is no form that anybody could mend. */
function acceptable(given: Partial<IdentityFields>, ownId: string): Partial<IdentityFields> {
  const kept: Partial<IdentityFields> = {};
  for (const [field, text] of Object.entries(given)) {
    const one = { [field]: text };
    if (typeof text !== "string" || checkName(one).length > 0 || checkIdentity(one, ownId).length > 0) continue;
    Object.assign(kept, one);
  }
  return kept;
}

/**
 * Fills what is still empty of the own profile with what a network knows.
 * Overwrites nothing; of a profile that is not public it fills nothing at all,
 * and where there is nothing to fill nothing is written.
 * @throws AppError not-yours, profile-not-found
 */
export async function fillProfile(
  ctx: Owner,
  input: { profileId: string; fields: Partial<IdentityFields>; created: boolean },
): Promise<OwnProfile> {
  for (let attempt = 1; ; attempt += 1) {
    const stored = await readStoredProfile(ctx.db, ctx.viewer.profileKey);
    if (!stored || input.profileId !== stored.row.public_id) {
      return saveProfile(ctx, { profileId: input.profileId, patch: {} });
    }
    const { row } = stored;
    const known = {
      firstName: row.first_name,
      lastName: row.last_name,
      location: row.location,
      linkedin: row.linkedin,
    };
    const fields = row.visibility === "public" ? missingFields(known, acceptable(input.fields, row.public_id)) : {};
    const isFirst = input.created && !row.created;
    if (Object.keys(fields).length === 0 && !isFirst) return toOwnProfile(row, stored.stops, ctx.today);
    try {
      // Only on what was just read: a person who edits or goes anonymous at the same moment is not overrun.
      const patch = { ...fields, ...(isFirst ? { created: true } : {}), rev: row.rev };
      return await saveProfile(ctx, { profileId: input.profileId, patch });
    } catch (error) {
      if (!(error instanceof AppError && error.code === "stale-revision") || attempt === ATTEMPTS) throw error;
    }
  }
}

/** The save after a network sign-in, see isSignInPatch. */
export async function saveSignIn(ctx: Owner, profileId: string, patch: ProfilePatch): Promise<OwnProfile> {
  const { firstName, lastName, location, linkedin } = patch;
  const given = { firstName, lastName, location, linkedin: linkedin === undefined ? "" : linkedinHandle(linkedin) };
  const fields = Object.fromEntries(Object.entries(given).filter(([, text]) => text !== undefined));
  return fillProfile(ctx, { profileId, fields, created: true });
}

/**
 * Fetches the picture that such a save names, if it is the very address in the
 * ticket by which this session signed in; any other address is ignored.
 */
export async function importNamedPicture(ctx: Owner, address: string | undefined): Promise<void> {
  if (!address || !ctx.tokenHash) return;
  if ((await readTicketPicture(ctx.db, ctx.tokenHash, ctx.now)) !== address) return;
  await importPicture(ctx, ctx.viewer.profileKey, address);
}
