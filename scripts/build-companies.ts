/**
 * node scripts/build-companies.ts ROR_COMPANIES
 * Makes catalogue/more-companies.json from catalogue/known-companies.txt and the Research Organization Registry's
 * companies (JSON rows: ror, name, country, acronyms, aliases, labels, hosts). A registry row with the host and name of
 * a known company adds its other names, in other scripts too. Companies of catalogue/companies.json get more names in
 * the same way.
 */
import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import { keyOf } from "#core/text.ts";
import { plainName } from "#features/import/pure/match-names.ts";
import { readCatalogue, type MoreCompany } from "#features/catalogue/read.server.ts";

const registrySchema = z.array(
  z.object({
    name: z.string(),
    country: z.string().default(""),
    aliases: z.array(z.string()).default([]),
    labels: z.array(z.tuple([z.string(), z.string()])).default([]),
    hosts: z.array(z.string()).default([]),
  }),
);
type Registered = z.infer<typeof registrySchema>[number];

const MAX_NAME = 80;
const LATIN = /\p{Script=Latin}/u;
/** Names in the registry that belong to another company or to nobody, or are mistakes. */
const WRONG = new Set(
  (
    "valley falls company|forward ventures|special yarns|aig trading|detroit diesel|thomas built buses|" +
    "western star trucks|advanced laboratory on embedded systems|california life company|southland corporation|" +
    "franklin resources|franklin resources inc|google research|다음|达电子|本メドトロニック株式会社|" +
    "大庆油田有限责任公司油田建设设计研究院|wood river oil and refining company|rock island oil & refining company"
  ).split("|"),
);

/** "Oracle (Portugal)" becomes "Oracle". */
const bareName = (name: string): string => name.replace(/\s*\([^()]*\)$/u, "").trim();

/** For "pt.oracle.com": itself and "oracle.com". */
function* hostsAbove(host: string): Generator<string> {
  const parts = host.split(".");
  for (let at = 0; at < parts.length - 1; at += 1) yield parts.slice(at).join(".");
}

/** `said`: names that known-companies.txt adds to a company of our own catalogue. */
type Known = MoreCompany & { isOurs: boolean; said: string[] };

function readKnown(text: string): Known[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [host = "", country = "", ...words] = line.split(" ");
      const [displayName = "", ...aliases] = words
        .join(" ")
        .split("|")
        .map((name) => name.trim());
      return {
        name: keyOf(displayName),
        displayName,
        country,
        domain: host === "-" ? "" : host,
        aliases,
        isOurs: false,
        said: [],
      };
    });
}

const [registryFile = ""] = process.argv.slice(2);
const registered = registrySchema.parse(JSON.parse(await readFile(registryFile, "utf8")));
const rowsAt = new Map<string, Registered[]>();
for (const row of registered) {
  for (const host of new Set(row.hosts.flatMap((one) => [...hostsAbove(one)]))) {
    rowsAt.set(host, [...(rowsAt.get(host) ?? []), row]);
  }
}

const ours = (await readCatalogue()).map((company): Known => ({ ...company, isOurs: true, said: [] }));
const owner = new Map<string, string>();
const take = (name: string, of: string): boolean => {
  const key = keyOf(name);
  if (key === "" || name.length > MAX_NAME || owner.has(key)) return false;
  owner.set(key, of);
  return true;
};
for (const { name, aliases } of ours) for (const one of [name, ...aliases]) take(one, name);

const known: Known[] = [...ours];
for (const company of readKnown(await readFile(new URL("../catalogue/known-companies.txt", import.meta.url), "utf8"))) {
  const holder = owner.get(company.name);
  const own = known.find(({ name }) => name === company.name && holder === name);
  if (own) {
    // This line is about a company of our own catalogue, and gives it more names.
    const names = company.aliases.filter((alias) => take(alias, own.name));
    own.said = [...own.said, ...names];
    continue;
  }
  if (holder !== undefined) {
    console.warn(`${company.displayName}: ${holder} is called so already`);
    continue;
  }
  take(company.name, company.name);
  known.push(company);
}
for (const company of known) {
  if (company.isOurs) continue;
  company.aliases = company.aliases.filter((alias) => {
    const isFree = keyOf(alias) !== company.name && take(alias, company.name);
    if (!isFree && keyOf(alias) !== company.name) console.warn(`${alias}: ${owner.get(keyOf(alias))} is called so`);
    return isFree;
  });
}

/** More names of each company from the registry. A name of two companies is not used. */
const further = new Map<string, Map<string, string>>();
const wantedBy = new Map<string, Set<string>>();
for (const company of known) {
  if (company.domain === "" || company.domain.includes("/")) continue;
  const called = new Set([company.displayName, ...company.aliases].map(plainName));
  for (const row of rowsAt.get(company.domain) ?? []) {
    const names = [bareName(row.name), ...row.labels.map(([label]) => bareName(label)), ...row.aliases.map(bareName)];
    if (!called.has(plainName(bareName(row.name)))) continue;
    for (const name of names) {
      const key = keyOf(name);
      // A single word may mean many things: "Parker", "Delphi".
      const isOneWord = LATIN.test(name) && !plainName(name).includes(" ");
      if (called.has(plainName(name)) || isOneWord || WRONG.has(key) || owner.has(key)) continue;
      wantedBy.set(key, (wantedBy.get(key) ?? new Set()).add(company.name));
      further.set(company.name, (further.get(company.name) ?? new Map<string, string>()).set(key, name));
    }
  }
}
const furtherOf = (name: string): string[] =>
  [...(further.get(name) ?? [])].flatMap(([key, written]) =>
    wantedBy.get(key)?.size === 1 && take(written, name) ? [written] : [],
  );

const lines = known
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  .flatMap(({ isOurs, name, displayName, country, domain, aliases, said }) => {
    const more = [...said, ...furtherOf(name)];
    if (isOurs) return more.length === 0 ? [] : [{ name, aliases: more }];
    return [{ name, displayName, country, domain, aliases: [...aliases, ...more] }];
  })
  .map((company) => JSON.stringify(company));
await writeFile(new URL("../catalogue/more-companies.json", import.meta.url), `[\n${lines.join(",\n")}\n]\n`);
console.log(
  `${lines.length} companies, ${[...further.values()].reduce((sum, { size }) => sum + size, 0)} further names`,
);
