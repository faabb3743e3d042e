import type { Candidate, Resolution } from "#features/import/pure/match-names.ts";
import { LIMITS, type ColumnAnswers, type ReadResult, type Tell } from "#features/import/rules.ts";

/** The page's side of `reader.worker.ts`. */

export type ReaderQuestion = { files: readonly File[]; answers: ColumnAnswers };

export type ReaderAnswer =
  | { is: "begun" }
  | { is: "step"; what: string; share: number }
  | ({ is: "done" } & Reading)
  | { is: "broken" };

/** The result, and the matches of its companies by `keyOf` of the name. */
export type Reading = { result: ReadResult; resolutions: ReadonlyMap<string, Resolution> };

/** The message is a sentence for the user. */
export class ReaderError extends Error {}

export const NOT_COME =
  "The part of this page that reads files did not come. Check the connection and choose the file again.";
const BROKEN =
  "Your browser stopped reading, most likely for want of memory. Choose the CSV files in the archive instead.";
const TOO_LONG = `Reading took longer than ${LIMITS.seconds / 60} minutes, so we stopped. Choose the CSV files in the archive instead.`;

function openWorker(): Worker {
  return new Worker(new URL("./reader.worker.ts", import.meta.url), { type: "module" });
}

/**
 * Reads files in a worker of their own, which is ended with the reading,
 * however that ends: by its result, its time limit, its death, or the signal.
 * @param open for tests
 * @throws ReaderError, or the signal's reason
 */
export function readInWorker(
  files: readonly File[],
  candidates: Promise<readonly Candidate[]>,
  options: { signal: AbortSignal; tell: Tell; answers?: ColumnAnswers },
  open: () => Worker = openWorker,
): Promise<Reading> {
  const { signal, tell } = options;
  return new Promise<Reading>((resolve, reject) => {
    signal.throwIfAborted();
    const worker = open();
    const { port1: port, port2 } = new MessageChannel();
    let hasBegun = false;
    const end = (finish: () => void): void => {
      clearTimeout(limit);
      signal.removeEventListener("abort", stop);
      worker.terminate();
      port.close();
      finish();
    };
    const fail = (sentence: string): void => end(() => reject(new ReaderError(sentence)));
    const stop = (): void => end(() => reject(signal.reason));
    const limit = setTimeout(() => fail(TOO_LONG), LIMITS.seconds * 1_000);
    signal.addEventListener("abort", stop);
    worker.addEventListener("error", (event) => {
      // The page shows a sentence; keep it out of the console.
      event.preventDefault();
      fail(hasBegun ? BROKEN : NOT_COME);
    });
    port.addEventListener("message", ({ data }: MessageEvent<ReaderAnswer>) => {
      hasBegun = true;
      if (data.is === "step") tell(data.what, data.share);
      if (data.is === "broken") fail(BROKEN);
      if (data.is === "done") end(() => resolve({ result: data.result, resolutions: data.resolutions }));
    });
    port.start();
    const question: ReaderQuestion = { files, answers: options.answers ?? new Map() };
    worker.postMessage(question, [port2]);
    void candidates.then((listed) => port.postMessage(listed));
  });
}
