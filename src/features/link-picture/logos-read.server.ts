import { readFile } from "node:fs/promises";
import { join, normalize } from "node:path";

function svgAddress(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

/**
 * The catalogue's logos among these paths, as data URLs. Paths without a file are left out.
 * @param clientFolder the folder of the built logos
 */
export async function readLogos(paths: readonly string[], clientFolder: string): Promise<Map<string, string>> {
  const logos = new Map<string, string>();
  for (const logo of new Set(paths)) {
    if (!/^\/logos\/[a-z0-9-]+\.svg$/.test(logo)) continue;
    try {
      logos.set(logo, svgAddress(await readFile(normalize(join(clientFolder, logo)), "utf8")));
    } catch {
      // No logo file; letters are drawn instead.
    }
  }
  return logos;
}
