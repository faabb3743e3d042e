import { keyOf } from "#core/text.ts";
import { toWire, type StopDraft } from "#features/pipeline/draft.ts";
import type { OwnProfile } from "#features/profile/schema.ts";
import { changesOf, formOf, isBlank, type ProfileForm } from "./form.ts";

/** What stops say, without the ids that the server gives new ones. It spells a company's name as the first person did. */
function wordsOf(stops: readonly StopDraft[]): string {
  const said = toWire(stops.filter((stop) => !isBlank(stop))).map(({ companyName, undisclosed = false, roles }) => [
    keyOf(companyName ?? ""),
    undisclosed,
    roles,
  ]);
  return JSON.stringify(said);
}

/**
 * Does the profile say all that the form says? Then the form was saved and only its answer was lost: nobody changed the
 * profile elsewhere. Where the server spells something in another way the answer is no, and the person is asked.
 */
export function isSaid(profile: OwnProfile, form: ProfileForm): boolean {
  const saved = formOf(profile);
  return changesOf(saved, form).fields === 0 && wordsOf(saved.pipeline.stops) === wordsOf(form.pipeline.stops);
}
