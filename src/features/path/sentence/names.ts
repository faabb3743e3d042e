import { nameKey } from "./tokens.ts";

/** A company or school as a link writes it (id or name), and as people read it. */
export type KnownName = { readonly value: string; readonly name: string };
/** A school, with what people call it: "mit", "georgia tech". */
type KnownSchool = KnownName & { readonly said?: readonly string[] };

/**
 * Finds whose exact name some words are; the first one is taken. The words are written as `nameKey` writes them. The
 * reader needs nothing else from outside, for up to a few hundred groups of words a sentence.
 */
export type Names = {
  findCompanies: (words: string) => readonly KnownName[];
  findSchools: (words: string) => readonly KnownName[];
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

function add(index: Map<string, KnownName[]>, key: string, name: KnownName): void {
  if (key === "") return;
  const known = index.get(key);
  if (known === undefined) index.set(key, [name]);
  else if (!known.includes(name)) known.push(name);
}

/**
 * Names in memory. Of several schools that some words name, the first one is that whole name's, then what people say,
 * then a short name, then initials; among equals, the order given counts.
 */
export function indexNames(companies: readonly KnownName[], schools: readonly KnownSchool[]): Names {
  const [companyIndex, schoolIndex] = [new Map<string, KnownName[]>(), new Map<string, KnownName[]>()];
  for (const company of companies) add(companyIndex, nameKey(company.name), company);
  for (const school of schools) add(schoolIndex, nameKey(school.name), school);
  for (const school of schools) for (const said of school.said ?? []) add(schoolIndex, nameKey(said), school);
  for (const school of schools) add(schoolIndex, shortSchoolKey(school.name), school);
  for (const school of schools) add(schoolIndex, initialsOf(school.name), school);
  return {
    findCompanies: (words) => companyIndex.get(words) ?? [],
    findSchools: (words) => schoolIndex.get(words) ?? [],
  };
}
