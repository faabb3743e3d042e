import type { Config } from "./config.ts";

/** The policy of every answer except pages: load nothing, and no framing. */
const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * The policy of a page. Allowed are scripts by their hash, what those import, and styles from our files.
 * @param hashes of the page's own inline scripts, see script-hashes.ts
 */
function pagePolicy(hashes: readonly string[], development: boolean): string {
  return [
    "default-src 'none'",
    // In development, Vite adds script files that no inline script imports.
    `script-src ${[...hashes, development ? "'self'" : "'strict-dynamic'"].join(" ")}`,
    // In development, Vite adds style elements.
    development ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    // The worker that reads files. Its own policy, that of non-pages, lets it load nothing.
    "worker-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    development ? "connect-src 'self' ws:" : "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The headers of every answer. `hashes` are for pages only. */
export function securityHeaders(
  config: Pick<Config, "secure" | "development">,
  hashes: readonly string[] | undefined,
): [string, string][] {
  const headers: [string, string][] = [
    ["content-security-policy", hashes === undefined ? CLOSED_POLICY : pagePolicy(hashes, config.development)],
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "no-referrer"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()"],
    ["x-frame-options", "DENY"],
  ];
  if (config.secure) headers.push(["strict-transport-security", "max-age=31536000; includeSubDomains"]);
  return headers;
}
