import { api } from "#core/api-client.ts";
import type { CompanyName } from "#features/company/schema.ts";
import type { StopForm } from "#features/pipeline/draft.ts";
import type { SchoolChoice } from "#features/school/parts/school-combobox.tsx";
import type { SchoolView } from "#features/school/schema.ts";
import type { Candidate } from "#features/transfer/pure/names.ts";
import type { FileSchool } from "#features/transfer/pure/person.ts";
import { meaningOf, type SchoolMeaning } from "#features/transfer/pure/school.ts";

/** What names of a file may mean. */

/** How long a list is waited for, in milliseconds. */
const PATIENCE = 8_000;

/**
 * The listed companies, all of them: the names of the file stay here and are
 * compared here. Undefined where the list did not come.
 */
export async function loadCompanies(): Promise<Candidate[] | undefined> {
  try {
    const companies = await api.request<CompanyName[]>("GET", "/api/company/names", undefined, {
      signal: AbortSignal.timeout(PATIENCE),
    });
    return companies.map(({ _id, ...company }) => ({ id: _id, ...company }));
  } catch {
    return undefined;
  }
}

/** Those and the companies of one's own line, listed or not. */
export function withOwn(candidates: readonly Candidate[], stops: readonly StopForm[]): Candidate[] {
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

/** What the school of a file means, of those the search of schools finds by its name; undefined where no answer came. */
export async function lookUpSchool(
  { name, ownId }: FileSchool,
  signal?: AbortSignal,
): Promise<SchoolMeaning | undefined> {
  try {
    const path = `/api/school/get/schools/${encodeURIComponent(name)}`;
    const patience = AbortSignal.timeout(PATIENCE);
    const schools = await api.request<SchoolView[]>("GET", path, undefined, {
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    });
    const listed = schools.map(({ _id, name: listedName, country, logo }) => ({
      id: _id,
      name: listedName,
      country,
      logo,
    }));
    return meaningOf(name, listed, ownId);
  } catch {
    return undefined;
  }
}

/** For a school that was taken before its look-up was over: the one of that very name, alone in having it. */
export async function findSchool(school: FileSchool): Promise<SchoolChoice | undefined> {
  const meaning = await lookUpSchool(school);
  const listed = meaning?.isSure ? meaning.offers.find(({ id }) => id === meaning.chosen) : undefined;
  return listed && { schoolId: listed.id, schoolName: listed.name, logo: listed.logo };
}
