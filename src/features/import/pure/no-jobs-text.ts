import type { ReadResult } from "#features/import/rules.ts";

/** "No jobs in this file, but a name and 2 schools." */
export function noJobsText({ profile, education }: Pick<ReadResult, "profile" | "education">): string {
  const schools = new Set(education.map(({ school }) => school)).size;
  const parts = [
    ...(profile && `${profile.firstName}${profile.lastName}` !== "" ? ["a name"] : []),
    ...(profile && profile.countryName !== "" ? ["a country"] : []),
    ...(schools === 0 ? [] : [schools === 1 ? "a school" : `${schools} schools`]),
  ];
  const last = parts.pop();
  if (last === undefined) return "No jobs in this file.";
  return `No jobs in this file, but ${parts.length === 0 ? last : `${parts.join(", ")} and ${last}`}.`;
}
