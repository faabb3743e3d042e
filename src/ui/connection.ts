import { lazy, useSyncExternalStore, type LazyExoticComponent, type ReactNode } from "react";
import { ApiError, NETWORK_FAILURE, passingRefusal } from "#core/api-client.ts";

const NEWER_VERSION = "This site has a newer version. Reload the page to go on.";
const NOT_LOADED = "A part of this page did not load. Reload the page to go on.";

/** Requests that failed and wait for a retry. */
const waiting = new Set<() => void>();
const listeners = new Set<() => void>();
let unfinished = 0;
let failures = 0;

/** Why a request failed, and what the visitor can do. `count` differs for each failure. */
type Failure = { sentence: string; action: "Try again" | "Reload"; count: number };
/** Undefined once every failed request has succeeded. */
let shown: Failure | undefined;

function setShown(next: Failure | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** No further try helps. The message is the sentence for the visitor. */
class ReloadNeeded extends Error {}

/** A file of this page that the server does not have, usually because a newer version of the site is there. */
class FileGone extends ReloadNeeded {}

function showFailure(error: ApiError | TypeError | ReloadNeeded): void {
  failures += 1;
  setShown({
    sentence: error instanceof TypeError ? NETWORK_FAILURE : error.message,
    action: error instanceof ReloadNeeded ? "Reload" : "Try again",
    count: failures,
  });
}

/** Does what the notice offers: repeats what failed, or loads the page again, which keeps what is typed. */
export function recover(): void {
  if (shown?.action === "Reload") location.reload();
  else tryAgain();
}

export function tryAgain(): void {
  const calls = [...waiting];
  waiting.clear();
  for (const call of calls) call();
}

/** Hides the notice until the next failure. */
export function hideNotice(): void {
  setShown(undefined);
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
 * Runs a request again after each failure that passes, such as a lost connection, once the visitor or the browser asks
 * for it. The router keeps waiting, so the current page stays.
 */
export async function retryWhenOnline<T>(attempt: () => Promise<T>, signal?: AbortSignal | null): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    // Browsers throw a TypeError when there is no connection; other errors go to the caller.
    if (error instanceof TypeError || error instanceof ApiError) showFailure(error);
    // `importPart` has shown this already.
    else if (!(error instanceof ReloadNeeded)) throw error;
  }
  unfinished += 1;
  try {
    await retryRequested(signal);
    return await retryWhenOnline(attempt, signal);
  } finally {
    unfinished -= 1;
    if (unfinished === 0) setShown(undefined);
  }
}

/**
 * Is this data for the page that is shown? If the server refuses it, the page stays, because somebody may be typing
 * there. If it refuses another page, the router shows an error page. A request that a part of this page makes for its
 * own data has another path. It is recognised by its `_routes`: the root is missing in them.
 */
function isForThisPage({ pathname, searchParams }: URL): boolean {
  const isPart = searchParams.get("_routes")?.split(",").includes("root") === false;
  // The router asks for "/" at "/_.data".
  return isPart || pathname === `${location.pathname}${location.pathname.endsWith("/") ? "_" : ""}.data`;
}

/** `fetch` that waits for the connection when the router reads a page's data. */
export function waitForConnection(plain: typeof fetch): typeof fetch {
  return async (input, init) => {
    const isPageData =
      input instanceof URL &&
      input.origin === location.origin &&
      input.pathname.endsWith(".data") &&
      (init?.method ?? "GET") === "GET";
    if (!isPageData) return await plain(input, init);
    const read = async (): Promise<Response> => {
      const response = await plain(input, init);
      // The router's own answers have this header; they contain an error page, if any.
      if (response.headers.has("X-Remix-Response")) return response;
      const refusal = await passingRefusal(response);
      if (!refusal) return response;
      if (isForThisPage(input)) throw refusal;
      // The error page gets the text of the answer, but no header, which says how long the wait is.
      return new Response(refusal.message, { status: response.status, statusText: response.statusText });
    };
    return await retryWhenOnline(read, init?.signal);
  };
}

async function fetchFile(address: string): Promise<void> {
  const response = await fetch(address);
  if (response.status === 404) throw new FileGone(NEWER_VERSION);
  const refusal = await passingRefusal(response);
  if (refusal) throw refusal;
  await response.arrayBuffer();
}

async function fetchMissing(addresses: readonly string[]): Promise<void> {
  const missing = addresses.filter((address) => document.querySelector(`link[href$="${address}"]`) === null);
  await Promise.all(missing.map(fetchFile));
}

/**
 * Fetches the files of an import before it begins, except those that the page has. Browsers remember an import that
 * failed, also that of a file which it needs, and never try it again. vite.config.ts calls this for each `import()`. If
 * a file is gone, or the import failed although its files had come, no try helps. So the notice offers to reload,
 * even if the caller handles the error itself.
 */
export async function importPart<T>(load: () => Promise<T>, addresses: readonly string[]): Promise<T> {
  try {
    await fetchMissing(addresses);
    return await load().catch(() => {
      throw new ReloadNeeded(NOT_LOADED);
    });
  } catch (error) {
    // Some fields import with each letter. If the notice is already there, do not show and announce it again.
    if (error instanceof ReloadNeeded && shown?.action !== "Reload") showFailure(error);
    throw error;
  }
}

/**
 * Loads a page's script for the router, which would otherwise reload the whole page and, without a connection, leave
 * the browser's own error page.
 */
export async function importPage<T>(load: () => Promise<T>, addresses: readonly string[]): Promise<T> {
  await retryWhenOnline(async () => {
    try {
      await fetchMissing(addresses);
    } catch (error) {
      // The import fails then, and the router reloads the page.
      if (!(error instanceof FileGone)) throw error;
    }
  });
  return await load();
}

/** `lazy` for a part whose failed load says so, and can be tried again. `lazy` alone remembers the failure. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: (props: Props) => ReactNode }>,
): LazyExoticComponent<(props: Props) => ReactNode> {
  return lazy(() => retryWhenOnline(load));
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useFailure(): Failure | undefined {
  return useSyncExternalStore(
    listen,
    () => shown,
    () => undefined,
  );
}
