import { readFile } from "node:fs/promises";
import { z } from "zod";

const names = z.array(z.string().min(1).max(200)).default([]);

const catalogueSchoolSchema = z.strictObject({
  /** The name that people use. */
  name: z.string().min(1).max(200),
  /** ISO 3166 alpha-2 */
  country: z.string().regex(/^[A-Z]{2}$/),
  domains: z.array(z.string()).default([]),
  /** The name in other languages. */
  names,
  aliases: names,
  acronyms: names,
  /** Names that mean only this school: catalogue/known-schools.txt. */
  said: names,
  /** Names that may also mean other schools. */
  asked: names,
  /** Names it had in earlier catalogues. */
  was: names,
  /** 2: well known. 1: has names in several languages. */
  known: z.number().int().min(0).max(2).default(0),
});
export type CatalogueSchool = z.infer<typeof catalogueSchoolSchema>;

export const SCHOOLS_FILE = new URL("../../../catalogue/schools.json", import.meta.url);

export async function readSchoolCatalogue(): Promise<CatalogueSchool[]> {
  return z.array(catalogueSchoolSchema).parse(JSON.parse(await readFile(SCHOOLS_FILE, "utf8")));
}
