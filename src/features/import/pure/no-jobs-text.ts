import { listInWords } from "#core/list-in-words.ts";
import type { ReadResult } from "#features/import/rules.ts";

/** "No jobs in this file, but a name and 2 schools." */
export function noJobsText({ profile, education }: Pick<ReadResult, "profile" | "education">): string {
  const schools = new Set(education.map(({ school }) => school)).size;
  const parts = [
    ...(profile && `${profile.firstName}${profile.lastName}` !== "" ? ["a name"] : []),
    ...(profile && profile.countryName !== "" ? ["a country"] : []),
    ...(schools === 0 ? [] : [schools === 1 ? "a school" : `${schools} schools`]),
  ];
  return parts.length === 0 ? "No jobs in this file." : `No jobs in this file, but ${listInWords(parts)}.`;
}
