import { useEffect, useReducer, useRef, useState, type Dispatch, type RefObject } from "react";
import type { OwnProfile } from "#features/profile/schema.ts";
import { dropWaiting } from "#features/import/parts/import-store.ts";
import { useTextOwner } from "#features/session/parts/use-text-owner.ts";
import type { ImportHandle } from "#features/import/parts/import-handle.ts";
import { anonymityQuestionOf } from "./anonymity-question.ts";
import { deleteDraft, storeDraft } from "./draft-store.ts";
import { changesOf, fieldName, hasChanges, stopOfField, type Changes, type FieldNote } from "./form.ts";
import { startOf } from "./first-state.ts";
import { useAnonymityCheck, type AnonymityHandle } from "./use-anonymity-check.ts";
import { useDeferredValidation } from "./use-deferred-validation.ts";
import { useNewerVersion, type NewerVersionHandle } from "./use-newer-version.ts";
import { placesOf, useRemovals, type RemovalHandle } from "./use-removals.ts";
import { useSave, type SaveHandle } from "./use-save.ts";
import { changeEditor, shownNotes, type EditorAction, type EditorState } from "./state.ts";

export type EditorHandle = SaveHandle &
  RemovalHandle &
  NewerVersionHandle & {
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
  };

/** @returns a function that focuses the first of these fields that the page has after the next rendering */
function useFocus(): (fields: readonly string[], atTop?: "at-top") => void {
  const [target, setTarget] = useState<{ fields: readonly string[]; atTop?: "at-top" | undefined }>();
  useEffect(() => {
    for (const field of target?.fields ?? []) {
      const element = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
      if (target?.atTop) element?.closest("section")?.scrollIntoView({ block: "start" });
      element?.focus({ preventScroll: target?.atTop !== undefined });
      if (element) return;
    }
  }, [target]);
  return (fields, atTop) => setTarget({ fields, atTop });
}

/** State and actions of the edit page. */
export function useEditor(profile: OwnProfile): EditorHandle {
  // Kept from the first rendering: after a logout in another tab the page has none, but the draft still needs it.
  const [owner] = useState(useTextOwner());
  const [start] = useState(() => startOf(profile, owner));
  const [state, change] = useReducer(changeEditor, start.state);
  const dispatch = useDeferredValidation(change);
  const [wasRestored, setRestored] = useState(start.wasRestored);
  const [failure, setFailure] = useState<string>();
  const focusOn = useFocus();
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

  const shared = { state, dispatch, base, queue, onFailure: setFailure, onFocus: focusOn };
  const removals = useRemovals(shared);
  const { onStale, ...newer } = useNewerVersion(start.stale, {
    form: state.form,
    dispatch,
    onTaken: () => {
      importer.current?.forget();
      setRestored(false);
    },
  });
  const saving = useSave({
    ...shared,
    owner,
    anonymity,
    onHome: () => {
      leaving.current = true;
      window.location.assign("/");
    },
    onStale,
  });

  return {
    owner,
    state,
    dispatch,
    changes,
    isDirty,
    wasRestored,
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
    ...removals,
    ...newer,
    openStop: (stop) => {
      dispatch({ do: "open", stop });
      focusOn([fieldName.company(stop)]);
    },
    closeStop: (stop) => {
      dispatch({ do: "close", stop });
      focusOn(placesOf(stop));
    },
    goTo: (field, atTop) => {
      const stop = stopOfField(state.form, field);
      if (stop !== undefined) dispatch({ do: "open", stop });
      focusOn([field], atTop);
    },
    putInOrder: (stop) => {
      dispatch({ do: "put-in-order", stop });
      focusOn(placesOf(stop));
    },
    discard: () => {
      setRestored(false);
      setFailure(undefined);
      importer.current?.forget();
      dispatch({ do: "discard" });
    },
  };
}
