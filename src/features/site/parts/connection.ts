import { useSyncExternalStore } from "react";

/** What failed for lack of a connection and waits to be tried again. */
const waiting = new Set<() => void>();
const listeners = new Set<() => void>();
let unfinished = 0;
let failures = 0;
/** Failures so far, while any of them is not made good; else 0. */
let shown = 0;

function tell(next: number): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function tryAgain(): void {
  const calls = [...waiting];
  waiting.clear();
  for (const call of calls) call();
}

/** Nothing is said of what failed until something fails anew. */
export function leaveIt(): void {
  tell(0);
}

function untilAsked(signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      waiting.delete(resolve);
      reject(signal?.reason);
    };
    waiting.add(resolve);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/**
 * Does what needs the connection; where there is none, waits to be asked to
 * do it again instead of failing. The router goes on waiting meanwhile, so the
 * page that is there stays.
 */
export async function untilThere<T>(attempt: () => Promise<T>, signal?: AbortSignal | null): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    // A browser's word for "no answer"; anything else is for whoever called.
    if (signal?.aborted || !(error instanceof TypeError)) throw error;
  }
  unfinished += 1;
  failures += 1;
  tell(failures);
  try {
    await untilAsked(signal);
    return await untilThere(attempt, signal);
  } finally {
    unfinished -= 1;
    if (unfinished === 0) tell(0);
  }
}

/** `fetch`, with the router's reading of a page's data waiting for the connection. */
export function patient(plain: typeof fetch): typeof fetch {
  return async (input, init) => {
    const isPageData =
      input instanceof URL &&
      input.origin === location.origin &&
      input.pathname.endsWith(".data") &&
      (init?.method ?? "GET") === "GET";
    return isPageData ? await untilThere(() => plain(input, init), init?.signal) : await plain(input, init);
  };
}

/**
 * The router's import of a page's script. Without it the router would load the
 * page anew, which without a connection is the browser's own error page.
 * Fetched first, since a browser remembers a failed import and does not try it
 * again; the import then finds it in the browser's store.
 */
export async function importPage<T>(load: () => Promise<T>, address: string): Promise<T> {
  await untilThere(() => fetch(address));
  return await load();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How often reading a page has failed for lack of a connection; 0 while all is well. */
export function useFailures(): number {
  return useSyncExternalStore(
    listen,
    () => shown,
    () => 0,
  );
}
