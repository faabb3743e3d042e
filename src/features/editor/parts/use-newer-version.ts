import { useState, type Dispatch } from "react";
import type { OwnProfile } from "#features/profile/schema.ts";
import type { ProfileForm } from "./form.ts";
import type { EditorAction } from "./state.ts";

export type NewerVersionHandle = {
  /** A newer profile saved by another tab or device; undefined if there is none. */
  stale: OwnProfile | undefined;
  /** The person's draft while the page shows the newer version. */
  putAside: ProfileForm | undefined;
  /** What the person can choose when there is a newer profile. */
  keepMine: () => void;
  takeTheirs: () => void;
  bringBack: () => void;
};

/** A newer version that another tab or device has saved, and the person's choice between the two. */
export function useNewerVersion(
  first: OwnProfile | undefined,
  editor: { form: ProfileForm; dispatch: Dispatch<EditorAction>; onTaken: () => void },
): NewerVersionHandle & { onStale: (newer: OwnProfile) => void } {
  const [stale, setStale] = useState(first);
  const [putAside, setPutAside] = useState<ProfileForm>();
  return {
    stale,
    putAside,
    onStale: setStale,
    keepMine: () => {
      if (stale) editor.dispatch({ do: "rebase", profile: stale });
      setStale(undefined);
    },
    takeTheirs: () => {
      if (!stale) return;
      setPutAside(editor.form);
      editor.dispatch({ do: "load", profile: stale });
      setStale(undefined);
      editor.onTaken();
    },
    bringBack: () => {
      if (putAside) editor.dispatch({ do: "bring-back", form: putAside });
      setPutAside(undefined);
    },
  };
}
