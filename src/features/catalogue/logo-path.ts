import { foldText } from "#core/text.ts";

/** A company's name as a file name: "At&T" → "at-t". Unique within the catalogue (a test holds it to that). */
export function logoSlug(name: string): string {
  return foldText(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

export function logoPath(name: string): string {
  return `/logos/${logoSlug(name)}.svg`;
}
