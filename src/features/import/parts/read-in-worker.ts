import { isPdf, PDF_HEAD } from "#features/import/pure/file-content.ts";
import type { Candidate, Resolution } from "#features/import/pure/match-names.ts";
import { LIMITS, type ColumnAnswers, type ReadResult, type OnProgress } from "#features/import/rules.ts";

/** The page's side of `reader.worker.ts` and `pdf-reader.worker.ts`. */

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
  "The part of this page that reads files did not load. Check the connection and choose the file again.";
const BROKEN =
  "Your browser stopped reading, most likely because it ran out of memory. Choose the CSV files in the archive instead.";
const TOO_LONG = `Reading took longer than ${LIMITS.seconds / 60} minutes, so we stopped. Choose the CSV files in the archive instead.`;

function openReader(): Worker {
  return new Worker(new URL("./reader.worker.ts", import.meta.url), { type: "module" });
}

function openPdfReader(): Worker {
  return new Worker(new URL("./pdf-reader.worker.ts", import.meta.url), { type: "module" });
}

/** False for a file that cannot be opened. */
async function isPdfFile(file: File): Promise<boolean> {
  const head = await file
    .slice(0, PDF_HEAD)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  return isPdf(new Uint8Array(head));
}

/** The worker that can read the files: only PDFs need the large one. */
export async function readerFor(files: readonly File[]): Promise<() => Worker> {
  for (const file of files.slice(0, LIMITS.files)) if (await isPdfFile(file)) return openPdfReader;
  return openReader;
}

/**
 * Reads files in a worker, which ends with the reading: after the result, the time limit, a crash, or the signal.
 * @param open opens the worker, see `readerFor`
 * @throws ReaderError, or the signal's reason
 */
export function readInWorker(
  files: readonly File[],
  candidates: Promise<readonly Candidate[]>,
  options: { signal: AbortSignal; onProgress: OnProgress; answers?: ColumnAnswers },
  open: () => Worker,
): Promise<Reading> {
  const { signal, onProgress } = options;
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
      if (data.is === "step") onProgress(data.what, data.share);
      if (data.is === "broken") fail(BROKEN);
      if (data.is === "done") end(() => resolve({ result: data.result, resolutions: data.resolutions }));
    });
    port.start();
    const question: ReaderQuestion = { files, answers: options.answers ?? new Map() };
    worker.postMessage(question, [port2]);
    void candidates.then((listed) => port.postMessage(listed));
  });
}
