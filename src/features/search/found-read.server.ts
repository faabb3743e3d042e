import { askForPage, readProfilesById, readTitles, type Paths } from "#features/path/read.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { readQuickSearch } from "#features/quick-search/read.server.ts";
import type { QuickSearchResults } from "#features/quick-search/schema.ts";
import type { Reader } from "#db/connect.ts";

export type Found = Pick<QuickSearchResults, "companies" | "schools"> & {
  people: PublicProfile[];
  /** `people`: how many held the title; null for 1 to 4. */
  titles: { slug: string; name: string; people: number | null }[];
};

type Input = { db: Reader; lookups: Reader; paths: Paths | undefined; today: string };

/** Companies, schools, titles and public people that match a typed text, at most five of each. */
export async function readFound({ db, lookups, paths, today }: Input, text: string): Promise<Found> {
  const found = await readQuickSearch({ lookups, paths }, text);
  const [profiles, held] = await Promise.all([
    readProfilesById(
      db,
      found.people.map(({ _id }) => _id),
      today,
    ),
    found.titles.length === 0 ? undefined : askForPage(paths, readTitles),
  ]);
  const countOf = (slug: string): number | null =>
    held === undefined || held === "not-ready" ? null : (held.titles.find((one) => one.slug === slug)?.people ?? null);
  return {
    companies: found.companies,
    schools: found.schools,
    people: found.people.flatMap(({ _id }) => profiles.get(_id) ?? []),
    titles: found.titles.map(({ slug, name }) => ({ slug, name, people: countOf(slug) })),
  };
}
