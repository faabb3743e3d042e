/** Writes public/logos/<slug>.svg for every company of the catalogue that has a logo. Removes all other files there. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { readCatalogue } from "#features/catalogue/read.server.ts";
import { logoSlug } from "#features/catalogue/logo-path.ts";
import { squareSvg } from "#features/catalogue/square-svg.ts";

const require = createRequire(import.meta.url);
const OUT = fileURLToPath(new URL("../public/logos/", import.meta.url));

const iconSetSchema = z.object({
  width: z.number().default(16),
  height: z.number().default(16),
  icons: z.record(
    z.string(),
    z.object({
      body: z.string(),
      left: z.number().default(0),
      top: z.number().default(0),
      width: z.number().optional(),
      height: z.number().optional(),
      hidden: z.boolean().default(false),
    }),
  ),
});

async function readIcons(prefix: string): Promise<z.infer<typeof iconSetSchema>> {
  const file = require.resolve(`@iconify-json/${prefix}/icons.json`);
  return iconSetSchema.parse(JSON.parse(await readFile(file, "utf8")));
}

const sets = new Map([
  ["logos", await readIcons("logos")],
  ["simple-icons", await readIcons("simple-icons")],
]);

const files = new Map<string, string>();
const problems: string[] = [];
for (const company of await readCatalogue()) {
  if (company.logo === "") continue;
  const [prefix = "", name = ""] = company.logo.split(":");
  const set = sets.get(prefix);
  const icon = set?.icons[name];
  if (!set || !icon || icon.hidden) {
    problems.push(`${company.displayName}: there is no icon "${company.logo}"`);
    continue;
  }
  const box = { left: icon.left, top: icon.top, width: icon.width ?? set.width, height: icon.height ?? set.height };
  const file = `${logoSlug(company.name)}.svg`;
  if (files.has(file)) problems.push(`${company.displayName}: another company already has ${file}`);
  files.set(file, squareSvg(icon.body, box, company.colour));
}

if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
} else {
  await mkdir(OUT, { recursive: true });
  const stale = (await readdir(OUT)).filter((file) => !files.has(file));
  await Promise.all(stale.map((file) => rm(join(OUT, file), { recursive: true })));
  await Promise.all([...files].map(([file, svg]) => writeFile(join(OUT, file), svg)));
  console.log(`${files.size} logos in public/logos`);
}
