import { schoolMarkAddress } from "#core/monogram.ts";
import type { LineOwner, PathRow, ProfileRow, RoleRow, StoredProfile } from "#core/stored-profile.ts";
import { toSeenRoles, toStopViews } from "#features/pipeline/pure/stop-views.ts";
import { headlineOf, headlineText, rolesInOrder } from "#features/pipeline/rules.ts";
import type { RoleView, StopView } from "#features/pipeline/schema.ts";
import type { SharedAs } from "#core/share-level.ts";
import { catalogueTitleOf, classify } from "#features/title/classify.ts";
import { pictureAddress } from "#features/picture/rules.ts";
import type { OwnProfile, PublicLine, PublicProfile } from "#features/profile/schema.ts";

/** The stored columns that the public projection reads. */
export type ShownRow = Omit<ProfileRow, "id" | "rev" | "suspended">;

function schoolOf(row: LineOwner & Partial<ShownRow>): Pick<PublicProfile, keyof typeof NO_SCHOOL> {
  const name = row.school_name ?? row.school_text;
  return {
    school: row.school_public_id ?? row.school_text,
    schoolName: name,
    schoolCountry: row.school_country ?? "",
    schoolCountryCode: row.school_country_code ?? "",
    schoolLogo: name === "" ? "" : schoolMarkAddress(name),
  };
}

const NO_SCHOOL = { school: "", schoolName: "", schoolCountry: "", schoolCountryCode: "", schoolLogo: "" };

/**
 * Depends on the title alone. If it depended on how many people have the title, somebody could test titles with new
 * accounts.
 */
function withCatalogueTitle<Role extends PathRow>(role: Role): Role {
  return { ...role, title: catalogueTitleOf(role.title, role.kind) };
}

/** How much of their roles a person shows: to which precision, and with which titles. */
function shownOf<Role extends PathRow>(
  row: LineOwner,
  roles: readonly Role[],
): { shows: "named" | "months" | "years"; titled: readonly Role[] } {
  const isPublic = row.visibility === "public";
  return {
    shows: isPublic ? "named" : row.show_months ? "months" : "years",
    titled: isPublic || row.own_titles ? roles : roles.map(withCatalogueTitle),
  };
}

/**
 * The only function that makes what others see of a person. Fields that it does not list are never sent. The server
 * calls it with stored rows, the editor's preview with the form. Anonymous people keep their stops, with years (or
 * months, if they chose so) and the catalogue's titles (or their own). Fixed texts replace their name and location.
 * @param link the shared link that the reader used; without it, the result is what the site itself shows
 */
export function toPublicProfile(
  row: ShownRow,
  roles: readonly RoleRow[],
  today: string,
  link?: SharedAs,
): PublicProfile {
  if (link !== undefined) return throughLink(row, roles, today, link);
  const isPublic = row.visibility === "public";
  const { shows, titled } = shownOf(row, roles);
  const pipeline = toStopViews(titled, shows, today);
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
    datePrecision: shows === "years" ? "year" : "month",
    pipeline,
    ...BRAND,
  };
}

/** What `toPublicProfile` shows of the roles and the school, for the path engine. */
export function toPublicLine(row: LineOwner, roles: readonly PathRow[], today: string): PublicLine {
  const { shows, titled } = shownOf(row, roles);
  const { school, schoolName, schoolCountryCode } = row.hide_school ? NO_SCHOOL : schoolOf(row);
  return {
    _id: row.public_id,
    anonymous: row.visibility !== "public",
    school,
    schoolName,
    schoolCountryCode,
    roles: toSeenRoles(titled, shows, today),
    ...BRAND,
  };
}

/**
 * What a shared link shows at its level. It must not lead to the profile. So it has no ids of profile, stops or
 * companies, and no name unless the person is public.
 */
function throughLink(row: ShownRow, roles: readonly RoleRow[], today: string, { id, level }: SharedAs): PublicProfile {
  const isNamed = level === "everything" && row.visibility === "public";
  const isLine = level === "only-line";
  const seen = toStopViews(isNamed ? roles : roles.map(withCatalogueTitle), isNamed ? "rated" : "years", today);
  const pipeline = withoutIds(isLine ? onlyCompanies(seen) : seen);
  return {
    _id: id,
    firstName: isNamed ? row.first_name : "Anonymous",
    lastName: isNamed ? row.last_name : "",
    username: isNamed ? "" : "Anonymous",
    linkedin: isNamed ? "" : "Anonymous",
    location: isNamed ? row.location : "Somewhere",
    pfp: isNamed ? pictureAddress(row.picture_id) : "",
    anonymous: !isNamed,
    visibility: isNamed ? "public" : "anonymous",
    created: row.created,
    ...(isLine || row.hide_school ? NO_SCHOOL : { ...schoolOf(row), school: "" }),
    headline: isLine ? "" : headlineText(headlineOf(pipeline)),
    datePrecision: isNamed ? "month" : "year",
    pipeline,
    ...BRAND,
  };
}

/** What a link shows. Undefined for unsaved and suspended people, or a level above the profile's. */
export function sharedView({ row, roles }: StoredProfile, link: SharedAs, today: string): PublicProfile | undefined {
  if (!row.created || row.suspended) return undefined;
  if (link.level === "everything" && row.visibility !== "public") return undefined;
  return toPublicProfile(row, roles, today, link);
}

/** Keeps only the companies: each gets one role without title, kind, dates and rating. */
function onlyCompanies(pipeline: readonly StopView[]): StopView[] {
  const order = rolesInOrder(pipeline);
  const stations = order.filter(({ stop }, index) => order[index - 1]?.stop !== stop).map(({ stop }) => stop);
  const { family, level } = classify("", "other");
  const bare = (position: number): RoleView => ({
    title: "",
    kind: "other",
    family,
    level,
    startDate: "",
    endDate: "",
    isIndefinite: false,
    datePrecision: "year",
    phase: "past",
    position,
  });
  return [...new Set(stations)].map(({ _id, companyId, companyName, displayName, logo }) => {
    const roles = stations.flatMap((stop, position) => (stop._id === _id ? [bare(position)] : []));
    const { title, startDate, endDate, isIndefinite, datePrecision } = bare(0);
    return {
      _id,
      companyId,
      companyName,
      displayName,
      logo,
      title,
      startDate,
      endDate,
      isIndefinite,
      datePrecision,
      roles,
    };
  });
}

/** A stop whose company's id is its own has no page to go to. */
function withoutIds(pipeline: readonly StopView[]): StopView[] {
  return pipeline.map((stop, index) => ({ ...stop, _id: `stop-${index + 1}`, companyId: `stop-${index + 1}` }));
}

/** The type's brand. It exists for TypeScript only and is never sent. */
const BRAND = {} as { readonly __public: true };

/** One's own complete profile, with ratings and exact dates. For its owner only. */
export function toOwnProfile(row: ProfileRow, roles: readonly RoleRow[], today: string): OwnProfile {
  const pipeline = toStopViews(roles, "own", today);
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
    ownTitles: row.own_titles,
    hideSchool: row.hide_school,
    rev: row.rev,
    pipeline,
  };
}

function linkedinAddress(handle: string): string {
  return handle === "" ? "" : `https://linkedin.com/in/${handle}`;
}
