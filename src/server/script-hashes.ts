import { createHash, randomBytes } from "node:crypto";

/**
 * The renderer writes this mark into the `nonce` of its own scripts. Each process makes its own mark and never sends
 * it. So an injected script cannot have it, gets no hash, and the browser refuses it.
 */
export const SCRIPT_MARK = randomBytes(16).toString("base64url");

const MARK = ` nonce="${SCRIPT_MARK}"`;
const OPENING = "<script";
const CLOSING = "</script>";

/**
 * Removes the marks from a page, and hashes its own inline scripts for the content policy. Unlike nonces, hashes are
 * the same for every visitor, so a cached page can be sent as it is.
 * @returns `hashes` in the policy's form: `'sha256-…'`, without duplicates
 */
export function hashScripts(html: string): { html: string; hashes: string[] } {
  const hashes = new Set<string>();
  for (let at = html.indexOf(OPENING); at !== -1; at = html.indexOf(OPENING, at + 1)) {
    const start = html.indexOf(">", at) + 1;
    const end = html.indexOf(CLOSING, start);
    if (start === 0 || end === -1) break;
    if (!html.slice(at, start).includes(MARK)) continue;
    const digest = createHash("sha256").update(html.slice(start, end)).digest("base64");
    hashes.add(`'sha256-${digest}'`);
  }
  return { html: html.replaceAll(MARK, "").replaceAll(SCRIPT_MARK, ""), hashes: [...hashes] };
}
