import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, sentenceOf } from "#core/api-client.ts";

export type PageOf<Item> = {
  items: readonly Item[];
  /** Cursor of the following page, "" on the last. */ next: string;
};

/** An error as a sentence. `isShut` if a login would help. */
export type ListProblem = { message: string; isShut: boolean };

export type Pages<Item> = {
  /** Undefined until the first page has come. */
  items: readonly Item[] | undefined;
  hasMore: boolean;
  /** A page is being loaded: the first one, a newer one in its place, or the next one. */
  isLoading: boolean;
  problem: ListProblem | undefined;
  reload: () => void;
  more: () => void;
  /** After a change that the server took: the list as it is now. Made twice, it must have the same result. */
  change: (next: (items: readonly Item[]) => readonly Item[]) => void;
};

/** The sentence for a list that could not be loaded. */
export function listProblemOf(failure: unknown): ListProblem {
  const isShut = failure instanceof ApiError && (failure.status === 401 || failure.code === "not-admin");
  return { message: sentenceOf(failure), isShut };
}

/**
 * Loads a list page by page. Another `key` (a filter, a search) starts again; the old rows stay visible until the
 * answer arrives. Only the answer to the latest request counts.
 * @param load is called without a cursor for the first page
 */
export function usePages<Item>(
  key: string,
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<PageOf<Item>>,
): Pages<Item> {
  const [items, setItems] = useState<readonly Item[]>();
  const [next, setNext] = useState("");
  const [isLoading, setLoading] = useState(true);
  const [problem, setProblem] = useState<ListProblem>();
  const ask = useRef(load);
  const running = useRef<AbortController>(undefined);
  /** Changes since the running request began: its answer may be of before them. */
  const changes = useRef<((items: readonly Item[]) => readonly Item[])[]>([]);
  useEffect(() => {
    ask.current = load;
  });

  const fetchPage = useCallback(async (cursor: string): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    changes.current = [];
    setLoading(true);
    setProblem(undefined);
    try {
      const page = await ask.current(cursor === "" ? undefined : cursor, controller.signal);
      if (controller.signal.aborted) return;
      const missed = changes.current;
      setItems((before) => {
        const rows = cursor === "" ? page.items : [...(before ?? []), ...page.items];
        return missed.reduce((now, change) => change(now), rows);
      });
      setNext(page.next);
    } catch (failure) {
      if (controller.signal.aborted) return;
      setProblem(listProblemOf(failure));
    }
    setLoading(false);
  }, []);

  useEffect(() => {
    void fetchPage("");
    return () => running.current?.abort();
  }, [key, fetchPage]);

  // All rows on the screen are done, and the server has more.
  const isUsedUp = items?.length === 0 && next !== "" && !isLoading && problem === undefined;
  useEffect(() => {
    if (isUsedUp) void fetchPage(next);
  }, [isUsedUp, next, fetchPage]);

  return {
    items,
    hasMore: next !== "",
    isLoading,
    problem,
    reload: () => void fetchPage(""),
    more: () => {
      if (next !== "" && !isLoading) void fetchPage(next);
    },
    change: (change) => {
      changes.current.push(change);
      setItems((now) => (now === undefined ? now : change(now)));
    },
  };
}
