import type { Call } from "#features/path/pure/calls.ts";

/**
 * Messages between a process and the engine, its own or that of all processes. While a new version replaces the
 * old one, the two ends may be of different versions: only add to these messages, or give the process another address.
 */
export type ToEngine =
  /** Profiles that may have changed, appeared or gone. The engine reads them again before it answers anything else. */
  | { kind: "changed"; ids: readonly string[] }
  /** At the start, when changes may have been missed, or when names changed: read everything, and answer meanwhile. */
  | { kind: "everything"; reading: number }
  | { kind: "today"; date: string }
  /** The database hangs or has moved. Connections may not notice it, so open others. */
  | { kind: "reconnect" }
  | { kind: "ask"; number: number; call: Call; ask: unknown };

export type FromEngine =
  | { kind: "answer"; number: number; answer: unknown }
  /** A large answer as JSON, which takes a tenth of the time to pass on. Equal texts have equal digests. */
  | { kind: "text"; number: number; text: string; digest: string }
  | { kind: "failed"; number: number; name: string; message: string }
  /** A complete reading has ended. It began after it was requested. */
  | { kind: "filled"; reading: number; lines: number; milliseconds: number }
  | { kind: "read-failed"; message: string };

/** The way to an engine: the channel to a child, or a connection to the process for all. */
export type RunningEngine = {
  postMessage: (message: ToEngine) => void;
  on: ((event: "message", listener: (message: FromEngine) => void) => unknown) &
    ((event: "error", listener: (error: unknown) => void) => unknown) &
    ((event: "exit", listener: (code?: number | null, signal?: string | null) => void) => unknown);
  unref: () => void;
  terminate: () => Promise<unknown>;
};

const PROFILE_TAG = "profile:";

/** The profiles that these tags of the page cache name. */
export function profileIdsIn(tags: readonly string[]): string[] {
  return tags.flatMap((tag) => (tag.startsWith(PROFILE_TAG) ? tag.slice(PROFILE_TAG.length) : []));
}
