import { partsOf } from "#core/calendar.ts";
import { isPublicId } from "#core/ids.ts";
import type { SeenRole } from "#features/pipeline/schema.ts";
import type { PublicLine, PublicProfile } from "#features/profile/schema.ts";
import type { ClassifyTitle, MonthNumber, PathLine, PathRole } from "./types.ts";

/** The month that stands for a date of which only the year is known: July. */
const MIDDLE_MONTH = 7;

export type LineContext = { classify: ClassifyTitle };

/**
 * Year × 12 + month − 1; July if only the year is known.
 * @throws RangeError if the text is not a date; a projection has none of these
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
export function toPathLine(person: PublicProfile | PublicLine, { classify }: LineContext): PathLine {
  const isListed = isPublicId(person.school);
  const roles = "roles" in person ? person.roles : rolesOf(person);
  return {
    id: person._id,
    isPublic: !person.anonymous,
    school: isListed ? person.school : "",
    schoolName: isListed ? person.schoolName : "",
    country: isListed ? person.schoolCountryCode : "",
    roles: roles.map((seen) => toPathRole(seen, classify)),
  };
}

function rolesOf({ pipeline }: PublicProfile): SeenRole[] {
  const roles = pipeline.flatMap(({ _id, companyId, displayName, roles: own }) =>
    own.map((role) => ({ stop: _id, company: companyId, companyName: displayName, role })),
  );
  return roles.toSorted((a, b) => a.role.position - b.role.position);
}

function toPathRole({ stop, company, companyName, role }: SeenRole, classify: ClassifyTitle): PathRole {
  const isYear = role.datePrecision === "year";
  const { family, level, slug } = classify(role.title, role.kind);
  return {
    position: role.position,
    entry: stop,
    company: company === stop ? "" : company,
    companyName,
    title: role.title,
    kind: role.kind,
    family,
    level,
    slug,
    start: monthNumber(role.startDate, isYear),
    end: role.isIndefinite ? null : monthNumber(role.endDate, isYear),
    isYear,
    phase: role.phase,
  };
}
