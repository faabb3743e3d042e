import { adoptImports } from "#features/import/parts/import-store.ts";
import type { OwnProfile } from "#features/profile/schema.ts";
import { adoptDraft, readDraft } from "./draft-store.ts";
import { changesOf, hasChanges } from "./form.ts";
import { isSaid } from "./is-said.ts";
import { changeEditor, stateOf, type EditorState } from "./state.ts";

type Start = { state: EditorState; wasRestored: boolean; stale: OwnProfile | undefined };

/**
 * The saved profile with the draft of an earlier visit in its form, where there is one.
 * @param owner the mark of the account
 */
export function startOf(profile: OwnProfile, owner: string): Start {
  const fresh = stateOf(profile);
  adoptDraft(profile._id, owner, localStorage);
  adoptImports(profile._id, owner, localStorage);
  const kept = readDraft(owner, localStorage, fresh.saved);
  // If the page was left before a save was answered, the draft is still stored although it was saved.
  if (!kept || !hasChanges(changesOf(fresh.saved, kept.form)) || isSaid(profile, kept.form)) {
    return { state: fresh, wasRestored: false, stale: undefined };
  }
  return {
    state: changeEditor(fresh, { do: "bring-back", form: kept.form }),
    wasRestored: true,
    stale: kept.rev === profile.rev ? undefined : profile,
  };
}
