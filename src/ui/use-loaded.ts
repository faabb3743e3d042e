import { useCallback, useEffect, useRef, useState } from "react";
import { listProblemOf, type ListProblem } from "./use-pages.ts";

/**
 * Loads data from the server when a part of the page appears. The old data stays visible while it is loaded again.
 * @param load may be a new function at each render; the latest is called
 */
export function useLoaded<Known>(load: (signal: AbortSignal | undefined) => Promise<Known>): {
  /** Undefined until the first answer has come. */
  known: Known | undefined;
  problem: ListProblem | undefined;
  reload: () => Promise<void>;
} {
  const [known, setKnown] = useState<Known>();
  const [problem, setProblem] = useState<ListProblem>();
  const ask = useRef(load);
  useEffect(() => {
    ask.current = load;
  });
  const reload = useCallback(async (signal?: AbortSignal): Promise<void> => {
    setProblem(undefined);
    try {
      setKnown(await ask.current(signal));
    } catch (failure) {
      if (signal?.aborted !== true) setProblem(listProblemOf(failure));
    }
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    void reload(controller.signal);
    return () => controller.abort();
  }, [reload]);
  return { known, problem, reload };
}
