import { useSyncExternalStore } from "react";

/** Requests that failed without a connection and wait for a retry. */
const waiting = new Set<() => void>();
const listeners = new Set<() => void>();
let unfinished = 0;
let failures = 0;
/** 0 once every failed request has succeeded. */
let shown = 0;

function setShown(next: number): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function tryAgain(): void {
  const calls = [...waiting];
  waiting.clear();
  for (const call of calls) call();
}

/** Hides the notice until the next failure. */
export function hideNotice(): void {
  setShown(0);
}

function retryRequested(signal: AbortSignal | null | undefined): Promise<void> {
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
 * Runs a request again after each failure for lack of a connection, once the visitor or the browser asks for it. The
 * router keeps waiting, so the current page stays.
 */
export async function retryWhenOnline<T>(attempt: () => Promise<T>, signal?: AbortSignal | null): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    // Browsers throw a TypeError when there is no connection; other errors go to the caller.
    if (signal?.aborted || !(error instanceof TypeError)) throw error;
  }
  unfinished += 1;
  failures += 1;
  setShown(failures);
  try {
    await retryRequested(signal);
    return await retryWhenOnline(attempt, signal);
  } finally {
    unfinished -= 1;
    if (unfinished === 0) setShown(0);
  }
}

/** `fetch` that waits for the connection when the router reads a page's data. */
export function waitForConnection(plain: typeof fetch): typeof fetch {
  return async (input, init) => {
    const isPageData =
      input instanceof URL &&
      input.origin === location.origin &&
      input.pathname.endsWith(".data") &&
      (init?.method ?? "GET") === "GET";
    return isPageData ? await retryWhenOnline(() => plain(input, init), init?.signal) : await plain(input, init);
  };
}

/**
 * Loads a page's script for the router, which would otherwise reload the whole page and, without a connection, leave
 * the browser's own error page. Fetched first: browsers remember a failed import and never try it again.
 */
export async function importPage<T>(load: () => Promise<T>, address: string): Promise<T> {
  await retryWhenOnline(() => fetch(address));
  return await load();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useFailures(): number {
  return useSyncExternalStore(
    listen,
    () => shown,
    () => 0,
  );
}
