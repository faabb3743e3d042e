import { createHash, randomBytes } from "node:crypto";

/**
 * The renderer puts this into the `nonce` of every script it writes. It is made anew by each process and never sent, so
 * that a script which somebody smuggled into a page cannot carry it, gets no hash, and is refused by the browser.
 */
export const SCRIPT_MARK = randomBytes(16).toString("base64url");

const MARK = ` nonce="${SCRIPT_MARK}"`;
const OPENING = "<script";
const CLOSING = "</script>";

/**
 * The page without the marks, and the hashes of its own inline scripts for the content policy. Unlike a nonce, hashes
 * are the same for every visitor, so that a kept page can be sent as it is.
 * @returns `hashes` as a policy names them: `'sha256-…'`, each once
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
