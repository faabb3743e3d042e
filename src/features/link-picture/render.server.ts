import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Resvg } from "@resvg/resvg-js";
import type satori from "satori";
import { readOnce } from "#core/read-once.ts";
import { inKeyedQueue } from "#server/keyed-queue.ts";
import { drawPicture, type Box } from "./draw.ts";
import { readLogos } from "./logos-read.server.ts";
import { PICTURE_SIZE, type LinkPicture } from "./rules.ts";

const FACES = [
  ["latin", 400],
  ["latin", 700],
  ["latin-ext", 400],
  ["latin-ext", 700],
  ["cyrillic", 400],
  ["cyrillic", 700],
  ["vietnamese", 400],
  ["vietnamese", 700],
  ["cyrillic-ext", 400],
  ["cyrillic-ext", 700],
] as const;

type Font = { name: string; data: Buffer; weight: 400 | 700; style: "normal" };
/** Also for the test that compares them with the letters of rules.ts. */
export const loadFonts = readOnce(() =>
  Promise.all(
    FACES.map(async ([subset, weight]): Promise<Font> => ({
      // A name for each subset: satori falls back from one to the next, letter by letter.
      name: subset === "latin" ? "Overpass" : `Overpass ${subset}`,
      data: await readFile(
        fileURLToPath(import.meta.resolve(`@fontsource/overpass/files/overpass-${subset}-${weight}-normal.woff`)),
      ),
      weight,
      style: "normal",
    })),
  ),
);

/** Rendered pictures by their content; the oldest is removed first. A picture has about 40 kB. */
const MAX_KEPT = 200;
const kept = new Map<string, Uint8Array>();

/**
 * Renders the picture as PNG, 1200 × 630. The cache's key is the content and not the address, so a changed or deleted
 * picture is never shown again. Only one is drawn at a time.
 * @param clientFolder the folder of the built logos
 * @throws AppError overloaded
 */
export async function renderPicture(picture: LinkPicture, clientFolder: string): Promise<Uint8Array> {
  const key = createHash("sha256").update(JSON.stringify(picture)).digest("base64");
  const known = kept.get(key);
  if (known) return known;
  return inKeyedQueue("link-picture", async () => {
    const made = kept.get(key) ?? (await draw(picture, clientFolder));
    kept.set(key, made);
    const oldest = kept.keys().next().value;
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return made;
  });
}

/** Loaded with the first picture: they are large, and many processes never draw one. */
async function loadRenderers(): Promise<{ satori: typeof satori; Resvg: typeof Resvg }> {
  const [layout, raster] = await Promise.all([import("satori"), import("@resvg/resvg-js")]);
  return { satori: layout.default, Resvg: raster.Resvg };
}

async function draw(picture: LinkPicture, clientFolder: string): Promise<Uint8Array> {
  const root: Box = drawPicture(
    picture,
    await readLogos(
      picture.stations.map(({ logo }) => logo),
      clientFolder,
    ),
  );
  const { satori, Resvg } = await loadRenderers();
  const svg = await satori(root, { ...PICTURE_SIZE, fonts: await loadFonts() });
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}
