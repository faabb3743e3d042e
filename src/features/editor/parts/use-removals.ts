import { useCallback, type Dispatch, type RefObject } from "react";
import { api } from "#core/api-client.ts";
import type { StopDraft } from "#features/pipeline/draft.ts";
import type { OwnProfile } from "#features/profile/schema.ts";
import { problemOf } from "#ui/save-problem.tsx";
import { fieldName } from "./form.ts";
import { isOnServer, removeSavedStop, restoreSavedStop } from "./save.ts";
import type { EditorAction, EditorState } from "./state.ts";
import { SAVE_FAILED } from "./use-save.ts";

export type RemovalHandle = {
  removeStop: (stop: StopDraft) => void;
  removeRole: (target: { stop: number; role: number }) => void;
  undoRemoval: () => void;
  /** Closes the undo notice. If it had the focus, the focus moves to the pipeline. */
  forgetRemoved: () => void;
};

/** Focus targets of a stop: its row if collapsed, otherwise its company field. */
export function placesOf(stop: number): string[] {
  return [fieldName.row(stop), fieldName.company(stop)];
}

/** Removes stops and roles, and puts them back. A saved stop leaves the server at once, without the other changes. */
export function useRemovals(editor: {
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  base: RefObject<OwnProfile>;
  /** Calls that are under way. */
  queue: RefObject<Promise<void>>;
  onFailure: (words: string | undefined) => void;
  onFocus: (fields: readonly string[]) => void;
}): RemovalHandle {
  const { state, dispatch, base: baseRef, queue: queueRef, onFailure, onFocus } = editor;

  /** Runs a call after those under way. */
  const enqueue = (call: () => Promise<void>, onError?: () => void): void => {
    queueRef.current = queueRef.current.then(call).catch((error: unknown) => {
      onError?.();
      onFailure(`${SAVE_FAILED} ${problemOf(error).message}`);
    });
  };

  const removeStop = (stop: StopDraft): void => {
    const at = state.form.pipeline.stops.indexOf(stop);
    onFailure(undefined);
    dispatch({ do: "pipeline", action: { do: "remove-stop", stop: stop.tempId2 } });
    if (!isOnServer(state.base, stop)) return;
    enqueue(
      async () => {
        baseRef.current = await removeSavedStop(api, baseRef.current, stop);
        dispatch({ do: "stop-gone", stop: stop.tempId2, profile: baseRef.current });
      },
      () => {
        dispatch({ do: "pipeline", action: { do: "put-back", at, form: stop } });
        dispatch({ do: "forget-removed" });
      },
    );
  };

  // The same function at each render, so that roles that did not change are not rendered again.
  const removeRole = useCallback(
    (target: { stop: number; role: number }): void => {
      onFailure(undefined);
      dispatch({ do: "pipeline", action: { do: "remove-role", ...target } });
    },
    [dispatch, onFailure],
  );

  const undoRemoval = (): void => {
    const { removed, saved } = state;
    if (!removed) return;
    dispatch({ do: "undo" });
    if (removed.what === "draft") return onFocus([fieldName.top]);
    if (removed.what === "role") return onFocus([fieldName.title(removed.form.tempId2)]);
    const { form, at, saved: gone } = removed;
    onFocus(placesOf(form.tempId2));
    if (!gone) return;
    const was = saved.pipeline.stops.find(({ tempId2 }) => tempId2 === form.tempId2) ?? form;
    enqueue(async () => {
      // The removal itself may have failed; then there is nothing to put back.
      if (isOnServer(baseRef.current, form)) return;
      baseRef.current = await restoreSavedStop(api, baseRef.current, gone);
      dispatch({ do: "stop-back", form: was, at, profile: baseRef.current });
    });
  };

  const forgetRemoved = (): void => {
    const { removed, form } = state;
    const at = removed?.what === "stop" ? removed.at : form.pipeline.stops.length;
    const wasThere = document.activeElement?.closest(".toast") !== null;
    dispatch({ do: "forget-removed" });
    if (wasThere) onFocus(removed?.what === "draft" ? [fieldName.top] : [fieldName.add(at), fieldName.add(0)]);
  };

  return { removeStop, removeRole, undoRemoval, forgetRemoved };
}
