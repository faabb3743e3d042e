import { AppError } from "#core/errors.ts";
import { toOwnProfile } from "#features/profile/pure/projection.ts";
import { readOwnProfile } from "#features/profile/read.server.ts";
import { checkIdentity, checkName, linkedinHandle } from "#features/profile/rules.ts";
import type { OwnProfile, ProfilePatch } from "#features/profile/schema.ts";
import { TITLE_RULES } from "#features/title/rules.ts";
import { saveProfile } from "#features/profile/write.server.ts";
import type { SignedInContext } from "#server/context.ts";
import { importPicture } from "./picture-write.server.ts";
import { readTicketPicture } from "./read.server.ts";
import { missingFields, type IdentityFields } from "./rules.ts";

const ATTEMPTS = 5;

/**
 * True for the request that clients send after a network sign-in: identity fields with `created`, and no field of the
 * edit page.
 */
export function isSignInPatch(patch: ProfilePatch): boolean {
  const { created, pipeline, school, anonymous, visibility, username, rev } = patch;
  return (
    created === true && [pipeline, school, anonymous, visibility, username, rev].every((field) => field === undefined)
  );
}

/** Leaves out fields that would be refused: nobody could correct them during a sign-in. */
function acceptable(given: Partial<IdentityFields>, ownId: string): Partial<IdentityFields> {
  const accepted: Partial<IdentityFields> = {};
  for (const [field, text] of Object.entries(given)) {
    const one = { [field]: text };
    if (typeof text !== "string" || checkName(one).length > 0 || checkIdentity(one, ownId).length > 0) continue;
    Object.assign(accepted, one);
  }
  return accepted;
}

/**
 * Fills empty fields of one's own profile with what a network knows, unless it is not public, and marks it as created.
 * Overwrites nothing.
 * @throws AppError not-yours, profile-not-found
 */
export async function fillProfile(
  ctx: SignedInContext,
  input: { profileId: string; fields: Partial<IdentityFields> },
): Promise<OwnProfile> {
  const save = async (patch: ProfilePatch): Promise<OwnProfile> => {
    const { row, roles } = await saveProfile(ctx, { profileId: input.profileId, patch, titles: TITLE_RULES });
    return toOwnProfile(row, roles, ctx.today);
  };
  for (let attempt = 1; ; attempt += 1) {
    const own = await readOwnProfile(ctx.db, ctx);
    // An empty save returns the right error for a wrong id.
    if (own?._id !== input.profileId) return save({});
    const fields = own.visibility === "public" ? missingFields(own, acceptable(input.fields, own._id)) : {};
    const isFirst = !own.created;
    if (Object.keys(fields).length === 0 && !isFirst) return own;
    try {
      // Save with the revision just read, so that a person who edits or becomes anonymous at the same moment is not
      // overwritten.
      return await save({ ...fields, ...(isFirst ? { created: true } : {}), rev: own.rev });
    } catch (error) {
      if (!(error instanceof AppError && error.code === "stale-revision") || attempt === ATTEMPTS) throw error;
    }
  }
}

export async function saveSignIn(ctx: SignedInContext, profileId: string, patch: ProfilePatch): Promise<OwnProfile> {
  const { firstName, lastName, location, linkedin } = patch;
  const given = { firstName, lastName, location, linkedin: linkedin === undefined ? "" : linkedinHandle(linkedin) };
  const fields = Object.fromEntries(Object.entries(given).filter(([, text]) => text !== undefined));
  return fillProfile(ctx, { profileId, fields });
}

/**
 * Fetches the picture that a save names, if it is the address in the ticket of this session's sign-in. Ignores any
 * other address.
 */
export async function importNamedPicture(ctx: SignedInContext, address: string | undefined): Promise<void> {
  if (!address || !ctx.tokenHash) return;
  if ((await readTicketPicture(ctx.db, ctx.tokenHash, ctx.now)) !== address) return;
  await importPicture(ctx, ctx.viewer.profileKey, address);
}
