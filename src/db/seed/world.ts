import { countryName } from "#core/country.ts";
import { hash32 } from "#core/text.ts";
import { COUNTRIES, TRACKS } from "./careers.ts";
import { coinSchool } from "./coined-names.ts";
import {
  inventCompanies,
  inventTypedCompanies,
  rankCompanies,
  rankSchools,
  REACH,
  type ListedCompany,
  type WorldCompany,
  type WorldSchool,
} from "./places.ts";
import { chooserOf, fixedShare, indexAt, sumsOf, type Chooser, type Random, type Sums } from "./random.ts";

/** Who asks the world for a place: what they do, where they live, and which person of the world they are. */
export type Seeker = { index: number; track: number; country: string };

/** The stage people live on: which companies and schools draw whom. Lists are in a fixed order, so that a seed means one world. */
export type World = {
  /** By fame, then those that people typed. */
  companies: readonly WorldCompany[];
  /** By fame. */
  schools: readonly WorldSchool[];
  country: (random: Random) => string;
  track: Chooser;
  /** The English name of a country of `country`. */
  countryName: (code: string) => string;
  company: (random: Random, seeker: Seeker) => number;
  /** One that takes interns: the better known ones of `company`. */
  internCompany: (random: Random, seeker: Seeker) => number;
  /** One that hires from a school: its alumni go where others went before them. */
  fromSchool: (random: Random, seeker: Seeker, school: number) => number;
  /** One where people go from a company: it has typical next ones. */
  after: (random: Random, seeker: Seeker, company: number) => number;
  /** A small one in no catalogue. */
  typedCompany: (random: Random, seeker: Seeker) => number;
  /** A laboratory or the like, likelier a near one; any company where the catalogue has none. */
  laboratory: (random: Random, country: string) => number;
  /** -1 = no school. */
  school: (random: Random, seeker: Seeker) => number;
  /** The name of a school in no catalogue. */
  freeSchool: (random: Random, seeker: Seeker) => string;
  /** What people think of a company on the whole, 1..5. */
  mood: (company: number) => number;
  /** The share of a company's interns who come back for their first job. */
  keepsInterns: (company: number) => number;
};

const REGIONS: readonly string[] = [
  "US CA",
  "GB IE FR DE NL BE LU CH AT ES PT IT SE NO DK FI IS EE LV LT PL CZ SK HU RO BG HR RS GR UA",
  "BR AR CL CO UY MX PE",
  "IN LK BD PK",
  "CN HK TW JP KR",
  "SG ID MY VN TH PH",
  "AU NZ",
  "AE SA QA EG IL TR MA",
  "NG KE ZA GH SN ET",
];
const REGION_OF = new Map(REGIONS.flatMap((codes, region) => codes.split(" ").map((code) => [code, region] as const)));

/** Have offices wherever people are. */
const WORLDWIDE = 30;
const KNOWN_ABROAD = 60;

/** How near a company is to somebody: at home, everywhere, in the region, a known employer abroad, or far away. */
function nearness(company: WorldCompany, country: string, rank: number): number {
  if (company.country === country) return country === "US" ? 8 : 16;
  if (rank < WORLDWIDE) return 4;
  const region = REGION_OF.get(country);
  if (region !== undefined && REGION_OF.get(company.country) === region) return 3;
  return rank < KNOWN_ABROAD ? 1 : 0.12;
}

/** Zipf with a flattened top (Mandelbrot): weight 1 / (rank + offset)^exponent. */
const FAME = { offset: 16, exponent: 0.75 } as const;
const SCHOOL_FAME = { offset: 4, exponent: 0.95 } as const;
/** The first people of a site know each other: they have been to the same few places, the later the less. */
const CIRCLE = { companies: 12, share: 0.5, people: 600 } as const;
/** Favourites of a company or a school, the first the dearest. */
const FAVOURITES = 6;
/** A small company's people go to any of the better known ones, and to those at least. */
const LEAST_FAVOURITES = 100;
/** The share of the companies somebody can reach that have programmes for interns. */
const TAKES_INTERNS = 0.12;
const MOOD = { least: 2.9, span: 1.4 } as const;
const KEEPS = { least: 0.34, span: 0.3 } as const;
/** Different uses of one number that belongs to a name. */
const USE = { mood: 101, keeps: 102 } as const;

/** @param people how many will live in it: it is as large as they reach */
export function openWorld(catalogue: readonly ListedCompany[], listed: readonly WorldSchool[], people = 0): World {
  if (catalogue.length === 0) throw new Error("There are no companies yet; load the catalogue first.");
  const ranked = [...rankCompanies(catalogue), ...inventCompanies(people, catalogue.length)];
  const typed = inventTypedCompanies(people);
  const companies = [...ranked, ...typed];
  const hashes = companies.map(({ name }) => hash32(name));
  const schools = rankSchools(listed);
  const schoolHashes = schools.map(({ domains, id }) => hash32(domains[0] ?? `school ${id}`));
  const reach = (random: Random, { index }: Seeker): number =>
    Math.min(
      ranked.length,
      random() < CIRCLE.share / (1 + index / CIRCLE.people) ** 0.5 ? CIRCLE.companies : REACH.companies(index),
    );

  const fame = ranked.map((_, rank) => 1 / (rank + FAME.offset) ** FAME.exponent);
  const sums = new Map<string, Sums[]>();
  const sumsFor = ({ track, country }: Seeker): Sums => {
    const ofCountry = sums.get(country) ?? [];
    sums.set(country, ofCountry);
    const factors = TRACKS[track]?.industries ?? {};
    return (ofCountry[track] ??= sumsOf(
      ranked.map(
        (company, rank) => (factors[company.industry] ?? 1) * nearness(company, country, rank) * (fame[rank] ?? 0),
      ),
      ranked.length,
    ));
  };
  /** The favourites of something famous are as famous, whoever asks; so they are near and in the same trade. */
  const favourite = (random: Random, seeker: Seeker, hash: number, rank: number): number => {
    const number = Math.floor(random() * random() * FAVOURITES);
    const limit = Math.min(reach(random, seeker), LEAST_FAVOURITES + 8 * rank);
    return indexAt(sumsFor(seeker), fixedShare(hash, number), limit);
  };

  const laboratories = new Map<string, Sums>();
  const laboratorySums = (country: string): Sums => {
    const known = laboratories.get(country);
    if (known) return known;
    // The little that others count keeps a catalogue without laboratories working.
    const made = sumsOf(
      ranked
        .slice(0, catalogue.length)
        .map((one) => (one.industry === "research" ? nearness(one, country, KNOWN_ABROAD) : 1e-9)),
      catalogue.length,
    );
    laboratories.set(country, made);
    return made;
  };
  const countryNames = new Map(COUNTRIES.map(([code]) => [code, countryName(code)]));
  const countries = chooserOf(COUNTRIES.map(([, weight]) => weight));
  return {
    companies,
    schools,
    country: (random) => COUNTRIES[countries(random)]?.[0] ?? "US",
    countryName: (code) => countryNames.get(code) ?? "",
    track: chooserOf(TRACKS.map(({ weight }) => weight)),
    company: (random, seeker) => indexAt(sumsFor(seeker), random(), reach(random, seeker)),
    internCompany: (random, seeker) =>
      indexAt(
        sumsFor(seeker),
        random(),
        Math.max(Math.min(ranked.length, CIRCLE.companies), Math.floor(reach(random, seeker) * TAKES_INTERNS)),
      ),
    fromSchool: (random, seeker, school) => favourite(random, seeker, schoolHashes[school] ?? 0, school),
    after: (random, seeker, company) => favourite(random, seeker, hashes[company] ?? 0, company),
    typedCompany: (random, seeker) =>
      ranked.length + Math.floor(random() ** 2 * Math.min(typed.length, REACH.typed(seeker.index))),
    laboratory: (random, country) => indexAt(laboratorySums(country), random(), catalogue.length),
    school: schoolChooser(schools),
    freeSchool: (random, { index }) => coinSchool(Math.floor(random() ** 2 * REACH.freeSchools(index))),
    mood: (company) => MOOD.least + MOOD.span * fixedShare(hashes[company] ?? 0, USE.mood),
    keepsInterns: (company) => KEEPS.least + KEEPS.span * fixedShare(hashes[company] ?? 0, USE.keeps),
  };
}

const ABROAD = 0.08;
const WITHOUT_SCHOOL = 0.05;

/** Mostly a school of the country; a few famous ones draw many, some people went abroad for theirs. */
function schoolChooser(schools: readonly WorldSchool[]): World["school"] {
  const weightOf = (rank: number): number => 1 / (rank + SCHOOL_FAME.offset) ** SCHOOL_FAME.exponent;
  const byCountry = new Map<string, number[]>();
  for (const [rank, { country }] of schools.entries()) {
    const ranks = byCountry.get(country) ?? [];
    ranks.push(rank);
    byCountry.set(country, ranks);
  }
  const inCountry = new Map(
    [...byCountry].map(([country, ranks]) => [country, { ranks, sums: sumsOf(ranks.map(weightOf), ranks.length) }]),
  );
  const anywhere = sumsOf(
    schools.map((_, rank) => weightOf(rank)),
    schools.length,
  );
  return (random, { index, country }) => {
    if (schools.length === 0 || random() < WITHOUT_SCHOOL) return -1;
    const reach = Math.min(schools.length, REACH.schools(index));
    const home = inCountry.get(country);
    const near = home ? countBelow(home.ranks, reach) : 0;
    if (!home || near === 0 || random() < ABROAD) return indexAt(anywhere, random(), reach);
    return home.ranks[indexAt(home.sums, random(), near)] ?? -1;
  };
}

/** How many of the ascending numbers are below a limit. */
function countBelow(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
