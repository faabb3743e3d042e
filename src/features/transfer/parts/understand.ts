import type { StopForm } from "#features/pipeline/draft.ts";
import type { Resolution } from "#features/transfer/pure/names.ts";
import { resolveAll } from "#features/transfer/pure/picks.ts";
import { companyNames } from "#features/transfer/pure/stops.ts";
import type { ReadResult } from "#features/transfer/rules.ts";
import { loadCompanies, withOwn } from "./candidates.ts";
import { breathe, readFiles } from "./read-files.ts";

/** Names compared with the whole list before the page may draw again. */
const AT_ONCE = 10;

/** The files read, and what the companies in them mean. */
export async function understand(
  files: readonly File[],
  stops: readonly StopForm[],
): Promise<{ found: ReadResult; resolutions: Map<string, Resolution>; isListMissing: boolean }> {
  const [found, listed] = await Promise.all([readFiles(files), loadCompanies()]);
  const names = companyNames(found.positions);
  const candidates = withOwn(listed ?? [], stops);
  const resolutions = new Map<string, Resolution>();
  for (let at = 0; at < names.length; at += AT_ONCE) {
    for (const [key, resolution] of resolveAll(names.slice(at, at + AT_ONCE), candidates)) {
      resolutions.set(key, resolution);
    }
    await breathe();
  }
  return { found, resolutions, isListMissing: listed === undefined };
}
