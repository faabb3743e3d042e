import { nameKey } from "./tokens.ts";

/** A company or school as a link writes it (id or name), and as people read it. */
export type KnownName = { readonly value: string; readonly name: string };
/** A school, with what people call it: "mit", "georgia tech". */
type KnownSchool = KnownName & { readonly said?: readonly string[] };

/**
 * Finds a company or school by its exact name, in the form that `nameKey` returns. The reader of sentences needs no
 * other data. It asks up to a few hundred times per sentence.
 */
export type Names = {
  findCompany: (words: string) => KnownName | undefined;
  findSchool: (words: string) => KnownName | undefined;
};

const SCHOOL_WORDS: ReadonlySet<string> = new Set(["university", "college", "institute", "school", "the", "of", "at"]);

/** A school's short name: "University of Waterloo" is also "Waterloo". Empty if nothing would be left. */
function shortSchoolKey(name: string): string {
  return nameKey(name)
    .split(" ")
    .filter((word) => !SCHOOL_WORDS.has(word))
    .join(" ");
}

/**
 * The initials of a long name: "Technical University of Munich" is "tum". Initials of only two words are too ambiguous.
 */
function initialsOf(name: string): string {
  const words = nameKey(name)
    .split(" ")
    .filter((word) => word !== "of" && word !== "the");
  return words.length < 3 ? "" : words.map((word) => word.charAt(0)).join("");
}

/**
 * An index of names in memory. If several schools fit a key, whole names come first, then what people say, then short
 * names, then initials; among equals, the given order counts.
 */
export function indexNames(companies: readonly KnownName[], schools: readonly KnownSchool[]): Names {
  const [companyIndex, schoolIndex] = [new Map<string, KnownName>(), new Map<string, KnownName>()];
  const add = (index: Map<string, KnownName>, key: string, name: KnownName): void => {
    if (key !== "" && !index.has(key)) index.set(key, name);
  };
  for (const company of companies) add(companyIndex, nameKey(company.name), company);
  const known = schools.map(({ value, name, said = [] }) => ({ school: { value, name }, said }));
  for (const { school } of known) add(schoolIndex, nameKey(school.name), school);
  for (const { school, said } of known) for (const words of said) add(schoolIndex, nameKey(words), school);
  for (const { school } of known) add(schoolIndex, shortSchoolKey(school.name), school);
  for (const { school } of known) add(schoolIndex, initialsOf(school.name), school);
  return { findCompany: (words) => companyIndex.get(words), findSchool: (words) => schoolIndex.get(words) };
}
