import { ApiError, type ApiClient } from "#core/api-client.ts";
import { fieldsOf, isObject } from "#core/fields.ts";
import { isPublicId } from "#core/ids.ts";
import { draftFrom, toWire, type StopDraft } from "#features/pipeline/draft.ts";
import type { StopView } from "#features/pipeline/schema.ts";
import { problemOf } from "#ui/save-problem.tsx";
import type { OwnProfile } from "#features/profile/schema.ts";
import { toReportedExperiences } from "./reported-experiences.ts";
import { isSaid } from "./is-said.ts";
import { notesOfRefusal, type FieldNote, type ProfileForm } from "./form.ts";

/** How a save ended. `profile` is what the server holds now. */
type SaveResult =
  /** Also if it was saved before and only the answer was lost. */
  | { end: "saved"; profile: OwnProfile }
  /** Some fields are invalid; the person stays in the form. */
  | { end: "refused"; notes: FieldNote[]; message: string }
  /** Somebody, in another tab or on another device, saved in between. */
  | { end: "stale"; profile: OwnProfile }
  /** `saved`: a later call failed. `isUnreached`: no answer came, so other pages would not load either. */
  | { end: "failed"; message: string; isUnreached: boolean; saved?: OwnProfile };

function isOwnProfile(value: unknown): value is OwnProfile {
  return isObject(value) && "pipeline" in value && "rev" in value;
}

/** The current profile: from the body of the 409, or else read by a call. */
async function currentOf(api: ApiClient, error: ApiError, profileId: string): Promise<OwnProfile> {
  const carried = fieldsOf(error.body)["profile"];
  return isOwnProfile(carried) ? carried : await api.request("GET /api/profile/get/{id}", { path: { id: profileId } });
}

/** Brings companies and school up to date after a save, as every client of the API does. */
async function reportStats(api: ApiClient, base: OwnProfile, saved: OwnProfile): Promise<void> {
  await api.request("PATCH /api/company/update", {
    body: [
      toReportedExperiences(saved.pipeline, saved._id),
      toReportedExperiences(base.pipeline, saved._id),
      [saved.school, base.school],
    ],
  });
  const schoolTally = saved.pipeline.map(({ companyId }) => companyId);
  const body: [{ schoolId: string; schoolTally: string[] }, string] = [
    { schoolId: saved.school, schoolTally },
    base.school,
  ];
  await (isPublicId(saved.school)
    ? api.request("PATCH /api/school/update/{id}", { path: { id: saved.school }, body })
    : api.request("PATCH /api/school/update", { body }));
}

function failureOf(error: unknown): Extract<SaveResult, { end: "failed" }> {
  const isUnreached = error instanceof ApiError && error.code === "network";
  return { end: "failed", message: problemOf(error).message, isUnreached };
}

async function endOf(api: ApiClient, base: OwnProfile, form: ProfileForm, error: unknown): Promise<SaveResult> {
  if (error instanceof ApiError && error.code === "stale-revision") {
    return await currentOf(api, error, base._id).then(
      (profile): SaveResult => ({ end: isSaid(profile, form) ? "saved" : "stale", profile }),
      (): SaveResult => failureOf(error),
    );
  }
  if (error instanceof ApiError && error.issues.length > 0 && error.status >= 400 && error.status < 500) {
    return { end: "refused", notes: notesOfRefusal(form, error.issues), message: error.message };
  }
  return failureOf(error);
}

/** Saves the whole form, which must be valid, with the revision of `base`. Never throws. */
export async function saveForm(api: ApiClient, base: OwnProfile, form: ProfileForm): Promise<SaveResult> {
  const { schoolId, schoolName } = form.school;
  let profile: OwnProfile;
  try {
    const body = {
      firstName: form.firstName.trim(),
      lastName: form.lastName.trim(),
      school: schoolId === "" ? schoolName.trim() : schoolId,
      anonymous: form.visibility !== "public",
      visibility: form.visibility,
      showMonths: form.showMonths,
      ownTitles: form.ownTitles,
      hideSchool: form.hideSchool,
      ...(form.location === undefined ? {} : { location: form.location }),
      ...(form.linkedin === undefined ? {} : { linkedin: form.linkedin }),
      pipeline: toWire(form.pipeline.stops),
      created: true,
      rev: base.rev,
    };
    profile = await api.request("PATCH /api/profile/{id}", { path: { id: base._id }, body });
  } catch (error) {
    return await endOf(api, base, form, error);
  }
  try {
    await reportStats(api, base, profile);
    return { end: "saved", profile };
  } catch (error) {
    return { ...failureOf(error), saved: profile };
  }
}

/** True if the saved pipeline has this company. Not compared by stop id, because a draft can be older than the save. */
export function isOnServer(base: OwnProfile, stop: StopDraft): boolean {
  return stop.companyId !== "" && base.pipeline.some(({ companyId }) => companyId === stop.companyId);
}

/** Removes a stop from the saved pipeline at once. Other unsaved changes stay unsaved. */
export async function removeSavedStop(api: ApiClient, base: OwnProfile, stop: StopDraft): Promise<OwnProfile> {
  const rest = draftFrom(base.pipeline).stops.filter(({ companyId }) => companyId !== stop.companyId);
  const profile = await api.request("PATCH /api/profile/{id}", {
    path: { id: base._id },
    body: { pipeline: toWire(rest), rev: base.rev },
  });
  const index = base.pipeline.findIndex(({ companyId }) => companyId === stop.companyId);
  const original = toReportedExperiences(base.pipeline, base._id);
  await api.request("PATCH /api/company/update/{id}", {
    path: { id: stop.companyId },
    body: [{ ...original[index], remove: true, index }, original.filter((_, at) => at !== index), base.school],
  });
  return profile;
}

/** Undoes `removeSavedStop`. */
export async function restoreSavedStop(api: ApiClient, base: OwnProfile, saved: StopView): Promise<OwnProfile> {
  const profile = await api.request("PATCH /api/profile/{id}", {
    path: { id: base._id },
    body: { pipeline: toWire(draftFrom([...base.pipeline, saved]).stops), rev: base.rev },
  });
  await reportStats(api, base, profile);
  return profile;
}
