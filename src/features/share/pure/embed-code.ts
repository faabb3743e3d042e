import { escapeXml } from "#core/text.ts";
import { sharedPath } from "#features/share/rules.ts";
import { EMBED_SIZE, type EmbedTheme } from "./embed.ts";

/** The HTML code for embedding a pipeline in another site. */
export function embedCode(
  baseUrl: string,
  {
    id,
    alt,
    theme = "auto",
    width = EMBED_SIZE.width,
  }: { id: string; alt: string; theme?: EmbedTheme; width?: number },
): string {
  const height = Math.round((EMBED_SIZE.height * width) / EMBED_SIZE.width);
  const source = `${baseUrl}${sharedPath(id, ".svg")}${theme === "auto" ? "" : `?theme=${theme}`}`;
  return `<img src="${escapeXml(source)}" alt="${escapeXml(alt)}" width="${width}" height="${height}">`;
}
