import { useState, type Dispatch } from "react";
import type { OwnProfile } from "#features/profile/schema.ts";
import type { ProfileForm } from "./form.ts";
import type { EditorAction } from "./state.ts";

export type NewerVersionHandle = {
  /** A newer profile saved by another tab or device; undefined if there is none. */
  stale: OwnProfile | undefined;
  /** The person's draft while the page shows the newer version. */
  putAside: ProfileForm | undefined;
  /** The person's choices when `stale` is set. */
  keepMine: () => void;
  takeTheirs: () => void;
  bringBack: () => void;
};

/** What the person does about a version that another tab or device saved. */
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
