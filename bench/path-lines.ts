/** Invented pipelines for the benchmark of the path engine: companies by a power law, about four roles each. */
import type { RoleKind } from "#core/role-kind.ts";
import { hash32 } from "#core/text.ts";
import type { Level, PathLine, PathRole } from "#features/path/pure/types.ts";

export const COMPANIES = 50_000;
const SCHOOLS = 2_000;
const COUNTRIES = ["CA", "US", "GB", "DE", "IN"] as const;
const FAMILIES = ["software", "data", "product", "design", "general", "security", "hardware", "research"] as const;
const TODAY = 2026 * 12 + 10;

export type World = {
  today: number;
  random: () => number;
  /** Draws company n about 1 / (n + 10) as often as the first one. */
  someCompany: () => number;
  companyId: (company: number) => string;
  schoolId: (school: number) => string;
  lineId: (line: number) => string;
};

/** xorshift32: the same pipelines on every machine. */
function makeRandom(seed: number): () => number {
  let state = seed * 2_654_435_761 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}

function idOf(what: string, number: number): string {
  const part = (turn: number): string => hash32(`${what} ${turn} ${number}`).toString(16).padStart(8, "0");
  return part(1) + part(2) + part(3);
}

function drawCompany(random: () => number): number {
  return Math.min(COMPANIES - 1, Math.floor(10 * ((COMPANIES / 10) ** random() - 1)));
}

export function makeWorld(seed: number): World {
  const random = makeRandom(seed);
  const companies = Array.from({ length: COMPANIES }, (_, index) => idOf("company", index));
  const schools = Array.from({ length: SCHOOLS }, (_, index) => idOf("school", index));
  return {
    today: TODAY,
    random,
    someCompany: () => drawCompany(random),
    companyId: (company) => companies[company] ?? "",
    schoolId: (school) => schools[school] ?? "",
    lineId: (line) => idOf("line", line),
  };
}

const QUESTION_SEED = 11;

/** The same world with draws from the beginning, so that each size is asked about the same companies. */
export function drawQuestions(world: World): World {
  const random = makeRandom(QUESTION_SEED);
  return { ...world, random, someCompany: () => drawCompany(random) };
}

function levelAfter(months: number, random: number): Level {
  if (random < 0.08 && months > 48) return random < 0.06 ? "manager" : "director";
  if (months < 30) return random < 0.5 ? "junior" : "mid";
  if (months < 90) return random < 0.6 ? "senior" : "mid";
  return random < 0.5 ? "senior" : random < 0.9 ? "staff" : "principal";
}

/** Makes the n-th pipeline. Another `turn` gives the same person other roles. */
export function makeLine(world: World, index: number, turn = 0): PathLine {
  const { random } = world;
  const isPublic = random() < 0.6;
  const isYear = !isPublic && random() < 0.7;
  const family = FAMILIES[Math.floor(random() * FAMILIES.length)] ?? "general";
  const wanted = 1 + Math.floor(random() * 7);
  const roles: PathRole[] = [];
  const begin = 2000 * 12 + Math.floor(random() * 300);
  let month = begin;
  let company = -1;
  for (let position = 0; position < wanted && month <= TODAY + 3; position += 1) {
    if (company < 0 || random() < 0.75) company = world.someCompany();
    const kind: RoleKind = position === 0 && random() < 0.5 ? "intern" : random() < 0.92 ? "full-time" : "contract";
    const length = kind === "intern" ? 3 : 6 + Math.floor(random() * 50);
    const isOpen = month + length >= TODAY;
    const level: Level = kind === "intern" ? "intern" : levelAfter(month - begin, random());
    roles.push({
      position,
      entry: `${index}-${company}`,
      company: random() < 0.03 ? "" : world.companyId(company),
      companyName: `Company ${company}`,
      title: `${level} ${family} ${turn}`,
      kind,
      family,
      level,
      slug: `${level}-${family}`,
      start: isYear ? Math.floor(month / 12) * 12 + 6 : month,
      end: isOpen ? null : isYear ? Math.floor((month + length) / 12) * 12 + 6 : month + length,
      isYear,
      phase: month > TODAY ? "incoming" : isOpen ? "current" : "past",
    });
    month += length + 1 + Math.floor(random() * 4);
  }
  const school = Math.floor(SCHOOLS * random() ** 2);
  const hasSchool = random() < 0.8;
  return {
    id: world.lineId(index),
    isPublic,
    school: hasSchool ? world.schoolId(school) : "",
    schoolName: hasSchool ? `School ${school}` : "",
    country: hasSchool ? (COUNTRIES[school % COUNTRIES.length] ?? "CA") : "",
    roles,
  };
}
