import { api } from "#core/api-client.ts";
import type { StopDraft } from "#features/pipeline/draft.ts";
import type { SchoolChoice } from "#features/school/parts/school-combobox.tsx";
import type { Candidate } from "#features/import/pure/match-names.ts";
import type { FileSchool } from "#features/import/pure/person.ts";
import { meaningOf, type SchoolMeaning } from "#features/import/pure/match-school.ts";

/** Look-ups of the names in a file. */

/** Milliseconds after which a look-up is given up. */
const MAX_WAIT_MS = 8_000;

/**
 * All listed companies, to be compared here: the names of the file are not sent. Undefined if the list did not load.
 */
export async function loadCompanies(): Promise<Candidate[] | undefined> {
  try {
    const companies = await api.request("GET /api/company/names", { signal: AbortSignal.timeout(MAX_WAIT_MS) });
    return companies.map(({ _id, ...company }) => ({ id: _id, ...company }));
  } catch {
    return undefined;
  }
}

/** The listed companies, and the others of the user's own pipeline. */
export function withOwn(candidates: readonly Candidate[], stops: readonly StopDraft[]): Candidate[] {
  const known = new Set(candidates.map(({ id }) => id));
  const own = stops.filter(({ companyId }) => companyId !== "" && !known.has(companyId));
  return [
    ...candidates,
    ...own.map(({ companyId, companyName, logo }) => ({
      id: companyId,
      name: companyName,
      displayName: companyName,
      logo,
    })),
  ];
}

/** Looks up, by its name, which school of ours an imported file means; undefined if the server did not answer. */
export async function lookUpSchool(
  { name, ownId }: FileSchool,
  signal?: AbortSignal,
): Promise<SchoolMeaning | undefined> {
  try {
    const timeout = AbortSignal.timeout(MAX_WAIT_MS);
    const schools = await api.request("GET /api/school/get/schools/{text}", {
      path: { text: name },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const listed = schools.map(({ _id, name: listedName, country, logo, isSure }) => ({
      id: _id,
      name: listedName,
      country,
      logo,
      isSure,
    }));
    return meaningOf(name, listed, ownId);
  } catch {
    return undefined;
  }
}

/** For a school that was accepted before its look-up ended: the listed school with its name. */
export async function findSchool(school: FileSchool): Promise<SchoolChoice | undefined> {
  const meaning = await lookUpSchool(school);
  const listed = meaning?.isSure ? meaning.offers.find(({ id }) => id === meaning.chosen) : undefined;
  return listed && { schoolId: listed.id, schoolName: listed.name, logo: listed.logo };
}
