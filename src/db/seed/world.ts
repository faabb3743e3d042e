import { countryName } from "#core/country.ts";
import { hash32 } from "#core/hash.ts";
import { COUNTRIES, POPULAR, POPULAR_SCHOOLS, TRACKS } from "./careers.ts";
import { chooserOf, openRandom, type Chooser, type Random } from "./random.ts";

export type WorldCompany = { id: number; name: string; displayName: string; country: string; industry: string };
export type WorldSchool = { id: number; country: string; domains: readonly string[] };

/** The stage people live on: which companies and schools draw whom. Lists are in a fixed order, so that a seed means one world. */
export type World = {
  companies: readonly WorldCompany[];
  schools: readonly WorldSchool[];
  country: (random: Random) => string;
  track: Chooser;
  /** The English name of a country of `country`. */
  countryName: (code: string) => string;
  /** A company for somebody of a track in a country. */
  company: (random: Random, track: number, country: string) => number;
  /** A company that hires from a school, or one of the country where the school is unknown. */
  fromSchool: (random: Random, school: number, track: number, country: string) => number;
  /** A laboratory or the like, likelier a near one; any company where the catalogue has none. */
  laboratory: (random: Random, country: string) => number;
  /** -1 = no school. */
  school: (random: Random, country: string) => number;
  /** What people think of a company on the whole, 1..5. */
  mood: (company: number) => number;
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

/** How near a company is to somebody: at home, in the region, a known employer abroad, or anywhere. */
function nearness(company: WorldCompany, country: string, rank: number): number {
  if (company.country === country) return country === "US" ? 8 : 30;
  const region = REGION_OF.get(country);
  if (region !== undefined && REGION_OF.get(company.country) === region) return 4;
  return rank < 60 ? 1 : 0.12;
}

/** Rank in fame: the named ones first, the rest in an order by hash. */
function ranksOf(companies: readonly WorldCompany[]): number[] {
  const place = new Map(POPULAR.map((name, rank) => [name, rank]));
  const order = companies
    .map((company, index) => ({ index, key: place.get(company.name) ?? POPULAR.length + hash32(company.name) }))
    .toSorted((a, b) => a.key - b.key);
  const ranks = Array.from({ length: companies.length }, () => 0);
  for (const [rank, { index }] of order.entries()) ranks[index] = rank;
  return ranks;
}

const FAVOURITES = 6;

export function openWorld(companies: readonly WorldCompany[], schools: readonly WorldSchool[]): World {
  if (companies.length === 0) throw new Error("There are no companies yet; load the catalogue first.");
  const ranks = ranksOf(companies);
  const choosers = new Map<string, Chooser[]>();
  const chooserFor = (track: number, country: string): Chooser => {
    const ofCountry = choosers.get(country) ?? [];
    const made = ofCountry[track];
    if (made) return made;
    const factors = TRACKS[track]?.industries ?? {};
    const weights = companies.map((company, index) => {
      const rank = ranks[index] ?? 0;
      return ((factors[company.industry] ?? 1) * nearness(company, country, rank)) / (rank + 4) ** 0.95;
    });
    const chooser = chooserOf(weights);
    ofCountry[track] = chooser;
    choosers.set(country, ofCountry);
    return chooser;
  };
  const company: World["company"] = (random, track, country) => chooserFor(track, country)(random);

  const favourites = new Map<number, number[]>();
  const fromSchool: World["fromSchool"] = (random, school, track, country) => {
    if (school < 0) return company(random, track, country);
    const key = school * TRACKS.length + track;
    let known = favourites.get(key);
    if (!known) {
      const own = openRandom(hash32(schools[school]?.domains[0] ?? ""), track);
      known = Array.from({ length: FAVOURITES }, () => company(own, track, country));
      favourites.set(key, known);
    }
    return known[Math.floor(random() * random() * known.length)] ?? company(random, track, country);
  };

  const laboratories = new Map<string, Chooser>();
  const laboratory: World["laboratory"] = (random, country) => {
    let chooser = laboratories.get(country);
    if (!chooser) {
      // The little that others count keeps a catalogue without laboratories working.
      chooser = chooserOf(companies.map((one) => (one.industry === "research" ? nearness(one, country, 0) : 1e-9)));
      laboratories.set(country, chooser);
    }
    return chooser(random);
  };
  const countryNames = new Map(COUNTRIES.map(([code]) => [code, countryName(code)]));
  const countries = chooserOf(COUNTRIES.map(([, weight]) => weight));
  return {
    companies,
    schools,
    country: (random) => COUNTRIES[countries(random)]?.[0] ?? "US",
    countryName: (code) => countryNames.get(code) ?? "",
    track: chooserOf(TRACKS.map(({ weight }) => weight)),
    company,
    fromSchool,
    laboratory,
    school: schoolChooser(schools),
    mood: (index) => 3.1 + 1.4 * ((hash32(`mood ${companies[index]?.name ?? ""}`) % 1000) / 1000),
  };
}

const ABROAD = 0.08;
const WITHOUT_SCHOOL = 0.06;

/** Mostly a school of the country; a few famous ones draw many, some people went abroad for theirs. */
function schoolChooser(schools: readonly WorldSchool[]): World["school"] {
  const famous = new Map(POPULAR_SCHOOLS.map((domain, rank) => [domain, rank]));
  const weights = schools.map(({ domains, id }) => {
    const rank = Math.min(...domains.map((domain) => famous.get(domain) ?? Infinity));
    return Number.isFinite(rank) ? 60 / (rank + 8) ** 0.5 : 0.25 / ((hash32(domains[0] ?? `school ${id}`) % 400) + 5);
  });
  const byCountry = new Map<string, number[]>();
  for (const [index, { country }] of schools.entries()) {
    const list = byCountry.get(country) ?? [];
    list.push(index);
    byCountry.set(country, list);
  }
  const inCountry = new Map(
    [...byCountry].map(([country, list]) => [
      country,
      { list, choose: chooserOf(list.map((index) => weights[index] ?? 0)) },
    ]),
  );
  const anywhere = schools.length > 0 ? chooserOf(weights) : undefined;
  return (random, country) => {
    if (random() < WITHOUT_SCHOOL || !anywhere) return -1;
    const home = inCountry.get(country);
    if (!home || random() < ABROAD) return anywhere(random);
    return home.list[home.choose(random)] ?? -1;
  };
}
