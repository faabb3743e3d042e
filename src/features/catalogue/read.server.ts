import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { z } from "zod";
import { isPublicId } from "#core/ids.ts";
import { companyMarkAddress } from "#core/monogram.ts";
import { readOnce } from "#core/read-once.ts";
import { keyOf } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";
import type { CompanyName } from "#features/company/schema.ts";
import { logoPath } from "./logo-path.ts";

/** A company as it is loaded in bulk; `logo` is an address of our own, or ''. */
export type CompanyRow = {
  name: string;
  displayName: string;
  description: string;
  country: string;
  domain: string;
  logo: string;
  aliases: readonly string[];
};

export type ExactCompany = { id: number; publicId: string; name: string; displayName: string; logo: string };

/**
 * The company with exactly this id or name. Aliases and merged companies do not count: an administrator must change or
 * delete the company they named.
 */
export async function findExactCompany(db: Reader, idOrName: string): Promise<ExactCompany | undefined> {
  const columns = ["id", "public_id as publicId", "name", "display_name as displayName", "logo"] as const;
  const byId = isPublicId(idOrName)
    ? await db.selectFrom("company").select(columns).where("public_id", "=", idOrName).executeTakeFirst()
    : undefined;
  return (
    byId ?? (await db.selectFrom("company").select(columns).where("name", "=", keyOf(idOrName)).executeTakeFirst())
  );
}

const MAX_NAMES = 5_000;

type NameRow = {
  public_id: string;
  name: string;
  display_name: string;
  country_code: string;
  logo: string;
  aliases: string[] | null;
};

/** The shown names of companies, by public id; one query. */
export async function readCompanyNamesOf(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const columns = ["public_id as id", "display_name as name"] as const;
  const rows = await db
    .selectFrom("company")
    .select(columns)
    .where("public_id", "=", sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** The listed companies with their aliases, by name; one query. */
export async function readCompanyNames(db: Reader): Promise<CompanyName[]> {
  // offset 0: the first names are read from their index. Otherwise all companies are joined and sorted before the limit.
  const { rows } = await sql<NameRow>`
    select c.public_id, c.name, c.display_name, c.country_code, c.logo, a.aliases
    from (select * from company where status = 'listed' order by name limit ${MAX_NAMES} offset 0) c
    left join (
      select company_id, json_agg(alias order by alias) as aliases from company_alias group by company_id
    ) a on a.company_id = c.id
    order by c.name`.execute(db);
  return rows.map((row) => ({
    _id: row.public_id,
    name: row.name,
    displayName: row.display_name,
    aliases: row.aliases ?? [],
    country: row.country_code,
    logo: row.logo === "" ? companyMarkAddress(row.display_name) : row.logo,
  }));
}

/** The marks of companies by public id; one query. */
export async function readLogos(db: Reader, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  // An array, not a list: then it is one statement for any number of companies, and stays prepared.
  const { rows } = await sql<Pick<NameRow, "public_id" | "display_name" | "logo">>`
    select public_id, display_name, logo from company
    where public_id = any(${ids.slice(0, MAX_NAMES)}::text[])`.execute(db);
  return Object.fromEntries(
    rows.map((row) => [row.public_id, row.logo === "" ? companyMarkAddress(row.display_name) : row.logo]),
  );
}

const catalogueCompanySchema = z.strictObject({
  /** Lower-case and unique. It is the company's key and never changes. */
  name: z.string().min(1).max(80),
  displayName: z.string().min(1).max(80),
  description: z.string().min(1).max(160),
  /** ISO 3166 alpha-2 */
  country: z.string().regex(/^[A-Z]{2}$/),
  domain: z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+(\/[a-z]+)?$/),
  /** Groups companies that people move between; demo data draws from it. */
  industry: z.string().regex(/^[a-z]+$/),
  aliases: z.array(z.string().min(1).max(80)),
  /** `logos:<icon>`, `simple-icons:<icon>`, or '' for a monogram */
  logo: z.string().regex(/^((logos|simple-icons):[a-z0-9-]+|)$/),
  /** The brand's colour, for an icon that comes without one. */
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .optional(),
});
type CatalogueCompany = z.infer<typeof catalogueCompanySchema>;

const FILE = new URL("../../../catalogue/companies.json", import.meta.url);

export async function readCatalogue(): Promise<CatalogueCompany[]> {
  const text = await readFile(FILE, "utf8");
  return z.array(catalogueCompanySchema).parse(JSON.parse(text));
}

/** One company of catalogue/more-companies.json: with a monogram, and without a description. */
const moreCompanySchema = z.strictObject({
  name: z.string().min(1).max(80),
  displayName: z.string().min(1).max(80),
  country: z.string().regex(/^[A-Z]{2}$/),
  domain: z.string().regex(/^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:\/[a-z]+)?|)$/),
  aliases: z.array(z.string().min(1).max(80)),
});
export type MoreCompany = z.infer<typeof moreCompanySchema>;

const MORE = new URL("../../../catalogue/more-companies.json", import.meta.url);
const moreSchema = z.array(z.union([moreCompanySchema, moreCompanySchema.pick({ name: true, aliases: true })]));

/** More companies, and more aliases of those in `readCatalogue`. */
async function readMore(): Promise<{ companies: MoreCompany[]; names: ReadonlyMap<string, readonly string[]> }> {
  const rows = moreSchema.parse(JSON.parse(await readFile(MORE, "utf8")));
  return {
    companies: rows.flatMap((row) => ("displayName" in row ? [row] : [])),
    names: new Map(rows.flatMap((row) => ("displayName" in row ? [] : [[row.name, row.aliases] as const]))),
  };
}

export const COMPANY_FILES = [FILE, MORE];

/** Every company that an installation lists from the start, as it is loaded. */
export async function readListedCompanies(): Promise<CompanyRow[]> {
  const [ours, more] = await Promise.all([readCatalogue(), readMore()]);
  return [
    ...ours.map(({ name, displayName, description, country, domain, aliases, logo }) => ({
      name,
      displayName,
      description,
      country,
      domain,
      logo: logo === "" ? "" : logoPath(name),
      aliases: [...aliases, ...(more.names.get(name) ?? [])],
    })),
    ...more.companies.map((company) => ({ ...company, description: "", logo: "" })),
  ];
}

export const readCatalogueLogos = readOnce(async (): Promise<ReadonlySet<string>> => {
  const rows = await readCatalogue();
  return new Set(rows.filter((row) => row.logo !== "").map((row) => logoPath(row.name)));
});
