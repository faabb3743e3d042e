// Not the package itself, which loads its names in 80 languages.
import countries from "i18n-iso-countries/index.js";
import english from "i18n-iso-countries/langs/en.json" with { type: "json" };
import { countryName } from "#core/country.ts";
import { isObject } from "#core/fields.ts";
import { foldText, isCleanText, searchTerms } from "#core/text.ts";

/**
 * Lists of schools as others publish them, made into rows of ours. The country
 * code decides which country is meant: sources spell the names differently.
 */
export type SchoolRow = {
  name: string;
  /** The folded name. Name and country together identify a school. */
  nameKey: string;
  /** Our English name of the code's country; the source's own where the code has none. */
  country: string;
  countryCode: string;
  domains: string[];
};

/** `index` counts from 0. */
export type RowProblem = { index: number; problem: string };

const MAX_NAME = 200;
const MAX_TERM = 100;

countries.registerLocale(english);

/** Spellings that lists use and the ISO names lack. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["brunei", "BN"],
  ["burma", "MM"],
  ["congo, democratic republic of the", "CD"],
  ["congo, republic of the", "CG"],
  ["holy see", "VA"],
  ["korea, north", "KP"],
  ["korea, south", "KR"],
  ["laos", "LA"],
  ["macau", "MO"],
  ["macedonia", "MK"],
  ["moldova", "MD"],
  ["netherlands antilles", "CW"],
  ["swaziland", "SZ"],
  ["syria", "SY"],
  ["virgin islands", "VI"],
  ["turkey", "TR"],
  ["turkiye", "TR"],
  ["kosovo", "XK"],
  ["cape verde", "CV"],
  ["ivory coast", "CI"],
  ["viet nam", "VN"],
]);

/** The look-up walks through all names; lists repeat them thousands of times. Bounded by the names there are. */
const known = new Map<string, string>();

/** The ISO alpha-2 code of a country's English name; '' for an unknown name. */
export function countryCodeOf(name: string): string {
  const found = known.get(name);
  if (found !== undefined) return found;
  const code = countries.getAlpha2Code(name, "en") ?? OTHER_NAMES.get(foldText(name)) ?? "";
  if (code !== "") known.set(name, code);
  return code;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&amp;", "&"],
  ["&quot;", '"'],
  ["&apos;", "'"],
  ["&#39;", "'"],
  ["&#039;", "'"],
  ["&nbsp;", " "],
  ["&lt;", "<"],
  ["&gt;", ">"],
]);

/** Names copied from web pages carry entities and double spaces. */
function cleanName(text: string): string {
  return text
    .replace(/&(?:amp|quot|apos|#0?39|nbsp|lt|gt);/g, (entity) => ENTITIES.get(entity) ?? entity)
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .trim();
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Where anybody can have pages. Such a host names no school; the part before it may. */
export const SHARED_HOSTS: ReadonlySet<string> = new Set([
  "blogspot.com",
  "facebook.com",
  "github.io",
  "sites.google.com",
  "weebly.com",
  "wixsite.com",
  "wordpress.com",
]);

/** Reads one row of the "world universities and domains" list. */
function readSchoolRow(value: unknown): SchoolRow | string {
  if (!isObject(value)) return "is not an object";
  const name = cleanName(textOf(value["name"]));
  if (name === "") return "has no name";
  if (!isCleanText(name)) return "has a name that cannot be stored";
  const nameKey = foldText(name);
  if (name.length > MAX_NAME || nameKey.length > MAX_NAME) return `has a name of more than ${MAX_NAME} characters`;
  if (nameKey === "") return "has a name without letters";
  const code = value["alpha_two_code"];
  if (code !== undefined && (typeof code !== "string" || !/^[A-Z]{2}$/.test(code)))
    return "has an alpha_two_code that is not two capital letters";
  const sourceCountry = cleanName(textOf(value["country"]));
  const countryCode = typeof code === "string" ? code : countryCodeOf(sourceCountry);
  if (countryCode === "")
    return sourceCountry === "" ? "has no country" : `has a country we do not know ("${sourceCountry}")`;
  const country = countryName(countryCode) || sourceCountry;
  if (country === "" || country.length > 100) return "has no country";
  const listed: unknown = value["domains"] ?? [];
  if (!Array.isArray(listed) || listed.some((domain) => typeof domain !== "string"))
    return "has domains that are not a list of texts";
  const domains = new Set<string>();
  for (const domain of listed) {
    const bare = textOf(domain)
      .trim()
      .toLowerCase()
      .replace(/^www\./, "");
    if (DOMAIN.test(bare) && !SHARED_HOSTS.has(bare)) domains.add(bare);
  }
  return { name, nameKey, country, countryCode, domains: [...domains] };
}

function schoolKey(row: Pick<SchoolRow, "nameKey" | "countryCode" | "country">): string {
  return `${row.countryCode}|${row.country}|${row.nameKey}`;
}

/** Merges rows about the same school: first spelling of the name, all domains. */
export function readSchoolRows(values: readonly unknown[]): { rows: SchoolRow[]; problems: RowProblem[] } {
  const rows = new Map<string, SchoolRow>();
  const problems: RowProblem[] = [];
  for (const [index, value] of values.entries()) {
    const row = readSchoolRow(value);
    if (typeof row === "string") {
      problems.push({ index, problem: row });
      continue;
    }
    const key = schoolKey(row);
    const same = rows.get(key);
    if (same) same.domains = [...new Set([...same.domains, ...row.domains])];
    else rows.set(key, row);
  }
  return { rows: [...rows.values()], problems };
}

/** Parts of a domain that name no school. */
const SUFFIXES: ReadonlySet<string> = new Set([
  "edu",
  "ac",
  "com",
  "org",
  "net",
  "gov",
  "mil",
  "int",
  "info",
  "sch",
  "univ",
]);

/** The school's short name from its domain: "mit" for mit.edu, "eit" for student.eit.edu.au; empty if it names none. */
export function shortName(domain: string): string {
  if (SHARED_HOSTS.has(domain)) return "";
  const [own = "", ...host] = domain.split(".");
  if (SHARED_HOSTS.has(host.join("."))) return own;
  const labels = domain.split(".").slice(0, -1);
  if (labels.length > 1 && SUFFIXES.has(labels.at(-1) ?? "")) labels.pop();
  return labels.at(-1) ?? "";
}

/**
 * The search terms of a school: its name, the rest of it from each later word on, and the short names of its domains.
 */
export function schoolTerms(row: { name: string; domains: readonly string[] }): string[] {
  const terms = new Set(searchTerms(row.name, MAX_TERM));
  for (const domain of row.domains.slice(0, 8)) {
    const short = foldText(shortName(domain)).slice(0, MAX_TERM);
    if (short.length > 1 && !SUFFIXES.has(short)) terms.add(short);
  }
  return [...terms];
}
