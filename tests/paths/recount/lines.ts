/** Pipelines rebuilt from what the API shows of people. */
import { ROLE_KINDS } from "#core/role-kind.ts";
import { z } from "zod";
import type { PathLine } from "#features/path/pure/types.ts";
import { PHASES } from "#features/pipeline/schema.ts";

const LEVELS = [
  ...(["intern", "junior", "mid", "senior", "lead", "staff", "principal", "distinguished", "fellow"] as const),
  ...(["manager", "director", "vp", "executive"] as const),
] as const;

const roleSchema = z.object({
  title: z.string(),
  kind: z.enum(ROLE_KINDS),
  family: z.string(),
  level: z.enum(LEVELS),
  startDate: z.string(),
  endDate: z.string(),
  isIndefinite: z.boolean(),
  datePrecision: z.enum(["year", "month", "day"]),
  phase: z.enum(PHASES),
  position: z.number(),
});

const profileSchema = z.object({
  _id: z.string(),
  anonymous: z.boolean(),
  school: z.string(),
  schoolName: z.string(),
  schoolCountryCode: z.string(),
  pipeline: z.array(
    z.object({ _id: z.string(), companyId: z.string(), displayName: z.string(), roles: z.array(roleSchema) }),
  ),
});
export type ShownProfile = z.infer<typeof profileSchema>;
export const shownProfiles = z.array(profileSchema);

/** A listed school goes by its id; another one by the name that was typed. */
const PUBLIC_ID = /^[0-9a-f]{24}$/;
const JULY = 7;

/** "A date is a month number (year × 12 + month − 1). One known to the year counts as July". */
function monthOf(date: string, isYear: boolean): number {
  const [year, month] = date.split("-").map(Number);
  return (year ?? 0) * 12 + (isYear ? JULY : (month ?? 1)) - 1;
}

export function lineOf(profile: ShownProfile): PathLine {
  const roles = profile.pipeline
    .flatMap((entry) => entry.roles.map((role) => ({ entry, role })))
    .toSorted((a, b) => a.role.position - b.role.position)
    .map(({ entry, role }) => {
      const isYear = role.datePrecision === "year";
      return {
        position: role.position,
        entry: entry._id,
        // A company without a page carries its entry's own id.
        company: entry.companyId === entry._id ? "" : entry.companyId,
        companyName: entry.displayName,
        title: role.title,
        kind: role.kind,
        family: role.family,
        level: role.level,
        slug: `${role.level}-${role.family}`,
        start: monthOf(role.startDate, isYear),
        end: role.isIndefinite ? null : monthOf(role.endDate, isYear),
        isYear,
        phase: role.phase,
      };
    });
  const isListed = PUBLIC_ID.test(profile.school);
  return {
    id: profile._id,
    isPublic: !profile.anonymous,
    school: isListed ? profile.school : "",
    schoolName: isListed ? profile.schoolName : "",
    country: isListed ? profile.schoolCountryCode : "",
    roles,
  };
}
