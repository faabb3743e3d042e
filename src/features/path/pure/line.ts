import { partsOf } from "#core/calendar.ts";
import { isPublicId } from "#core/ids.ts";
import type { RoleView } from "#features/pipeline/schema.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import type { ClassifyTitle, MonthNumber, PathLine, PathRole } from "./types.ts";

/** The month in which a date that is known to its year counts: July. */
const MIDDLE_MONTH = 7;

export type LineContext = { classify: ClassifyTitle };

/**
 * Year × 12 + month − 1; July if only the year is known. Throws if the text is no date, which never happens with a
 * projection.
 */
export function monthNumber(date: string, isYear: boolean): MonthNumber {
  const parts = partsOf(date);
  if (!parts) throw new RangeError(`Not a calendar date: ${date}`);
  return parts.year * 12 + (isYear ? MIDDLE_MONTH : parts.month) - 1;
}

/**
 * A visible pipeline in the engine's form, made from what everybody sees. A school that is typed text is left out,
 * because the text does not say for sure which school is meant.
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
