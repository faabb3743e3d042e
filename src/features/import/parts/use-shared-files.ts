import { useEffect, useEffectEvent } from "react";
import { takeSharedFiles } from "./shared-files.ts";

/** Passes on the files that another app shared before the page was opened. */
export function useSharedFiles(onFiles: (files: File[]) => void): void {
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    void takeSharedFiles(Date.now()).then((files) => {
      if (files.length > 0) take(files);
    });
  }, []);
}
