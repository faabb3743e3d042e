import { useCallback, useEffect, useRef, useState } from "react";
import { problemOf, type ListProblem } from "./use-pages.ts";

/**
 * What a part of the page asks the server for as it appears. What was shown stays while it is asked again.
 * @param load may be another function at each drawing; the latest one is asked
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
      if (signal?.aborted !== true) setProblem(problemOf(failure));
    }
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    void reload(controller.signal);
    return () => controller.abort();
  }, [reload]);
  return { known, problem, reload };
}
