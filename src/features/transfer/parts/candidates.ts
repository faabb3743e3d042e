import { api } from "#core/api-client.ts";
import { keyOf } from "#core/text.ts";
import type { CompanyName } from "#features/company/schema.ts";
import type { StopForm } from "#features/pipeline/draft.ts";
import type { SchoolChoice } from "#features/school/parts/school-combobox.tsx";
import type { SchoolView } from "#features/school/schema.ts";
import { resolveName, type Candidate } from "#features/transfer/pure/names.ts";

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

/**
 * The listed school that a taken row means; undefined where none is alone in
 * being it. One of our own file (`ownId`) is none that is named alike.
 */
export async function findSchool(name: string, ownId: string | undefined): Promise<SchoolChoice | undefined> {
  try {
    const path = `/api/school/get/schools/${encodeURIComponent(name)}`;
    const signal = AbortSignal.timeout(PATIENCE);
    const schools = await api.request<SchoolView[]>("GET", path, undefined, { signal });
    if (ownId !== undefined) {
      const same = schools.filter((school) => keyOf(school.name) === keyOf(name));
      const own = same.find(({ _id }) => _id === ownId) ?? same[0];
      return own && { schoolId: own._id, schoolName: own.name, logo: own.logo };
    }
    const { chosen, matches } = resolveName(
      name,
      schools.map((school) => ({ id: school._id, name: school.name, displayName: school.name, logo: school.logo })),
    );
    const isAlone = matches[1] === undefined || matches[1].score < (matches[0]?.score ?? 0);
    return chosen && isAlone ? { schoolId: chosen.id, schoolName: chosen.displayName, logo: chosen.logo } : undefined;
  } catch {
    return undefined;
  }
}
