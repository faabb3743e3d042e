import { isPlainText } from "#core/text.ts";

/** Companies named on either side of the diagram; the others are one flow together. */
export const FLOW_COMPANIES = 5;
/** Companies named in the diagram of a school's first stops. */
export const FIRST_STOPS = 6;

/** Longest description, in characters. */
export const MAX_DESCRIPTION = 400;

/** What is wrong with a company's description; undefined when it may be kept. */
export function checkDescription(text: string): string | undefined {
  if (text.length > MAX_DESCRIPTION) return `A description has at most ${MAX_DESCRIPTION} characters.`;
  return isPlainText(text) ? undefined : "This text has characters that cannot be kept.";
}

const LOGO_FILE = /^([0-9a-f]{24})\.webp$/;
const LOGO_FOLDER = "/company-logos/";

/** Where a logo that an administrator gave is served. */
export function ownLogoPath(publicId: string): string {
  return `${LOGO_FOLDER}${publicId}.webp`;
}

/** The id in the last part of such an address, or undefined for what is none. */
export function ownLogoId(file: string): string | undefined {
  return LOGO_FILE.exec(file)?.[1];
}

/** What a text in the field `logo` asks for. */
export type LogoWish =
  /** Absent, or the logo it has. */
  | { kind: "keep" }
  /** '' or a monogram: drawn from the name. */
  | { kind: "none" }
  /** An address of ours; whether there is such a logo is for others to say. */
  | { kind: "ours"; path: string }
  /** An address elsewhere, to be fetched once. */
  | { kind: "fetch"; address: string }
  | { kind: "wrong" };

/**
 * Reads the field `logo`, which is an address: of ours, with or without the
 * host, or of another site over https. A visitor's browser never gets the latter.
 * @param now the stored logo, '' for a monogram
 */
export function readLogoWish(text: string | undefined, now: string, baseUrl: string): LogoWish {
  if (text === undefined) return { kind: "keep" };
  const typed = text.trim();
  const path = typed.startsWith(`${baseUrl}/`) ? typed.slice(baseUrl.length) : typed;
  if (path === now) return { kind: "keep" };
  if (path === "" || path.startsWith("/monogram/")) return { kind: "none" };
  if (path.startsWith("/logos/")) return { kind: "ours", path };
  return typed.startsWith("https://") && URL.canParse(typed) ? { kind: "fetch", address: typed } : { kind: "wrong" };
}
