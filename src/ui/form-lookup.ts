import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "#core/api-client.ts";

export type Found<T> = {
  /** The text that the options belong to; '' before the first answer. */
  text: string;
  options: readonly T[];
  isLoading: boolean;
  /** Why the last question got no answer; options are empty then. */
  failure: string | undefined;
};

export type Load<T> = (text: string, signal: AbortSignal) => Promise<readonly T[]>;

const NOTHING = { text: "", options: [], isLoading: false, failure: undefined } as const;

/** The server's reason if it refused, e.g. too many requests. */
function failureOf(error: unknown): string {
  return error instanceof ApiError && error.code !== "network"
    ? error.message
    : "Looking things up failed. Check your connection.";
}

/**
 * Fetches suggestions while a person types. Waits `delay` milliseconds after a letter, cancels the running request, and
 * ignores a late answer to an older one.
 */
export function createLookup<T>(
  load: Load<T>,
  delay: number,
  onFound: (found: Found<T>) => void,
): { ask: (text: string) => void; stop: () => void } {
  let found: Found<T> = NOTHING;
  let running: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (next: Found<T>): void => {
    found = next;
    onFound(found);
  };
  const stop = (): void => {
    clearTimeout(timer);
    running?.abort();
    running = undefined;
  };
  const run = async (text: string, own: AbortController): Promise<void> => {
    try {
      const options = await load(text, own.signal);
      if (!own.signal.aborted) show({ text, options, isLoading: false, failure: undefined });
    } catch (error) {
      if (!own.signal.aborted) show({ text, options: [], isLoading: false, failure: failureOf(error) });
    }
  };

  return {
    ask(text) {
      stop();
      if (text === "") {
        show(NOTHING);
        return;
      }
      const own = new AbortController();
      running = own;
      show({ ...found, isLoading: true, failure: undefined });
      timer = setTimeout(() => void run(text, own), delay);
    },
    stop,
  };
}

/** Asks for the same text again, after a failure. */
type Again = { again: () => void };

/** createLookup for a field. `text` undefined requests nothing (the list is closed). */
export function useLookup<T>(text: string | undefined, load: Load<T>, delay: number): Found<T> & Again {
  const [found, setFound] = useState<Found<T>>(NOTHING);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  const lookup = useRef<ReturnType<typeof createLookup<T>>>(undefined);
  useEffect(() => {
    lookup.current = createLookup<T>((asked, signal) => latest.current(asked, signal), delay, setFound);
    return () => lookup.current?.stop();
  }, [delay]);
  const ask = useCallback(() => {
    if (text === undefined) lookup.current?.stop();
    else lookup.current?.ask(text.trim());
  }, [text]);
  useEffect(ask, [ask]);
  return { ...found, again: ask };
}
