/** A sentence for each name that a job lacks: its company, its title. */
export function missingNames(place: string, company: string, title: string): string[] {
  const missing = [...(company === "" ? ["company"] : []), ...(title === "" ? ["title"] : [])];
  return missing.map((what) => `${place} has no ${what}. Fill it in before you save.`);
}
