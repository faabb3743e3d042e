import { CO_OP_TITLES, PHD_TITLES, RESEARCH_TITLES, TRACKS, WORKING_STUDENT_TITLES, type Track } from "./careers.ts";
import { endOf, Line, monthOf, type DemoEntry, type DemoKind, type Month } from "./line.ts";
import { inventName, inventUsername } from "./names.ts";
import { between, logNormal, openRandom, pick, type Random } from "./random.ts";
import type { World } from "./world.ts";

export type DemoPerson = {
  firstName: string;
  lastName: string;
  username: string | undefined;
  linkedin: string;
  location: string;
  visibility: "public" | "anonymous";
  /** By its place in the world's list; -1 = none. */
  school: number;
  entries: DemoEntry[];
};

const SHARE = { anonymous: 0.35, username: 0.75, linkedin: 0.6 } as const;

type Life = {
  random: Random;
  world: World;
  line: Line;
  trackIndex: number;
  track: Track;
  country: string;
  school: number;
  now: Month;
};

/**
 * Person number `index` of the world of a seed, as of a day: always the same
 * one, whatever the number of people around.
 */
export function inventPerson(world: World, seed: number, index: number, today: string): DemoPerson {
  const random = openRandom(seed, index);
  const country = world.country(random);
  const { firstName, lastName } = inventName(random, country);
  const school = world.school(random, country);
  const trackIndex = world.track(random);
  const track = TRACKS[trackIndex];
  if (!track) throw new Error("There is no such track.");
  const line = new Line(random, world.mood);
  const life: Life = { random, world, line, trackIndex, track, country, school, now: monthOf(today) };
  live(life);
  const isPublic = random() >= SHARE.anonymous;
  const name = inventUsername(random, firstName, lastName, index);
  return {
    firstName,
    lastName,
    username: isPublic && random() < SHARE.username ? name : undefined,
    linkedin: isPublic && random() < SHARE.linkedin ? `demo-${name.replace(/[._]/g, "-")}` : "",
    location: world.countryName(country),
    visibility: isPublic ? "public" : "anonymous",
    school,
    entries: [...line.entries.values()],
  };
}

/** From the first internship to today. Everybody has at least one stop. */
function live(life: Life): void {
  const { random, now } = life;
  // Careers on such a site are young: half began in the last five years, some are still at school.
  const sinceGraduation = Math.round(logNormal(random, 72, 0.85)) - between(random, 0, 26);
  const graduation = nextJune(now - Math.min(sinceGraduation, 32 * 12));
  const interned = study(life, graduation);
  if (graduation <= now) work(life, graduation + between(random, 0, 4), interned);
  else if (graduation <= now + 11 && random() < 0.3 && !life.line.hasYearsOnly) {
    const company = interned.length > 0 && random() < 0.6 ? pick(random, interned) : nextCompany(life, undefined);
    life.line.add(
      company,
      titleAt(life, 0),
      "full-time",
      Math.max(graduation + between(random, 1, 3), now + 1),
      undefined,
    );
  }
  if (life.line.entries.size === 0) {
    const start = now - between(random, 3, 14);
    life.line.add(nextCompany(life, undefined), pick(random, life.track.intern), "intern", start, start + 2);
  }
}

function nextJune(month: Month): Month {
  return month - (month % 12) + 5;
}

function titleAt(life: Life, step: number): string {
  const ladder = life.track.ladder;
  return pick(life.random, ladder[Math.min(step, ladder.length - 1)] ?? ["Engineer"]);
}

/** Internships, co-op terms or a student's job before graduation; the companies where they were. */
function study(life: Life, graduation: Month): number[] {
  const { random, world, line, now } = life;
  const companies: number[] = [];
  const isCoOp = life.country === "CA" ? random() < 0.45 : life.country === "US" && random() < 0.06;
  const add = (title: string, kind: DemoKind, start: Month, months: number): void => {
    if (start > now + 8 || (start > now && line.hasYearsOnly)) return;
    const again = companies.at(-1);
    const company =
      again !== undefined && random() < 0.18
        ? again
        : random() < 0.4
          ? world.fromSchool(random, life.school, life.trackIndex, life.country)
          : world.company(random, life.trackIndex, life.country);
    const end = start + months - 1;
    // Whoever is in the middle of an internship has an end ahead, never an open one.
    if (line.add(company, title, kind, start, end)) companies.push(company);
  };
  if (random() < 0.12) {
    const start = graduation - between(random, 18, 34);
    const company = world.laboratory(random, life.country);
    const months = between(random, 4, 14);
    if (start <= now && (start + months <= now || !line.hasYearsOnly)) {
      line.add(company, pick(random, RESEARCH_TITLES), "research", start, start + months);
    }
  }
  if (isCoOp) {
    const terms = between(random, 2, 5);
    for (let term = terms; term >= 1; term -= 1) add(pick(random, CO_OP_TITLES), "co-op", graduation - term * 8 - 1, 4);
  } else {
    const summers = Math.min(4, Math.floor(logNormal(random, 1.7, 0.6)));
    for (let summer = summers; summer >= 1; summer -= 1) {
      add(
        pick(random, life.track.intern),
        "intern",
        graduation - summer * 12 + between(random, -1, 1),
        between(random, 3, 4),
      );
    }
    if ((life.country === "DE" || life.country === "AT") && random() < 0.45) {
      add(pick(random, WORKING_STUDENT_TITLES), "intern", graduation - between(random, 14, 20), between(random, 8, 13));
    }
  }
  return companies;
}

function nextCompany(life: Life, current: number | undefined): number {
  const { random, world, line } = life;
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const company =
      random() < 0.15
        ? world.fromSchool(random, life.school, life.trackIndex, life.country)
        : world.company(random, life.trackIndex, life.country);
    if (company !== current && (!line.entries.has(company) || attempt > 8)) return company;
  }
  return world.company(random, life.trackIndex, life.country);
}

/** Jobs one after the other until today, with promotions, gaps and returns. */
function work(life: Life, from: Month, interned: readonly number[]): void {
  const { random, world, line, now } = life;
  let month = from;
  let step = 0;
  let isManager = false;
  let company = interned.length > 0 && random() < 0.38 ? pick(random, interned) : nextCompany(life, undefined);
  const past: number[] = [];
  if (random() < 0.05 && month + 40 < now) {
    const laboratory = world.laboratory(random, life.country);
    const end = month + between(random, 36, 60);
    if (end < now && line.add(laboratory, pick(random, PHD_TITLES), "research", month, end)) {
      month = end + between(random, 1, 4);
      step = 1;
    }
  }
  while (month <= now) {
    const stay = Math.max(3, Math.round(logNormal(random, 36, 0.6)));
    const leaves = month + stay;
    const kind: DemoKind = random() < 0.025 ? "contract" : random() < 0.008 ? "part-time" : "full-time";
    const isLast = leaves >= now;
    // A promotion every two years or so, as roles of one entry.
    let title = currentTitle(life, step, isManager);
    for (;;) {
      const promotion = month + Math.max(10, Math.round(logNormal(random, 30, 0.4)));
      const becomesManager: boolean = isManager || (step >= 2 && random() < 0.22);
      const next = currentTitle(life, step + 1, becomesManager);
      const stops = promotion >= Math.min(leaves, now) || next === title;
      const end = stops ? (isLast ? undefined : leaves - 1) : promotion - 1;
      if (!line.add(company, title, kind, month, end)) return;
      if (stops) break;
      month = promotion;
      step += 1;
      isManager = becomesManager;
      title = next;
    }
    if (isLast) return finish(life, company);
    past.push(company);
    month = leaves + (random() < 0.22 ? between(random, 1, 9) : 0);
    if (random() < 0.3) step += 1;
    const former = past.slice(0, -1).filter((one) => one !== company);
    company = former.length > 0 && random() < 0.09 ? pick(random, former) : nextCompany(life, company);
  }
}

function currentTitle(life: Life, step: number, isManager: boolean): string {
  if (!isManager) return titleAt(life, step);
  const titles = life.track.management;
  return titles[Math.min(titles.length - 1, Math.max(0, Math.floor((step - 3) / 1.5)))] ?? titleAt(life, step);
}

/** A few of those in a job have just left it, or have signed for the next one. */
function finish(life: Life, company: number): void {
  const { random, line, now } = life;
  const draw = random();
  if (draw >= 0.13) return;
  const last = line.entries.get(company)?.roles.at(-1);
  if (!last || last.endDate !== undefined) return;
  const begun = monthOf(last.startDate);
  if (draw < 0.07) {
    const end = now - between(random, 1, 8);
    if (end > begun) last.endDate = endOf(end, last.datePrecision);
    return;
  }
  if (line.hasYearsOnly) return;
  const start = now + between(random, 1, 5);
  if (line.add(nextCompany(life, company), titleAt(life, 2), "full-time", start, undefined)) {
    last.endDate = endOf(Math.max(start - 1, begun), last.datePrecision);
  }
}
