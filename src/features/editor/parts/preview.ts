import { atPrecision, CURRENT_END, isInRange } from "#core/calendar.ts";
import { compareText, keyOf } from "#core/text.ts";
import { pictureIdOf } from "#features/picture/rules.ts";
import { checkPipeline } from "#features/pipeline/check.ts";
import { linkedinHandle } from "#features/profile/rules.ts";
import { inOrder, type RoleDraft, type StopDraft } from "#features/pipeline/draft.ts";
import type { RoleRow } from "#core/stored-profile.ts";
import { phaseOf } from "#features/pipeline/rules.ts";
import type { RoleView } from "#features/pipeline/schema.ts";
import { toPublicProfile, type ShownRow } from "#features/profile/pure/projection.ts";
import type { OwnProfile, PublicProfile, Visibility } from "#features/profile/schema.ts";
import { inferKind } from "#features/title/kind.ts";
import { inStoredOrder, toStoredRole } from "#features/pipeline/pure/stored-role.ts";
import { TITLE_RULES } from "#features/title/rules.ts";
import type { ProfileForm } from "./form.ts";

/** A role of the form as the preview draws it. Undefined while its dates are invalid. */
export function roleViewOf(
  role: RoleDraft,
  today: string,
): Omit<RoleView, "position" | "family" | "level"> | undefined {
  const ends = role.isCurrent || (isInRange(role.endDate) && role.endDate >= role.startDate);
  if (!isInRange(role.startDate) || !ends) return undefined;
  return {
    title: role.title.trim(),
    kind: role.kind ?? inferKind(role.title),
    startDate: role.startDate,
    endDate: role.isCurrent ? CURRENT_END : role.endDate,
    isIndefinite: role.isCurrent,
    datePrecision: role.datePrecision,
    phase: phaseOf(role.startDate, role.isCurrent ? undefined : role.endDate, today),
    ...(role.rating === 0 ? {} : { rating: role.rating }),
  };
}

/** The order in which the database returns roles: by start, by end (current roles last), by position. */
function byDates(a: RoleRow, b: RoleRow): number {
  const end = (row: RoleRow): string => row.end_date ?? "9999";
  return compareText(a.start_date, b.start_date) || compareText(end(a), end(b));
}

function asStored(role: RoleDraft): RoleDraft {
  const { startDate, endDate, datePrecision } = role;
  return {
    ...role,
    startDate: atPrecision(startDate, datePrecision),
    endDate: role.isCurrent ? "" : atPrecision(endDate, datePrecision),
  };
}

/** The complete stops, as a save would store them. */
function rowsOf(stops: readonly StopDraft[], base: OwnProfile): RoleRow[] {
  const whole = stops.filter((stop) => checkPipeline([stop]).length === 0);
  const cut = whole.map((stop) => ({ ...stop, roles: stop.roles.map(asStored) }));
  const rows = inStoredOrder(inOrder(cut)).flatMap((stop) => {
    const stored = base.pipeline.find((saved) => saved._id === stop._id && saved.companyId === stop.companyId);
    const name = stop.companyName.trim().replace(/\s+/gu, " ");
    const stopId = stop._id === "" ? `new-${stop.tempId2}` : stop._id;
    const isListed = stop.companyId !== "" && stop.companyId !== stop._id;
    return stop.roles.map((role): RoleRow => ({
      stop_id: stopId,
      company_id: isListed ? stop.companyId : null,
      name: stored?.displayName === name ? stored.companyName : keyOf(name),
      display_name: name,
      logo: stop.logo,
      ...toStoredRole(role, TITLE_RULES),
      undisclosed: stop.undisclosed === true,
    }));
  });
  return rows.toSorted(byDates);
}

/**
 * What others would see of the form at this visibility. Uses the server's projection, so that the preview cannot differ
 * from the page.
 */
export function previewOf(
  form: ProfileForm,
  base: OwnProfile,
  today: string,
  visibility: Exclude<Visibility, "private">,
): PublicProfile {
  const { schoolId, schoolName } = form.school;
  const name = schoolName.trim().replace(/\s+/gu, " ");
  const row: ShownRow = {
    public_id: base._id,
    first_name: form.firstName.trim(),
    last_name: form.lastName.trim(),
    username: base.username === "" ? null : base.username,
    linkedin: linkedinHandle(base.linkedin) ?? "",
    location: base.location,
    visibility,
    created: true,
    show_months: form.showMonths,
    own_titles: form.ownTitles,
    hide_school: form.hideSchool,
    school_text: schoolId === "" ? name : "",
    school_public_id: schoolId === "" ? null : schoolId,
    school_name: schoolId === "" ? null : name,
    school_country: schoolId !== "" && schoolId === base.school ? base.schoolCountry : null,
    school_country_code: schoolId !== "" && schoolId === base.school ? base.schoolCountryCode : null,
    picture_id: pictureIdOf(base.pfp.slice(base.pfp.lastIndexOf("/") + 1)) ?? null,
  };
  return toPublicProfile(row, rowsOf(form.pipeline.stops, base), today);
}
