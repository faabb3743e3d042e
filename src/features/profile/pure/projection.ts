import { toExperiences, type StopRow } from "#features/pipeline/pure/experiences.ts";
import { headlineOf, headlineText } from "#features/pipeline/rules.ts";
import { pictureAddress } from "#features/picture/rules.ts";
import type { OwnProfile, PublicProfile, Visibility } from "#features/profile/schema.ts";
import { schoolMark } from "#features/school/rules.ts";

/** What is stored of a person. Nothing outside this file turns it into something shown. */
export type ProfileRow = {
  id: number;
  public_id: string;
  first_name: string;
  last_name: string;
  username: string | null;
  linkedin: string;
  location: string;
  visibility: Visibility;
  created: boolean;
  suspended: boolean;
  show_months: boolean;
  hide_school: boolean;
  rev: number;
  school_text: string;
  school_public_id: string | null;
  school_name: string | null;
  school_country: string | null;
  picture_id: string | null;
};

/** Of a stored person, what the public projection looks at. */
export type ShownRow = Omit<ProfileRow, "id" | "rev" | "suspended">;

function schoolOf(row: ShownRow): Pick<PublicProfile, "school" | "schoolName" | "schoolCountry" | "schoolLogo"> {
  const name = row.school_name ?? row.school_text;
  return {
    school: row.school_public_id ?? row.school_text,
    schoolName: name,
    schoolCountry: row.school_country ?? "",
    schoolLogo: name === "" ? "" : schoolMark(name),
  };
}

const NO_SCHOOL = { school: "", schoolName: "", schoolCountry: "", schoolLogo: "" };

/**
 * The one door through which a person's data leaves for other people: what is
 * not listed here does not leave. The server calls it with what is stored, the
 * editor's preview with what is typed; so the preview cannot be wrong. Anonymous people keep their stops, with
 * years unless they chose months, and the constants the screens show.
 */
export function toPublicProfile(row: ShownRow, stops: readonly StopRow[], today: string): PublicProfile {
  const isPublic = row.visibility === "public";
  const dates = isPublic ? "day" : row.show_months ? "month" : "year";
  const pipeline = toExperiences(stops, { today, dates, isOwn: false });
  return {
    _id: row.public_id,
    firstName: isPublic ? row.first_name : "Anonymous",
    lastName: isPublic ? row.last_name : "",
    username: isPublic ? (row.username ?? "") : "Anonymous",
    linkedin: isPublic ? linkedinAddress(row.linkedin) : "Anonymous",
    location: isPublic ? row.location : "Somewhere",
    pfp: isPublic ? pictureAddress(row.picture_id) : "",
    anonymous: !isPublic,
    visibility: isPublic ? "public" : "anonymous",
    created: row.created,
    ...(row.hide_school ? NO_SCHOOL : schoolOf(row)),
    headline: headlineText(headlineOf(pipeline)),
    datePrecision: dates === "year" ? "year" : "month",
    pipeline,
    ...BRAND,
  };
}

/** A mark of the type alone; nothing of it travels. */
const BRAND = {} as { readonly __public: true };

/** Everything of the own profile, ratings and exact dates included; for its owner alone. */
export function toOwnProfile(row: ProfileRow, stops: readonly StopRow[], today: string): OwnProfile {
  const pipeline = toExperiences(stops, { today, dates: "day", isOwn: true });
  return {
    _id: row.public_id,
    firstName: row.first_name,
    lastName: row.last_name,
    username: row.username ?? "",
    linkedin: linkedinAddress(row.linkedin),
    location: row.location,
    pfp: pictureAddress(row.picture_id),
    anonymous: row.visibility !== "public",
    visibility: row.visibility,
    created: row.created,
    ...schoolOf(row),
    headline: headlineText(headlineOf(pipeline)),
    datePrecision: "month",
    showMonths: row.show_months,
    hideSchool: row.hide_school,
    rev: row.rev,
    pipeline,
  };
}

function linkedinAddress(handle: string): string {
  return handle === "" ? "" : `https://linkedin.com/in/${handle}`;
}
