import { CO_OP_TITLES, RESEARCH_TITLES, WORKING_STUDENT_TITLES } from "./careers.ts";
import type { DemoKind, Month } from "./line.ts";
import type { Life } from "./life.ts";
import { between, logNormal, pick } from "./random.ts";

const SHARE = {
  noInternship: 0.18,
  coOpCanada: 0.45,
  coOpUnitedStates: 0.06,
  workingStudent: 0.45,
  laboratory: 0.1,
  again: 0.24,
  fromSchool: 0.3,
} as const;
/** How many months before graduation somebody may have looked for an internship. */
const SIGNED_AHEAD_MONTHS = 8;

/** Adds internships, co-op terms or a student's job before graduation. @returns the companies in order */
export function study(life: Life, graduation: Month): number[] {
  const { random, seeker } = life;
  const companies: number[] = [];
  if (random() < SHARE.laboratory) studentAssistant(life, graduation);
  if (random() < SHARE.noInternship) return companies;
  const { country } = seeker;
  const coOp = country === "CA" ? SHARE.coOpCanada : country === "US" ? SHARE.coOpUnitedStates : 0;
  if (random() < coOp) {
    for (let term = between(random, 2, 5); term >= 1; term -= 1) {
      intern(life, companies, { titles: CO_OP_TITLES, kind: "co-op", start: graduation - term * 8 - 1, months: 4 });
    }
    return companies;
  }
  const summers = Math.max(1, Math.min(4, Math.floor(logNormal(random, 1.9, 0.5))));
  for (let summer = summers; summer >= 1; summer -= 1) {
    const start = graduation - summer * 12 + between(random, -1, 1);
    intern(life, companies, { titles: life.track.intern, kind: "intern", start, months: between(random, 3, 4) });
  }
  if ((country === "DE" || country === "AT") && random() < SHARE.workingStudent) {
    const start = graduation - between(random, 14, 20);
    intern(life, companies, { titles: WORKING_STUDENT_TITLES, kind: "intern", start, months: between(random, 8, 13) });
  }
  return companies;
}

type Term = { titles: readonly string[]; kind: DemoKind; start: Month; months: number };

function intern(life: Life, companies: number[], { titles, kind, start, months }: Term): void {
  const { random, world, line, now, seeker, school } = life;
  if (start > now + SIGNED_AHEAD_MONTHS || (start + months > now && line.hasYearsOnly)) return;
  const before = companies.at(-1);
  const draw = random();
  const company =
    before !== undefined && draw < SHARE.again
      ? before
      : school >= 0 && draw < SHARE.again + SHARE.fromSchool
        ? world.fromSchool(random, seeker, school)
        : world.internCompany(random, seeker);
  // A present internship always has an end date in the future.
  if (line.add(company, pick(random, titles), kind, start, start + months - 1)) companies.push(company);
}

function studentAssistant({ random, world, line, now, seeker }: Life, graduation: Month): void {
  const start = graduation - between(random, 18, 34);
  const end = start + between(random, 4, 14);
  const laboratory = world.laboratory(random, seeker.country);
  if (start <= now && (end <= now || !line.hasYearsOnly)) {
    line.add(laboratory, pick(random, RESEARCH_TITLES), "research", start, end);
  }
}
