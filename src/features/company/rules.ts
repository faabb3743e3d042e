import { isPublicId } from "#core/ids.ts";
import { isPlainText, keyOf } from "#core/text.ts";

/** In characters. */
export const MAX_DESCRIPTION = 400;

/** The problem with a company's description; undefined when there is none. */
export function checkDescription(text: string): string | undefined {
  if (text.length > MAX_DESCRIPTION) return `A description has at most ${MAX_DESCRIPTION} characters.`;
  return isPlainText(text) ? undefined : "This text has characters that cannot be kept.";
}

const LOGO_FILE = /^([0-9a-f]{24})\.webp$/;
const LOGO_FOLDER = "/company-logos/";

/** The address of a logo that an administrator uploaded. */
export function ownLogoPath(publicId: string): string {
  return `${LOGO_FOLDER}${publicId}.webp`;
}

/** The id in the last part of such an address; undefined for other addresses. */
export function ownLogoId(file: string): string | undefined {
  return LOGO_FILE.exec(file)?.[1];
}

/** What a form's field `logo` asks for. */
export type LogoWish =
  /** Field absent, or unchanged. */
  | { kind: "keep" }
  /** '' or a monogram's address. */
  | { kind: "none" }
  /** A path of this site; the caller checks that the logo exists. */
  | { kind: "ours"; path: string }
  /** Another site's address, fetched once and stored. */
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

/**
 * Do people who are signed in find the same company as visitors do? A stop of their own may have the name that visitors
 * find as another company's alias.
 */
export function isSameForAll(idOrName: string, found: { name: string } | undefined): boolean {
  return found !== undefined && (isPublicId(idOrName) || found.name === keyOf(idOrName));
}
