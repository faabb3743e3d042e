import { useRef, useState, type Dispatch, type RefObject } from "react";
import { api } from "#core/api-client.ts";
import { updateUser } from "#core/display-copy.ts";
import { keepOutcome } from "#features/profile/parts/save-outcome.ts";
import type { OwnProfile } from "#features/profile/schema.ts";
import { settleImport } from "#features/import/parts/import-store.ts";
import { deleteDraft, storeDraft } from "./draft-store.ts";
import { showsAnew } from "./anonymity-question.ts";
import { notesOf } from "./form.ts";
import { saveForm } from "./save.ts";
import { closeStart } from "./start-choice.ts";
import type { EditorAction, EditorState } from "./state.ts";
import type { AnonymityHandle } from "./use-anonymity-check.ts";
import type { Publication } from "./visibility-question.tsx";

export const SAVE_FAILED = "An error occurred while updating your profile.";

export type SaveHandle = {
  /** Saves. Asks first if the visibility changes, or if the anonymity check is red. */
  save: (answer?: "sure") => Promise<void>;
  isSaving: boolean;
  /** The change that the person has to confirm. */
  publication: Publication | undefined;
  forgetSave: () => void;
};

/** Saves the whole form, after a confirmation if needed. */
export function useSave(editor: {
  /** The mark of the account. It is the key of the draft and of imports. */
  owner: string;
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  base: RefObject<OwnProfile>;
  /** Calls that are under way. */
  queue: RefObject<Promise<void>>;
  anonymity: AnonymityHandle;
  onHome: () => void;
  onFailure: (words: string | undefined) => void;
  onFocus: (fields: readonly string[]) => void;
  onStale: (profile: OwnProfile) => void;
}): SaveHandle {
  const { owner, state, dispatch, base, queue, anonymity, onHome, onFailure } = editor;
  const [isSaving, setSaving] = useState(false);
  const [publication, setPublication] = useState<Publication>();
  /** The request body for which the red warning was shown, so that it is shown once. */
  const warned = useRef<string>(undefined);

  const forgetSave = (): void => setPublication(undefined);

  const keepDraft = ({ rev }: OwnProfile): void => storeDraft(owner, { form: state.form, rev }, localStorage);

  /** True if the save would show others a new pipeline, the anonymity check is red, and the warning was not shown yet. */
  const isRed = async (): Promise<boolean> => {
    const { form, saved } = state;
    const key = JSON.stringify(anonymity.question?.body);
    if (!showsAnew(saved, form, state.base.created) || warned.current === key) return false;
    const answer = await anonymity.settle();
    if (answer?.crowd !== "under-5") return false;
    warned.current = key;
    return true;
  };

  const save = async (answer?: "sure"): Promise<void> => {
    if (isSaving) return;
    onFailure(undefined);
    forgetSave();
    const [first] = notesOf(state.form);
    if (first) {
      dispatch({ do: "show-all" });
      editor.onFocus([first.field]);
      return;
    }
    setSaving(true);
    if (answer === undefined) {
      const [from, to] = [state.base.visibility, state.form.visibility];
      // Before the first save nobody has seen anything.
      const isSwitch = state.base.created && from !== to;
      const isAtRed = await isRed();
      if (isSwitch || isAtRed) {
        setSaving(false);
        setPublication({ ...(isSwitch ? { change: { from, to } } : {}), isAtRed });
        return;
      }
    }
    await queue.current;
    const result = await saveForm(api, base.current, state.form);
    switch (result.end) {
      case "saved":
        closeStart(result.profile._id, localStorage);
        settleImport(owner, localStorage);
        deleteDraft(owner, localStorage);
        updateUser({ profileId: result.profile._id, profileCreated: true, username: result.profile.username });
        keepOutcome({
          kind: "saved",
          profileId: result.profile._id,
          hasStops: result.profile.pipeline.length > 0,
        });
        onHome();
        return;
      case "failed":
        if (result.saved) dispatch({ do: "rebase", profile: result.saved });
        // The server is unreachable, so the home page would not load either. Stay in the form.
        if (result.isUnreached) {
          onFailure(`${SAVE_FAILED} ${result.message}`);
          break;
        }
        keepDraft(result.saved ?? base.current);
        keepOutcome({ kind: "failed", detail: result.message });
        onHome();
        return;
      case "refused":
        dispatch({ do: "refuse", notes: result.notes });
        onFailure(result.message);
        editor.onFocus(result.notes.map(({ field }) => field));
        break;
      case "stale":
        editor.onStale(result.profile);
        break;
    }
    setSaving(false);
  };

  return { save, isSaving, publication, forgetSave };
}
