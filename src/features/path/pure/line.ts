import { partsOf } from "#core/calendar.ts";
import { isPublicId } from "#core/ids.ts";
import type { RoleView } from "#features/pipeline/schema.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import type { ClassifyTitle, MonthNumber, PathLine, PathRole } from "./types.ts";

/** The month that stands for a date of which only the year is known: July. */
const MIDDLE_MONTH = 7;

export type LineContext = { classify: ClassifyTitle };

/**
 * Year × 12 + month − 1; July if only the year is known.
 * @throws RangeError if the text is no date; a projection has none of these
 */
export function monthNumber(date: string, isYear: boolean): MonthNumber {
  const parts = partsOf(date);
  if (!parts) throw new RangeError(`Not a calendar date: ${date}`);
  return parts.year * 12 + (isYear ? MIDDLE_MONTH : parts.month) - 1;
}

/**
 * A visible pipeline in the engine's form, made from what everybody sees. A school that the person typed is left out,
 * because it is not certain which listed school it means.
 */
export function toPathLine(profile: PublicProfile, context: LineContext): PathLine {
  const isListed = isPublicId(profile.school);
  const roles = profile.pipeline.flatMap((entry) =>
    entry.roles.map((role) => toPathRole(role, entry._id, entry.companyId, entry.displayName, context)),
  );
  return {
    id: profile._id,
    isPublic: !profile.anonymous,
    school: isListed ? profile.school : "",
    schoolName: isListed ? profile.schoolName : "",
    country: isListed ? profile.schoolCountryCode : "",
    roles: roles.toSorted((a, b) => a.position - b.position),
  };
}

function toPathRole(
  role: RoleView,
  entry: string,
  companyId: string,
  companyName: string,
  { classify }: LineContext,
): PathRole {
  const isYear = role.datePrecision === "year";
  return {
    position: role.position,
    entry,
    company: companyId === entry ? "" : companyId,
    companyName,
    title: role.title,
    kind: role.kind,
    ...classify(role.title, role.kind),
    start: monthNumber(role.startDate, isYear),
    end: role.isIndefinite ? null : monthNumber(role.endDate, isYear),
    isYear,
    phase: role.phase,
  };
}
