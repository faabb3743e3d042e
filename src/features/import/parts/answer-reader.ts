import type { Candidate, Resolution } from "#features/import/pure/match-names.ts";
import { resolveAll } from "#features/import/pure/review-choices.ts";
import { companyNames } from "#features/import/pure/import-rows.ts";
import { readFiles, type ReadPdf } from "./read-files.ts";
import type { ReaderAnswer, ReaderQuestion } from "./read-in-worker.ts";

/**
 * The worker's side of reading files. The page stays responsive while it reads files and compares their companies with
 * the listed ones. The policy that workers are served with lets them load and send nothing.
 */

/** Names that are compared between two progress messages. */
const NAMES_AT_ONCE = 10;

async function answer(
  { files, answers }: ReaderQuestion,
  port: MessagePort,
  readPdf: ReadPdf | undefined,
): Promise<void> {
  const send = (message: ReaderAnswer): void => port.postMessage(message);
  const onProgress = (what: string, share: number): void => send({ is: "step", what: `Reading ${what}`, share });
  // The page sends the list later. Reading does not wait for it.
  const candidates = new Promise<readonly Candidate[]>((resolve) => {
    port.addEventListener("message", ({ data }: MessageEvent<readonly Candidate[]>) => resolve(data));
    port.start();
  });
  send({ is: "begun" });
  try {
    const result = await readFiles(files, onProgress, answers, readPdf);
    const names = companyNames(result.positions);
    const listed = await candidates;
    const resolutions = new Map<string, Resolution>();
    for (let at = 0; at < names.length; at += NAMES_AT_ONCE) {
      send({ is: "step", what: "Looking for the companies", share: at / names.length });
      for (const [key, resolution] of resolveAll(names.slice(at, at + NAMES_AT_ONCE), listed)) {
        resolutions.set(key, resolution);
      }
    }
    send({ is: "done", result, resolutions });
  } catch {
    send({ is: "broken" });
  }
}

/** Answers `readInWorker`. Without `readPdf` it reads no PDFs. */
export function answerReader(readPdf?: ReadPdf): void {
  addEventListener("message", ({ data, ports: [port] }: MessageEvent<ReaderQuestion>) => {
    if (port) void answer(data, port, readPdf);
  });
}
