import type { Columns } from "./columns.ts";

/**
 * Forgets companies, schools and written titles that no line has any more, and gives the others new numbers in the same
 * order. Otherwise somebody who saves new names again and again would fill the memory. Call it when all lines are
 * living, and rebuild the lists afterwards.
 */
export function forgetNames(columns: Columns): void {
  const { company, wording, school, roles, lines, counts, countries, companies, schools, wordings } = columns;
  const isWritten = new Uint8Array(wordings.size);
  for (let role = 0; role < roles; role += 1) isWritten[wording[role] ?? 0] = 1;
  const wordingOf = wordings.keep((number) => isWritten[number] === 1);
  const companyOf = companies.keep((number) => (counts.companies[number] ?? 0) > 0);
  const schoolOf = schools.keep((number) => (counts.schools[number] ?? 0) > 0);
  for (let role = 0; role < roles; role += 1) {
    wording[role] = wordingOf[wording[role] ?? 0] ?? 0;
    // Below 0: companies without a page, numbered within their line.
    const at = company[role] ?? -1;
    if (at >= 0) company[role] = companyOf[at] ?? -1;
  }
  for (let line = 0; line < lines; line += 1) {
    const at = school[line] ?? -1;
    if (at >= 0) school[line] = schoolOf[at] ?? -1;
  }
  for (const [former, number] of schoolOf.entries()) if (number >= 0) countries[number] = countries[former] ?? "";
  countries.length = schools.size;
  counts.renumber(companyOf, schoolOf);
}
