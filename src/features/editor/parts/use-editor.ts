import { useCallback, useEffect, useReducer, useRef, useState, type Dispatch, type RefObject } from "react";
import { api } from "#core/api-client.ts";
import type { StopDraft } from "#features/pipeline/draft.ts";
import { problemOf } from "#ui/save-problem.tsx";
import type { OwnProfile } from "#features/profile/schema.ts";
import { dropWaiting } from "#features/import/parts/import-store.ts";
import { useTextOwner } from "#features/session/parts/use-text-owner.ts";
import type { ImportHandle } from "#features/import/parts/import-handle.ts";
import { anonymityQuestionOf } from "./anonymity-question.ts";
import { deleteDraft, storeDraft } from "./draft-store.ts";
import {
  changesOf,
  fieldName,
  hasChanges,
  stopOfField,
  type Changes,
  type FieldNote,
  type ProfileForm,
} from "./form.ts";
import { isOnServer, removeSavedStop, restoreSavedStop } from "./save.ts";
import { startOf } from "./first-state.ts";
import { useAnonymityCheck, type AnonymityHandle } from "./use-anonymity-check.ts";
import { useDeferredValidation } from "./use-deferred-validation.ts";
import { SAVE_FAILED, useSave, type SaveHandle } from "./use-save.ts";
import { changeEditor, shownNotes, type EditorAction, type EditorState } from "./state.ts";

export type EditorHandle = SaveHandle & {
  /** The mark of the account. The draft and past imports are kept under it. */
  owner: string;
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  /** The messages to show, in the order of the page. */
  notes: readonly FieldNote[];
  /** The message to show at a field, if any. */
  noteAt: (field: string) => string | undefined;
  changes: Changes;
  isDirty: boolean;
  /** The message in the save bar. */
  message: string | undefined;
  /** True while the page itself navigates away: it must not ask about unsaved changes then. */
  isLeaving: () => boolean;
  /** The form was filled from a draft of an earlier visit. */
  wasRestored: boolean;
  /** A newer profile saved by another tab or device; undefined if there is none. */
  stale: OwnProfile | undefined;
  /** The person's draft while the page shows the newer version. */
  putAside: ProfileForm | undefined;
  /** The import panel, once it is rendered. */
  importer: RefObject<ImportHandle | null>;
  /** True while the import's review has choices that would be lost on leaving. */
  isChecking: boolean;
  setChecking: (isChecking: boolean) => void;
  /** True while an import's review is open. Its bar replaces the save bar. */
  isReviewing: boolean;
  setReviewing: (isReviewing: boolean) => void;
  anonymity: AnonymityHandle;
  /** True while the person rates the unrated roles one by one. */
  isRating: boolean;
  setRating: (isRating: boolean) => void;
  discard: () => void;
  openStop: (stop: number) => void;
  closeStop: (stop: number) => void;
  /** Focuses a field and expands its stop. `atTop` scrolls its section to the top. */
  goTo: (field: string, atTop?: "at-top") => void;
  putInOrder: (stop: number) => void;
  removeStop: (stop: StopDraft) => void;
  removeRole: (target: { stop: number; role: number }) => void;
  undoRemoval: () => void;
  /** Closes the undo notice. If it had the focus, the focus moves to the pipeline. */
  forgetRemoved: () => void;
  /** The person's choices when `stale` is set. */
  keepMine: () => void;
  takeTheirs: () => void;
  bringBack: () => void;
};

/** Focus targets of a stop: its row if collapsed, otherwise its company field. */
function placesOf(stop: number): string[] {
  return [fieldName.row(stop), fieldName.company(stop)];
}

/** State and actions of the edit page. */
export function useEditor(profile: OwnProfile): EditorHandle {
  // Kept from the first rendering: after a logout in another tab the page has none, but the draft still needs it.
  const [owner] = useState(useTextOwner());
  const [start] = useState(() => startOf(profile, owner));
  const [state, change] = useReducer(changeEditor, start.state);
  const dispatch = useDeferredValidation(change);
  const [wasRestored, setRestored] = useState(start.wasRestored);
  const [stale, setStale] = useState(start.stale);
  const [putAside, setPutAside] = useState<ProfileForm>();
  const [failure, setFailure] = useState<string>();
  const [focusOn, setFocusOn] = useState<{ fields: readonly string[]; atTop?: "at-top" | undefined }>();
  const [isChecking, setChecking] = useState(false);
  const [isReviewing, setReviewing] = useState(false);
  const [isRating, setRating] = useState(false);
  const anonymity = useAnonymityCheck(anonymityQuestionOf(state.form));
  const leaving = useRef(false);
  const importer = useRef<ImportHandle>(null);
  // Calls that change the profile run one after the other, because each needs the revision of the one before.
  const base = useRef(state.base);
  const queue = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    base.current = state.base;
  }, [state.base]);

  const changes = changesOf(state.saved, state.form);
  const isDirty = hasChanges(changes);
  const notes = shownNotes(state);

  useEffect(() => {
    if (leaving.current) return;
    if (isDirty) storeDraft(owner, { form: state.form, rev: state.base.rev }, localStorage);
    else {
      deleteDraft(owner, localStorage);
      dropWaiting(owner, localStorage);
    }
  }, [owner, isDirty, state.form, state.base.rev]);

  useEffect(() => {
    for (const field of focusOn?.fields ?? []) {
      const element = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
      if (focusOn?.atTop) element?.closest("section")?.scrollIntoView({ block: "start" });
      element?.focus({ preventScroll: focusOn?.atTop !== undefined });
      if (element) return;
    }
  }, [focusOn]);

  const serially = useCallback((job: () => Promise<void>): Promise<void> => {
    queue.current = queue.current.then(job);
    return queue.current;
  }, []);

  const saving = useSave({
    owner,
    state,
    dispatch,
    base,
    queue,
    anonymity,
    onHome: () => {
      leaving.current = true;
      window.location.assign("/");
    },
    onFailure: setFailure,
    onFocus: (fields) => setFocusOn({ fields }),
    onStale: setStale,
  });

  const failed = (error: unknown): void => {
    setFailure(`${SAVE_FAILED} ${problemOf(error).message}`);
  };

  const removeStop = (stop: StopDraft): void => {
    const at = state.form.pipeline.stops.indexOf(stop);
    setFailure(undefined);
    dispatch({ do: "pipeline", action: { do: "remove-stop", stop: stop.tempId2 } });
    if (!isOnServer(state.base, stop)) return;
    void serially(async () => {
      try {
        base.current = await removeSavedStop(api, base.current, stop);
        dispatch({ do: "stop-gone", stop: stop.tempId2, profile: base.current });
      } catch (error) {
        dispatch({ do: "pipeline", action: { do: "put-back", at, form: stop } });
        dispatch({ do: "forget-removed" });
        failed(error);
      }
    });
  };

  // The same function at each render, so that roles that did not change are not rendered again.
  const removeRole = useCallback(
    (target: { stop: number; role: number }): void => {
      setFailure(undefined);
      dispatch({ do: "pipeline", action: { do: "remove-role", ...target } });
    },
    [dispatch],
  );

  const undoRemoval = (): void => {
    const { removed, saved } = state;
    if (!removed) return;
    dispatch({ do: "undo" });
    if (removed.what === "draft") {
      setFocusOn({ fields: [fieldName.top] });
      return;
    }
    if (removed.what === "role") {
      setFocusOn({ fields: [fieldName.title(removed.form.tempId2)] });
      return;
    }
    setFocusOn({ fields: placesOf(removed.form.tempId2) });
    const gone = removed.saved;
    const was = saved.pipeline.stops.find(({ tempId2 }) => tempId2 === removed.form.tempId2) ?? removed.form;
    if (!gone) return;
    void serially(async () => {
      // The removal itself may have failed; then there is nothing to put back.
      if (isOnServer(base.current, removed.form)) return;
      try {
        base.current = await restoreSavedStop(api, base.current, gone);
        dispatch({ do: "stop-back", form: was, at: removed.at, profile: base.current });
      } catch (error) {
        failed(error);
      }
    });
  };

  return {
    owner,
    state,
    dispatch,
    changes,
    isDirty,
    wasRestored,
    stale,
    putAside,
    notes,
    noteAt: (field) => notes.find((note) => note.field === field)?.message,
    message: failure ?? (state.showsAll ? notes[0]?.message : undefined),
    isLeaving: () => leaving.current,
    importer,
    isChecking,
    setChecking,
    isReviewing,
    setReviewing,
    anonymity,
    isRating,
    setRating,
    ...saving,
    openStop: (stop) => {
      dispatch({ do: "open", stop });
      setFocusOn({ fields: [fieldName.company(stop)] });
    },
    closeStop: (stop) => {
      dispatch({ do: "close", stop });
      setFocusOn({ fields: placesOf(stop) });
    },
    goTo: (field, atTop) => {
      const stop = stopOfField(state.form, field);
      if (stop !== undefined) dispatch({ do: "open", stop });
      setFocusOn({ fields: [field], atTop });
    },
    putInOrder: (stop) => {
      dispatch({ do: "put-in-order", stop });
      setFocusOn({ fields: placesOf(stop) });
    },
    removeStop,
    removeRole,
    undoRemoval,
    forgetRemoved: () => {
      const at = state.removed?.what === "stop" ? state.removed.at : state.form.pipeline.stops.length;
      const wasThere = document.activeElement?.closest(".toast") !== null;
      dispatch({ do: "forget-removed" });
      const next = state.removed?.what === "draft" ? [fieldName.top] : [fieldName.add(at), fieldName.add(0)];
      if (wasThere) setFocusOn({ fields: next });
    },
    discard: () => {
      setRestored(false);
      setFailure(undefined);
      importer.current?.forget();
      dispatch({ do: "discard" });
    },
    keepMine: () => {
      if (stale) dispatch({ do: "rebase", profile: stale });
      setStale(undefined);
    },
    takeTheirs: () => {
      if (!stale) return;
      setPutAside(state.form);
      importer.current?.forget();
      dispatch({ do: "load", profile: stale });
      setStale(undefined);
      setRestored(false);
    },
    bringBack: () => {
      if (putAside) dispatch({ do: "bring-back", form: putAside });
      setPutAside(undefined);
    },
  };
}
