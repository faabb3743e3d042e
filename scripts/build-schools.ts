/**
 * node scripts/build-schools.ts [ROR_EDUCATION WORLD_LIST [EARLIER_LIST]]
 * Makes catalogue/schools.json from two lists and catalogue/known-schools.txt. The lists are the Research Organization
 * Registry's schools (JSON rows: ror, name, country, acronyms, aliases, labels, hosts) and "world universities and
 * domains". Schools are joined by host, then by name and country. The earlier list's names let existing installations
 * find the right rows. Without lists it starts from the present schools.json, after a change of known-schools.txt.
 */
import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import { likeness } from "#features/import/pure/match-names.ts";
import { readSchoolCatalogue, type CatalogueSchool } from "#features/school/catalogue.server.ts";
import { readSchoolRows, SHARED_HOSTS, type SchoolRow } from "#features/school/rows.ts";
import { looseKey, schoolNameKey } from "#features/school/pure/school-keys.ts";

const registrySchema = z.array(
  z.object({
    name: z.string(),
    country: z.string().default(""),
    acronyms: z.array(z.string()).default([]),
    aliases: z.array(z.string()).default([]),
    labels: z.array(z.tuple([z.string(), z.string()])).default([]),
    hosts: z.array(z.string()).default([]),
  }),
);
type Registered = z.infer<typeof registrySchema>[number];

type School = CatalogueSchool & { isRegistered: boolean };
type Said = { sure: string[]; asked: string[] };

/** Names with a lower similarity belong to two schools that share a host. */
const SAME_FROM = 0.4;
const MAX_NAME = 200;
/** Names of parts of a school. A part shares its school's host. */
const PARTS = /cent(re|er)\b|\binstitut|zentr|laborator|department|\bcampus\b|\bfacult/i;
const WHOLE = /universit|college|hochschule|school|polytech/i;

const unique = (names: readonly string[], except: readonly string[] = []): string[] => {
  const seen = new Set(except.map(schoolNameKey));
  return names.filter((name) => {
    const key = schoolNameKey(name);
    if (key === "" || seen.has(key) || name.length > MAX_NAME) return false;
    seen.add(key);
    return true;
  });
};

async function readSaid(): Promise<Map<string, Said>> {
  const text = await readFile(new URL("../catalogue/known-schools.txt", import.meta.url), "utf8");
  const said = new Map<string, Said>();
  for (const line of text.split("\n")) {
    const [host = "", names] = line.split(":");
    if (names === undefined || line.startsWith("#")) continue;
    const [sure = "", asked = ""] = names.split("?");
    const listOf = (list: string): string[] =>
      list
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "");
    said.set(host.trim(), { sure: listOf(sure), asked: listOf(asked) });
  }
  return said;
}

function groupBy<One>(all: readonly One[], keysOf: (one: One) => readonly string[]): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of all) for (const key of new Set(keysOf(one))) groups.set(key, [...(groups.get(key) ?? []), one]);
  return groups;
}

/** Registered schools, without parts of other schools. */
function wholeOnes(registered: readonly Registered[]): Registered[] {
  const byHost = groupBy(registered, ({ hosts }) => hosts);
  return registered.filter(({ name, country, hosts }) => {
    const others = hosts.flatMap((host) => byHost.get(host) ?? []).filter((other) => other.name !== name);
    const isPart = PARTS.test(name) && !/^(the )?universit/i.test(name);
    return country !== "" && !(isPart && others.some((other) => WHOLE.test(other.name) && !PARTS.test(other.name)));
  });
}

/** "web.ub.edu" becomes "ub.edu". */
const mainHost = (host: string): string => {
  const short = host.replace(/^(?:web|www\d*|welcome|go|home|en|eng|english|portal|global|international)\./u, "");
  return short.includes(".") && !/^(?:ac|co|edu|com|org|gov|net)\.[a-z]{2}$/u.test(short) ? short : host;
};

function schoolOf(one: Registered): School {
  const labels = one.labels.map(([label]) => label);
  return {
    isRegistered: true,
    name: one.name.replace(/\s+/gu, " ").trim(),
    country: one.country,
    domains: [...new Set(one.hosts.map(mainHost))].filter((host) => !SHARED_HOSTS.has(host)),
    names: unique(labels, [one.name]),
    aliases: unique(one.aliases, [one.name, ...labels]),
    acronyms: unique(one.acronyms, [one.name]),
    said: [],
    asked: [],
    was: [],
    known: labels.length >= 3 ? 1 : 0,
  };
}

const namesOf = (school: School): string[] => [school.name, ...school.names, ...school.aliases];
const alike = (name: string, school: School): number =>
  Math.max(...namesOf(school).map((other) => likeness(schoolNameKey(name), schoolNameKey(other))));

const readJson = async (file: string | URL): Promise<unknown> => JSON.parse(await readFile(file, "utf8"));

async function joined(registryFile: string, worldFile: string, earlierFile: string | undefined): Promise<School[]> {
  const registered = registrySchema.parse(await readJson(registryFile));
  const listsOf = async (file: string | undefined): Promise<unknown[]> =>
    file === undefined ? [] : z.array(z.unknown()).parse(await readJson(file));
  const listed = readSchoolRows([...(await listsOf(worldFile)), ...(await listsOf(earlierFile))]).rows;

  const schools = wholeOnes(registered).map(schoolOf);
  const byHost = groupBy(schools, ({ country, domains }) => domains.map((host) => `${country} ${host}`));
  const byName = groupBy(schools, (school) => namesOf(school).map((name) => `${school.country} ${looseKey(name)}`));
  const rowsByHost = groupBy(listed, ({ countryCode, domains }) => domains.map((host) => `${countryCode} ${host}`));

  function registeredOf(row: SchoolRow): School | undefined {
    const named = byName.get(`${row.countryCode} ${looseKey(row.name)}`) ?? [];
    const hosts = row.domains.map((host) => `${row.countryCode} ${host}`);
    const hosted = [...new Set(hosts.flatMap((host) => byHost.get(host) ?? []))];
    const both = named.find((school) => hosted.includes(school)) ?? (named.length === 1 ? named[0] : undefined);
    if (both) return both;
    const [best] = hosted.toSorted((a, b) => alike(row.name, b) - alike(row.name, a));
    if (!best) return undefined;
    const isAlone = hosted.length === 1 && hosts.every((host) => (rowsByHost.get(host) ?? []).length === 1);
    return isAlone || alike(row.name, best) >= SAME_FROM ? best : undefined;
  }

  const fresh: School[] = [];
  for (const row of listed) {
    const found = registeredOf(row);
    // The list has a lower-case L in place of a capital I.
    const name = row.name.replace(/\blnstitut/gu, "Institut");
    if (found) {
      found.domains = [...new Set([...found.domains, ...row.domains])].slice(0, 8);
      if (schoolNameKey(row.name) !== schoolNameKey(found.name)) found.was = unique([...found.was, row.name]);
      found.aliases = unique([...found.aliases, name], [found.name, ...found.names]);
    } else {
      const host = row.domains[0];
      // Two spellings of a school that is not in the registry.
      const same = fresh.find(
        (school) =>
          school.country === row.countryCode &&
          host !== undefined &&
          school.domains.includes(host) &&
          alike(name, school) >= 0.7,
      );
      if (same) {
        same.was = unique([...same.was, row.name]);
        same.aliases = unique([...same.aliases, name], [same.name]);
      } else {
        fresh.push({
          isRegistered: false,
          name,
          country: row.countryCode,
          domains: row.domains.slice(0, 8),
          names: [],
          aliases: [],
          acronyms: [],
          said: [],
          asked: [],
          was: name === row.name ? [] : [row.name],
          known: 0,
        });
      }
    }
  }
  return [...schools, ...fresh];
}

/** Reads the present catalogue, without what known-schools.txt added. */
async function built(): Promise<School[]> {
  return (await readSchoolCatalogue()).map(({ known, ...school }) => ({
    ...school,
    isRegistered: false,
    said: [],
    asked: [],
    known: known === 2 && school.names.length >= 3 ? 1 : known % 2,
  }));
}

const [registryFile, worldFile = "", earlierFile] = process.argv.slice(2);
const schools = registryFile === undefined ? await built() : await joined(registryFile, worldFile, earlierFile);

function lackingOne(host: string, country: string): School {
  const lists = { names: [], aliases: [], acronyms: [], said: [], asked: [], was: [] };
  const school = { isRegistered: false, name: "", country, domains: [host], ...lists, known: 0 };
  schools.push(school);
  return school;
}

for (const [place, { sure, asked }] of await readSaid()) {
  const [host = "", country] = place.split(" ");
  const hosted = schools.filter(({ domains }) => domains.includes(host));
  const wanted = [...sure, ...asked].map((name) => name.replace("!", ""));
  const score = (school: School): number =>
    Math.max(...wanted.map((name) => alike(name, school))) +
    (school.domains[0] === host ? 0.2 : 0) +
    (/universit|institute of tech|imperial/i.test(school.name) ? 0.1 : 0);
  const [best] = country === undefined ? hosted.toSorted((a, b) => score(b) - score(a)) : [lackingOne(host, country)];
  if (!best) {
    console.warn(`${host}: no school has it`);
    continue;
  }
  const [shown] = sure.filter((name) => name.startsWith("!"));
  const said = sure.map((name) => name.replace("!", ""));
  if (shown !== undefined && schoolNameKey(shown) !== schoolNameKey(best.name)) {
    if (best.name !== "") {
      best.aliases = unique([...best.aliases, best.name]);
      best.was = unique([...best.was, best.name]);
    }
    best.name = shown.replace("!", "");
  }
  best.said = unique([...best.said, ...said]);
  best.asked = unique([...best.asked, ...asked]);
  best.known = 2;
  if (process.env["SHOW"] !== undefined) console.log(`${host}: ${best.name}`);
}

/** Puts the main address first: "mit.edu" before "web.mit.edu". */
const shortestFirst = (domains: readonly string[]): string[] => {
  const isUnder = (host: string): boolean => domains.some((other) => host.endsWith(`.${other}`));
  return domains.toSorted((a, b) => Number(isUnder(a)) - Number(isUnder(b)));
};

/** Keeps one school for each name and country. */
const kept = new Map<string, School>();
for (const school of schools) {
  const key = `${school.country} ${schoolNameKey(school.name)}`;
  const same = kept.get(key);
  if (same) {
    same.domains = [...new Set([...same.domains, ...school.domains])];
    same.names = unique([...same.names, ...school.names], [same.name]);
    same.aliases = unique([...same.aliases, ...school.aliases], [same.name, ...same.names]);
    same.was = unique([...same.was, ...school.was]);
    same.said = unique([...same.said, ...school.said]);
    same.known = Math.max(same.known, school.known);
  } else kept.set(key, school);
}

const lines = [...kept.values()]
  .toSorted((a, b) => (a.country + schoolNameKey(a.name) < b.country + schoolNameKey(b.name) ? -1 : 1))
  .map(({ isRegistered, ...school }) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries({ ...school, domains: shortestFirst(school.domains) }).filter(
          ([, value]) => value !== 0 && !(Array.isArray(value) && value.length === 0),
        ),
      ),
    ),
  );
await writeFile(new URL("../catalogue/schools.json", import.meta.url), `[\n${lines.join(",\n")}\n]\n`);
console.log(`${lines.length} schools`);
