import { useEffect, useEffectEvent, useState, type Dispatch, type RefObject } from "react";
import { api } from "#core/api-client.ts";
import { updateUser } from "#core/display-copy.ts";
import { keepOutcome } from "#features/profile/parts/save-outcome.ts";
import type { OwnProfile } from "#features/profile/schema.ts";
import type { ImportHandle } from "#features/import/parts/import-handle.ts";
import { settleImport } from "#features/import/parts/import-store.ts";
import { deleteDraft, storeDraft } from "./draft-store.ts";
import { notesOf } from "./form.ts";
import type { VisibilitySwitch } from "./visibility-question.tsx";
import { saveForm } from "./save.ts";
import { endStart } from "./start-steps.ts";
import type { EditorAction, EditorState } from "./state.ts";

export const SAVE_FAILED = "An error occurred while updating your profile.";

/** The answers to the questions before a save. */
export type SaveAnswer = { leavesPending?: true; isSure?: true };

export type SaveHandle = {
  /** Saves; where rows of an import wait, or who sees the profile changes, asks first. */
  save: (answer?: SaveAnswer) => Promise<void>;
  isSaving: boolean;
  /** Ticked rows of an import are not in the pipeline yet: asks what to do with them. */
  asksForPending: boolean;
  addAndSave: () => Promise<void>;
  /** The switch of visibility to be confirmed. */
  visibilitySwitch: VisibilitySwitch | undefined;
  forgetSave: () => void;
};

/** Saving the whole form, and the questions before it. */
export function useSave(editor: {
  /** The profile's id when the page was opened: under it the draft is kept. */
  id: string;
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  base: RefObject<OwnProfile>;
  /** Calls that are under way. */
  queue: RefObject<Promise<void>>;
  importer: RefObject<ImportHandle | null>;
  onHome: () => void;
  onFailure: (words: string | undefined) => void;
  onFocus: (fields: readonly string[]) => void;
  onStale: (profile: OwnProfile) => void;
}): SaveHandle {
  const { id, state, dispatch, base, queue, importer, onHome, onFailure } = editor;
  const [isSaving, setSaving] = useState(false);
  const [visibilitySwitch, setVisibilitySwitch] = useState<VisibilitySwitch>();
  const [asksForPending, setAsksForPending] = useState(false);
  /** The added rows are in the form after the next render; the save goes on from there. */
  const [savesNext, setSavesNext] = useState(false);

  const forgetSave = (): void => {
    setVisibilitySwitch(undefined);
    setAsksForPending(false);
  };

  const save = async (answer?: SaveAnswer): Promise<void> => {
    if (isSaving && !savesNext) return;
    onFailure(undefined);
    forgetSave();
    if (!answer && importer.current?.hasTicked()) {
      setAsksForPending(true);
      return;
    }
    const [first] = notesOf(state.form);
    if (first) {
      dispatch({ do: "show-all" });
      editor.onFocus([first.field]);
      return;
    }
    const level = { from: state.base.visibility, to: state.form.visibility };
    // Before the first save nobody has seen anything.
    if (!answer?.isSure && state.base.created && level.from !== level.to) {
      setVisibilitySwitch(level);
      return;
    }
    setSaving(true);
    await queue.current;
    const result = await saveForm(api, base.current, state.form);
    switch (result.end) {
      case "saved":
        endStart(result.profile._id, localStorage);
        settleImport(id, result.profile._id, localStorage);
        deleteDraft(id, localStorage);
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
        // Where no answer comes there is no home to go to; the form stays.
        if (result.isUnreached) {
          onFailure(`${SAVE_FAILED} ${result.message}`);
          break;
        }
        storeDraft(id, { form: state.form, rev: (result.saved ?? base.current).rev }, localStorage);
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

  const addAndSave = async (): Promise<void> => {
    forgetSave();
    setSaving(true);
    await importer.current?.take();
    setSavesNext(true);
  };
  const goOn = useEffectEvent(() => {
    setSavesNext(false);
    setSaving(false);
    void save({ leavesPending: true });
  });
  useEffect(() => {
    if (savesNext) goOn();
  }, [savesNext]);

  return { save, isSaving, asksForPending, addAndSave, visibilitySwitch, forgetSave };
}
