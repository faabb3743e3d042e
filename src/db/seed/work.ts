import { FOUNDER_TITLES, SIDE_TITLES, TRACKS } from "./careers.ts";
import { endOf, monthOf, type DemoKind, type Month } from "./line.ts";
import { titleAt, type Life } from "./life.ts";
import { between, logNormal, pick } from "./random.ts";

/** Durations in months. People higher on the ladder stay longer on each step. */
const STAY = { median: 25, spread: 0.75, least: 2 } as const;
const STEP = { median: 26, spread: 0.35, least: 10, slower: 0.2 } as const;
const SHARE = {
  contract: 0.03,
  partTime: 0.01,
  founder: 0.015,
  typed: 0.03,
  shortBreak: 0.18,
  longBreak: 0.04,
  handover: 0.03,
  sideJob: 0.05,
  becomesManager: 0.18,
  sideways: 0.03,
  boomerang: 0.08,
  typicalNext: 0.45,
  fromSchool: 0.12,
  justLeft: 0.07,
  signed: 0.06,
} as const;
/** Only people above this step of the ladder become managers. */
const LEAST_STEP_OF_MANAGERS = 2;
const TRIES = 12;

type Rank = { step: number; isManager: boolean; since: Month };
type Beginning = { from: Month; company: number; step: number };

/** Adds jobs one after another until today, with promotions, breaks, side jobs and returns. */
export function work(life: Life, { from, company: first, step }: Beginning): void {
  const { random, now } = life;
  const rank: Rank = { step, isManager: false, since: from };
  const past: number[] = [];
  let month = from;
  let company = first;
  let kind: DemoKind = "full-time";
  while (month <= now) {
    const leaves = month + Math.max(STAY.least, Math.round(logNormal(random, STAY.median, STAY.spread)));
    if (!stay(life, rank, { company, kind, from: month, leaves })) return;
    if (random() < SHARE.sideJob) addSideJob(life, month, Math.min(leaves, now));
    if (leaves >= now) return finish(life, company, rank);
    past.push(company);
    month = leaves + breakAfter(life);
    // People who change companies are often promoted earlier.
    if (month - rank.since >= 0.6 * STEP.median && random() < 0.5) climb(life, rank, month);
    if (random() < SHARE.sideways) life.track = pick(random, TRACKS.slice(0, 3));
    kind = random() < SHARE.contract ? "contract" : random() < SHARE.partTime ? "part-time" : "full-time";
    if (random() < SHARE.founder) kind = "founder";
    const former = past.slice(0, -1).filter((one) => one !== company);
    if (kind === "founder") company = life.world.typedCompany(random, life.seeker);
    else if (former.length > 0 && random() < SHARE.boomerang) company = pick(random, former);
    else company = nextCompany(life, company);
  }
}

/** Adds the roles at one company, a new one for each promotion. @returns false if there was no room for them */
function stay(
  life: Life,
  rank: Rank,
  { company, kind, from, leaves }: { company: number; kind: DemoKind; from: Month; leaves: Month },
): boolean {
  const { random, line, now } = life;
  if (kind === "founder") {
    return line.add(company, pick(random, FOUNDER_TITLES), kind, from, leaves > now ? undefined : leaves - 1);
  }
  let month = from;
  let title = titleOf(life, rank);
  for (;;) {
    const pace = STEP.median * (1 + STEP.slower * rank.step);
    const promotion = Math.max(month + STEP.least, rank.since + Math.round(logNormal(random, pace, STEP.spread)));
    const isPromoted = promotion < Math.min(leaves, now);
    const next = isPromoted ? climb(life, rank, promotion) : title;
    const hasNewTitle = next !== title;
    if (!isPromoted || hasNewTitle) {
      const end = hasNewTitle ? promotion - 1 : leaves > now ? undefined : leaves - 1;
      if (!line.add(company, title, kind, month, end)) return false;
      if (!isPromoted) return true;
      month = promotion;
      title = next;
    }
  }
}

/** Moves one step up, and may make the person a manager. @returns the new title */
function climb(life: Life, rank: Rank, at: Month): string {
  rank.step += 1;
  rank.since = at;
  rank.isManager ||= rank.step > LEAST_STEP_OF_MANAGERS && life.random() < SHARE.becomesManager;
  return titleOf(life, rank);
}

function titleOf(life: Life, { step, isManager }: Rank): string {
  const titles = life.track.management;
  if (!isManager) return titleAt(life, step);
  return titles[Math.min(titles.length - 1, Math.max(0, Math.floor((step - 3) / 1.5)))] ?? titleAt(life, step);
}

/** Months between two jobs; -1 if the next one begins before this one ends. */
function breakAfter({ random }: Life): number {
  const draw = random();
  if (draw < SHARE.longBreak) return between(random, 10, 30);
  if (draw < SHARE.longBreak + SHARE.shortBreak) return between(random, 1, 9);
  return draw > 1 - SHARE.handover ? -1 : 0;
}

function addSideJob({ random, world, line, seeker, now }: Life, from: Month, until: Month): void {
  if (until - from < 4) return;
  const start = between(random, from + 1, until - 2);
  const end = start + between(random, 3, 20);
  const kind = random() < 0.5 ? "part-time" : "contract";
  if (end >= now && line.hasYearsOnly) return;
  line.add(world.typedCompany(random, seeker), pick(random, SIDE_TITLES), kind, start, end >= now ? undefined : end);
}

function nextCompany(life: Life, current: number): number {
  const { random, world, line, seeker, school } = life;
  if (random() < SHARE.typed) return world.typedCompany(random, seeker);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const draw = random();
    const company =
      draw < SHARE.typicalNext
        ? world.after(random, seeker, current)
        : school >= 0 && draw < SHARE.typicalNext + SHARE.fromSchool
          ? world.fromSchool(random, seeker, school)
          : world.company(random, seeker);
    if (company !== current && !line.stops.has(company)) return company;
  }
  return world.company(random, seeker);
}

/** Some people have just left their job, or have signed a contract for the next one. */
function finish(life: Life, company: number, rank: Rank): void {
  const { random, line, now } = life;
  const draw = random();
  if (draw >= SHARE.justLeft + SHARE.signed) return;
  const last = line.stops.get(company)?.roles.at(-1);
  if (!last || last.endDate !== undefined) return;
  const begun = monthOf(last.startDate);
  if (draw < SHARE.justLeft) {
    const end = now - between(random, 1, 8);
    if (end > begun) last.endDate = endOf(end, last.datePrecision);
    return;
  }
  if (line.hasYearsOnly) return;
  const start = now + between(random, 1, 5);
  if (line.add(nextCompany(life, company), titleOf(life, rank), "full-time", start, undefined)) {
    last.endDate = endOf(Math.max(start - 1, begun), last.datePrecision);
  }
}
