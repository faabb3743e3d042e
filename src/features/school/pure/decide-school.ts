import type { Reading } from "./school-readings.ts";
import { isSharedName } from "./shared-names.ts";

/** A school that one of the text's keys finds. */
export type Holder<One> = {
  school: One;
  id: number;
  countryCode: string;
  key: string;
  kind: "said" | "name" | "alias" | "acronym" | "asked" | "loose" | "place";
  /** The acronym is the school's address too: "epfl" of epfl.ch. */
  isAddress: boolean;
  /** An alias without a word of the school's name: a name of long ago, perhaps another school's today. */
  isOld: boolean;
};

/** Shorter acronyms are sure only if catalogue/known-schools.txt says so. */
const MIN_ACRONYM = 4;

const distinct = <One>(holders: readonly Holder<One>[]): Holder<One>[] => [
  ...new Map(holders.map((holder) => [holder.id, holder])).values(),
];

type Decision<One> = {
  /** The school that the text names and no other. */
  sure: Holder<One> | undefined;
  /** Check this first: the school is sure only if no other school's name begins with this key. */
  unless: string | undefined;
  /** All that the text may mean, the sure one first. */
  offers: Holder<One>[];
};

/**
 * Decides which school a text names. It is sure if only one school has the name; otherwise the schools are offered.
 * @param countries country codes of countries named in the text
 */
export function decideSchool<One>(
  readings: readonly Reading[],
  holders: readonly Holder<One>[],
  countries: readonly string[],
): Decision<One> {
  const byKey = Map.groupBy(holders, ({ key }) => key);
  let offers: Holder<One>[] = [];
  for (const { keys, beside } of readings) {
    const held = keys.flatMap((key) => byKey.get(key) ?? []).filter(({ kind }) => kind !== "place");
    if (held.length === 0) continue;
    offers = distinct([...offers, ...held]);
    const sure = onlyOne(held, byKey, countries);
    if (sure === undefined) {
      // Several schools have the whole text as name, so a shorter reading would not help.
      if (beside === "nothing" && held.some(({ kind }) => kind !== "acronym"))
        return { sure, unless: undefined, offers };
      continue;
    }
    if (beside !== "other") return { sure, unless: undefined, offers: [sure, ...without(offers, sure)] };
    if (sure.kind !== "acronym" && sure.key.includes(" "))
      return { sure, unless: sure.key, offers: [sure, ...without(offers, sure)] };
  }
  return { sure: undefined, unless: undefined, offers };
}

const without = <One>(holders: readonly Holder<One>[], one: Holder<One>): Holder<One>[] =>
  holders.filter(({ id }) => id !== one.id);

function onlyOne<One>(
  all: readonly Holder<One>[],
  byKey: ReadonlyMap<string, Holder<One>[]>,
  countries: readonly string[],
): Holder<One> | undefined {
  const held = all.filter(({ isOld }) => !isOld);
  if (held.some(({ kind }) => kind === "asked")) return inCountry(held, countries);
  const said = distinct(held.filter(({ kind }) => kind === "said"));
  if (said.length === 0 && held.some(({ key }) => isSharedName(key))) return inCountry(held, countries);
  if (said.length > 0) return said.length === 1 ? fits(said[0], countries) : inCountry(said, countries);
  const named = distinct(held.filter(({ kind }) => kind !== "acronym"));
  if (named.length > 1) {
    // Within a country, a school with this name comes before one with this alias.
    const own = distinct(held.filter(({ kind }) => kind === "name"));
    const isHome = named.every(({ countryCode }) => countryCode === own[0]?.countryCode);
    return own.length === 1 && isHome ? fits(own[0], countries) : inCountry(named, countries);
  }
  const [one] = named;
  if (one) {
    const fitting = fits(one, countries);
    return fitting && (countries.length > 0 || isAlone(one, byKey)) ? fitting : undefined;
  }
  const short = distinct(held);
  const [acronym] = short;
  const isSure = short.length === 1 && acronym && acronym.isAddress && acronym.key.length >= MIN_ACRONYM;
  return isSure ? fits(acronym, countries) : undefined;
}

/** "Lakeside University" by an alias is not sure where another school is called "University of Lakeside". */
function isAlone<One>(one: Holder<One>, byKey: ReadonlyMap<string, Holder<One>[]>): boolean {
  const place = withoutUniversity(one.key);
  if (place === one.key) return true;
  const others = (byKey.get(place) ?? []).filter(({ kind, id }) => kind === "place" && id !== one.id);
  if (one.kind === "alias") return others.length === 0;
  return !(one.key.endsWith(" university") && others.some(({ countryCode }) => countryCode !== one.countryCode));
}

const fits = <One>(one: Holder<One> | undefined, countries: readonly string[]): Holder<One> | undefined =>
  one && (countries.length === 0 || countries.includes(one.countryCode)) ? one : undefined;

function inCountry<One>(held: readonly Holder<One>[], countries: readonly string[]): Holder<One> | undefined {
  const there = distinct(held.filter(({ countryCode }) => countries.includes(countryCode)));
  return there.length === 1 ? there[0] : undefined;
}

/** "lakeside" for "university of lakeside". */
function withoutUniversity(key: string): string {
  return key
    .split(" ")
    .filter((word) => word !== "university" && word !== "of" && word !== "the")
    .join(" ");
}

/** Keys under which other schools of the same place are found. */
export function placeKeysOf(keys: readonly string[]): string[] {
  return keys
    .filter((key) => /(^| )university( |$)/u.test(key))
    .map(withoutUniversity)
    .filter((key) => key !== "");
}
