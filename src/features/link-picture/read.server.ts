import { numberText } from "#core/number-text.ts";
import type { Reader } from "#db/connect.ts";
import { readCompany, toCompanyView } from "#features/company/read.server.ts";
import { lineView } from "#features/drawing/pure/segments.ts";
import { formatMonths } from "#core/calendar.ts";
import type { askForPage } from "#features/path/read.server.ts";
import { readTitle } from "#features/path/read.server.ts";
import { MIN_PEOPLE } from "#features/stats/rules.ts";
import { readProfilePage } from "#features/profile/read.server.ts";
import { personPicture } from "./person-picture.ts";
import { readSchoolNamesOf } from "#features/school/read.server.ts";
import { hash32, fullName } from "#core/text.ts";
import { isPublicId } from "#core/ids.ts";
import { LINE_COUNT, SITE_PICTURE, type LinkPicture } from "./rules.ts";

type Ask = Parameters<Parameters<typeof askForPage>[1]>[0];

function colourOf(id: string): number {
  return hash32(id) % LINE_COUNT;
}

/** "214 people. ", from five on. */
function peopleWords(people: number | null): string {
  return people === null || people < MIN_PEOPLE ? "" : `${numberText(people)} people. `;
}

/** The picture's content for a title; undefined if nobody visible held it. */
export async function readTitlePicture(
  input: { db: Reader; ask: Ask; today: string },
  slug: string,
): Promise<LinkPicture | undefined> {
  const title = await readTitle(input, slug);
  if (!title) return undefined;
  const { name, people, months } = title;
  const half = months === null ? "" : ` Half took ${formatMonths(months.median)} from their first full-time job.`;
  return {
    title: name,
    subtitle: `${peopleWords(people)}How people got there.${half}`,
    colour: colourOf(slug),
    stations: SITE_PICTURE.stations,
    earlier: 0,
    end: "arrow",
  };
}

/**
 * The picture's content for an address. Undefined if there is nothing there, or if the person shows no name: links to
 * anonymous people have the site's own picture.
 */
export async function readLinkPicture(
  db: Reader,
  input: { kind: string; id: string; today: string },
): Promise<LinkPicture | undefined> {
  const { kind, id, today } = input;
  if (!isPublicId(id)) return undefined;
  if (kind === "company") {
    const row = await readCompany(db, { idOrName: id });
    if (!row) return undefined;
    const company = toCompanyView(row, Number.MAX_SAFE_INTEGER);
    return {
      title: company.displayName,
      subtitle: `${peopleWords(company.people)}Who worked here, where they came from and where they went next.`,
      colour: colourOf(id),
      stations: [{ name: company.displayName, logo: company.logo, shape: "company" }],
      earlier: 0,
      end: "through",
    };
  }
  if (kind === "school") {
    const name = (await readSchoolNamesOf(db, [id])).get(id);
    if (name === undefined) return undefined;
    return {
      title: name,
      subtitle: "Where people from here worked, and in what order.",
      colour: colourOf(id),
      stations: [{ name, logo: "", shape: "school" }],
      earlier: 0,
      end: "through",
    };
  }
  if (kind !== "user") return undefined;
  const page = await readProfilePage(db, { idOrUsername: id, viewer: undefined, today });
  if (!page || page.isOwner || page.profile.anonymous) return undefined;
  const { profile } = page;
  return personPicture(profile, lineView(profile.pipeline, today), {
    title: fullName(profile.firstName, profile.lastName),
    subtitle: profile.headline,
  });
}
