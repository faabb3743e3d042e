import type { StopForm } from "#features/pipeline/draft.ts";
import type { Candidate } from "#features/transfer/pure/names.ts";
import type { Tell } from "#features/transfer/rules.ts";
import { loadCompanies, withOwn } from "./candidates.ts";
import { readBeside, type Reading } from "./reader.ts";

/**
 * The files read, and what the companies in them mean.
 * @throws ReaderError, or the signal's reason
 */
export async function understand(
  files: readonly File[],
  stops: readonly StopForm[],
  options: { signal: AbortSignal; tell: Tell },
): Promise<Reading & { companies: readonly Candidate[]; isListMissing: boolean }> {
  const listed = loadCompanies();
  const reading = await readBeside(
    files,
    listed.then((companies) => withOwn(companies ?? [], stops)),
    options,
  );
  const companies = await listed;
  return { ...reading, companies: companies ?? [], isListMissing: companies === undefined };
}
