import { readFile } from "node:fs/promises";
import { z } from "zod";
import { logoPath } from "./logo-path.ts";

/** One company of catalogue/companies.json. */
const catalogueCompanySchema = z.strictObject({
  /** Lower-case and unique: the key of the company for good. */
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
export type CatalogueCompany = z.infer<typeof catalogueCompanySchema>;

const FILE = new URL("../../../catalogue/companies.json", import.meta.url);

/** The companies every site starts with. */
export async function readCatalogue(): Promise<CatalogueCompany[]> {
  const text = await readFile(FILE, "utf8");
  return z.array(catalogueCompanySchema).parse(JSON.parse(text));
}

let logos: Promise<ReadonlySet<string>> | undefined;

/** Addresses of every logo that came with the catalogue; read once. */
export function readCatalogueLogos(): Promise<ReadonlySet<string>> {
  logos ??= readCatalogue().then(
    (rows) => new Set(rows.filter((row) => row.logo !== "").map((row) => logoPath(row.name))),
  );
  return logos;
}
