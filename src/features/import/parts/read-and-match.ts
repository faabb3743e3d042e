import type { StopDraft } from "#features/pipeline/draft.ts";
import type { Candidate } from "#features/import/pure/match-names.ts";
import type { ColumnAnswers, OnProgress } from "#features/import/rules.ts";
import { loadCompanies, withOwn } from "./candidates.ts";
import { readerFor, readInWorker, type Reading } from "./read-in-worker.ts";

/** Reads files and matches their companies. @throws ReaderError, or the signal's reason */
export async function readAndMatch(
  files: readonly File[],
  stops: readonly StopDraft[],
  options: { signal: AbortSignal; onProgress: OnProgress; answers?: ColumnAnswers },
): Promise<Reading & { companies: readonly Candidate[]; isListMissing: boolean }> {
  const listed = loadCompanies();
  const reading = await readInWorker(
    files,
    listed.then((companies) => withOwn(companies ?? [], stops)),
    options,
    await readerFor(files),
  );
  const companies = await listed;
  return { ...reading, companies: companies ?? [], isListMissing: companies === undefined };
}
