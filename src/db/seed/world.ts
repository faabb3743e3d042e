import { countryName } from "#core/country.ts";
import { hash32 } from "#core/text.ts";
import { COUNTRIES, TRACKS } from "./careers.ts";
import { inventSchoolName } from "./invented-names.ts";
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

/** The person who looks for a place: number, kind of career, country. */
export type Seeker = { index: number; track: number; country: string };

/** Which companies and schools attract whom. Fixed orders, so that a seed always gives the same people. */
export type World = {
  /** By fame; typed companies come last. */
  companies: readonly WorldCompany[];
  /** By fame. */
  schools: readonly WorldSchool[];
  country: (random: Random) => string;
  track: Chooser;
  /** The English name of a country that `country` returned. */
  countryName: (code: string) => string;
  company: (random: Random, seeker: Seeker) => number;
  /** A company that takes interns, which only the better known ones do. */
  internCompany: (random: Random, seeker: Seeker) => number;
  /** A company that hires from this school. Graduates go where earlier ones went. */
  fromSchool: (random: Random, seeker: Seeker, school: number) => number;
  /** A company that people join after this one. Each company has typical next ones. */
  after: (random: Random, seeker: Seeker, company: number) => number;
  /** A small company outside the catalogue. */
  typedCompany: (random: Random, seeker: Seeker) => number;
  /** A laboratory, likelier a near one. Any company if the catalogue has no laboratory. */
  laboratory: (random: Random, country: string) => number;
  /** A school, or -1 for none. */
  school: (random: Random, seeker: Seeker) => number;
  /** The name of a school outside the catalogue. */
  freeSchool: (random: Random, seeker: Seeker) => string;
  /** How people rate a company on average, 1 to 5. */
  mood: (company: number) => number;
  /** The share of a company's interns who get their first job there. */
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

/** The first companies by rank have offices everywhere. */
const WORLDWIDE = 30;
const KNOWN_ABROAD = 60;

/** How near a company is: in the person's country, everywhere, in the region, a known employer abroad, or far away. */
function nearness(company: WorldCompany, country: string, rank: number): number {
  if (company.country === country) return country === "US" ? 8 : 16;
  if (rank < WORLDWIDE) return 4;
  const region = REGION_OF.get(country);
  if (region !== undefined && REGION_OF.get(company.country) === region) return 3;
  return rank < KNOWN_ABROAD ? 1 : 0.12;
}

/** Weights by rank, as in Zipf's law with a flattened top (Mandelbrot): 1 / (rank + offset)^exponent. */
const FAME = { offset: 16, exponent: 0.75 } as const;
const SCHOOL_FAME = { offset: 4, exponent: 0.95 } as const;
/** The first people of a site know each other and worked at the same few companies. Later people less so. */
const CIRCLE = { companies: 12, share: 0.5, people: 600 } as const;
/** How many typical next companies a company or school has. The first is the likeliest. */
const FAVOURITES = 6;
/** The smallest range of typical next companies, so that people of small companies can go to better known ones. */
const LEAST_FAVOURITES = 100;
/** The share of the companies within a person's reach that take interns. */
const TAKES_INTERNS = 0.12;
const MOOD = { least: 2.9, span: 1.4 } as const;
const KEEPS = { least: 0.34, span: 0.3 } as const;
/** Different numbers, so that one name gives two independent shares. */
const USE = { mood: 101, keeps: 102 } as const;

/** @param people how many people will live in it, which decides how many companies exist */
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

  const fame = Float64Array.from(ranked, (_, rank) => 1 / (rank + FAME.offset) ** FAME.exponent);
  const industries = [...new Set(ranked.map(({ industry }) => industry))];
  const industryOf = Uint16Array.from(ranked, ({ industry }) => industries.indexOf(industry));
  /** By country: how near each company is, and the sums of each track. */
  const ofCountries = new Map<string, { near: Float64Array; sums: Sums[] }>();
  const sumsFor = ({ track, country }: Seeker): Sums => {
    let ofCountry = ofCountries.get(country);
    if (ofCountry === undefined) {
      const near = Float64Array.from(ranked, (company, rank) => nearness(company, country, rank));
      ofCountry = { near, sums: [] };
      ofCountries.set(country, ofCountry);
    }
    return (ofCountry.sums[track] ??= makeSums(track, ofCountry.near));
  };
  // A large world has tens of thousands of companies and a few hundred of these, so it is one plain loop.
  const makeSums = (track: number, near: Float64Array): Sums => {
    const factors = TRACKS[track]?.industries ?? {};
    const factorOf = industries.map((industry) => factors[industry] ?? 1);
    const sums = new Float64Array(ranked.length);
    let total = 0;
    for (let rank = 0; rank < sums.length; rank += 1) {
      total += (factorOf[industryOf[rank] ?? 0] ?? 1) * (near[rank] ?? 0) * (fame[rank] ?? 0);
      sums[rank] = total;
    }
    return sums;
  };
  /**
   * Typical next companies depend on the rank: famous companies and schools lead to famous ones. They also suit the
   * person's country and industry.
   */
  const favourite = (random: Random, seeker: Seeker, hash: number, rank: number): number => {
    const number = Math.floor(random() * random() * FAVOURITES);
    const limit = Math.min(reach(random, seeker), LEAST_FAVOURITES + 8 * rank);
    return indexAt(sumsFor(seeker), fixedShare(hash, number), limit);
  };

  const laboratories = new Map<string, Sums>();
  const laboratorySums = (country: string): Sums => {
    const known = laboratories.get(country);
    if (known) return known;
    // The tiny weight of other companies keeps this working in a catalogue without laboratories.
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
    freeSchool: (random, { index }) => inventSchoolName(Math.floor(random() ** 2 * REACH.freeSchools(index))),
    mood: (company) => MOOD.least + MOOD.span * fixedShare(hashes[company] ?? 0, USE.mood),
    keepsInterns: (company) => KEEPS.least + KEEPS.span * fixedShare(hashes[company] ?? 0, USE.keeps),
  };
}

const ABROAD = 0.08;
const WITHOUT_SCHOOL = 0.05;

/** Chooses mostly a school of the person's country. Some people studied abroad. */
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
