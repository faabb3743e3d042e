import { isInternship, ROLE_KINDS, type RoleKind } from "#core/role-kind.ts";
import type { PathLine, PathRole } from "#features/path/pure/types.ts";
import {
  ALIVE_BIT,
  CURRENT,
  CURRENT_BIT,
  FULL_TIME_FLAG,
  INCOMING,
  INTERN_FLAG,
  NO_ROLE,
  NO_TITLE,
  OPEN,
  PAST,
  PHASE_SHIFT,
  PUBLIC_BIT,
  RETURN_BIT,
  UNORDERED_BIT,
  YEAR_BIT,
} from "./layout.ts";
import { toWords, type IdWords } from "./id-index.ts";
import { KIND_SHIFT, LEVELS, type Wordings } from "./wordings.ts";

type EncodedRole = { company: number; wording: number; start: number; end: number; flags: number };
export type EncodedLine = {
  id: IdWords;
  school: number;
  mask: number;
  career: number;
  careerTitle: number;
  roles: EncodedRole[];
};

const PHASE_NUMBER = { past: PAST, current: CURRENT, incoming: INCOMING } as const;

/** Numbers of wordings, companies and school, which the caller looks up or assigns. */
type Numbers = {
  wordings: Wordings;
  companyOf: (role: PathRole) => number;
  school: number;
};

export function isCareerStart(role: PathRole): boolean {
  return role.kind === "full-time" || role.kind === "contract" || role.kind === "founder";
}

function kindFlag(kind: RoleKind): number {
  if (isInternship(kind)) return INTERN_FLAG;
  return kind === "full-time" ? FULL_TIME_FLAG : 0;
}

/**
 * A line as numbers. Entries at companies without a page get −1, −2 and so on: equal within one entry, different from
 * all others.
 */
export function encodeLine(numbers: Numbers, line: PathLine): EncodedLine {
  let entries: Map<string, number> | undefined;
  let mask = ALIVE_BIT | (line.isPublic ? PUBLIC_BIT : 0);
  const roles = line.roles.map((role, index): EncodedRole => {
    if (role.position !== index) throw new RangeError(`Role ${index} of ${line.id} has position ${role.position}`);
    let company: number;
    if (role.company === "") {
      entries ??= new Map();
      company = entries.get(role.entry) ?? -1 - entries.size;
      entries.set(role.entry, company);
    } else {
      company = numbers.companyOf(role);
    }
    if (role.phase === "current") mask |= CURRENT_BIT;
    mask |= (1 << LEVELS.indexOf(role.level)) | (1 << (KIND_SHIFT + ROLE_KINDS.indexOf(role.kind)));
    return {
      company,
      wording: numbers.wordings.add(role),
      start: role.start,
      end: role.end ?? OPEN,
      flags: (role.isYear ? YEAR_BIT : 0) | (PHASE_NUMBER[role.phase] << PHASE_SHIFT) | kindFlag(role.kind),
    };
  });
  if (comesBack(roles)) mask |= RETURN_BIT;
  if (roles.some(({ start }, index) => start < (roles[index - 1]?.start ?? 0))) mask |= UNORDERED_BIT;
  const career = line.roles.findIndex(isCareerStart);
  const careerStart = roles[career];
  return {
    id: toWords(line.id),
    school: numbers.school,
    mask: mask >>> 0,
    career: career < 0 ? NO_ROLE : career,
    careerTitle: careerStart ? numbers.wordings.titleOf(careerStart.wording) : NO_TITLE,
    roles,
  };
}

function comesBack(roles: readonly EncodedRole[]): boolean {
  return roles.some(({ company }, index) => {
    if (index < 2 || roles[index - 1]?.company === company) return false;
    return roles.findIndex((role) => role.company === company) < index;
  });
}
