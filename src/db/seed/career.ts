import { PHD_TITLES } from "./careers.ts";
import { titleAt, type Life } from "./life.ts";
import type { Month } from "./line.ts";
import { between, logNormal, pick } from "./random.ts";
import { study } from "./study.ts";
import { work } from "./work.ts";

/** Careers in months. Most people are young: half began in the last six years, and some are still at school. */
const CAREER_MONTHS = { median: 78, spread: 0.85, most: 32 * 12 } as const;
const SIGNED_BEFORE_GRADUATION = 0.4;
const PHD = 0.04;

/** Makes a career from the first internship to today. Everybody gets at least one stop. */
export function makeCareer(life: Life): void {
  const { random, now, line } = life;
  const since = Math.round(logNormal(random, CAREER_MONTHS.median, CAREER_MONTHS.spread)) - between(random, 0, 26);
  const graduation = nextJune(now - Math.min(since, CAREER_MONTHS.most));
  const interned = study(life, graduation);
  const company = firstCompany(life, interned);
  if (graduation <= now) {
    const start = graduation + between(random, 0, 4);
    const doctor = random() < PHD ? research(life, start) : undefined;
    work(life, { from: doctor ?? start, company, step: doctor === undefined ? 0 : 1 });
  } else if (graduation <= now + 11 && random() < SIGNED_BEFORE_GRADUATION && !line.hasYearsOnly) {
    const start = Math.max(graduation + between(random, 1, 3), now + 1);
    line.add(company, titleAt(life, 0), "full-time", start, undefined);
  }
  if (line.stops.size === 0) {
    const start = now - between(random, 3, 14);
    line.add(
      life.world.internCompany(random, life.seeker),
      pick(random, life.track.intern),
      "intern",
      start,
      start + 2,
    );
  }
}

function nextJune(month: Month): Month {
  return month - (month % 12) + 5;
}

/** Adds years of research before the first job. Undefined if they would not be over by now. */
function research(life: Life, start: Month): Month | undefined {
  const { random, world, line, now, seeker } = life;
  const end = start + between(random, 36, 60);
  if (end >= now) return undefined;
  const laboratory = world.laboratory(random, seeker.country);
  return line.add(laboratory, pick(random, PHD_TITLES), "research", start, end)
    ? end + between(random, 1, 4)
    : undefined;
}

/**
 * An intern may stay at the company of the internship; some companies keep more of them. Others go where people of
 * their school went.
 */
function firstCompany(life: Life, interned: readonly number[]): number {
  const { random, world, seeker, school } = life;
  const last = interned.at(-1);
  if (last !== undefined && random() < world.keepsInterns(last)) return last;
  if (interned.length > 1 && random() < 0.1) return pick(random, interned);
  if (school >= 0 && random() < 0.4) return world.fromSchool(random, seeker, school);
  return world.company(random, seeker);
}
