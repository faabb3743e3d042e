import type { Config } from "./config.ts";

/** The policy of every answer that is no page: it may load and be framed by nothing. */
const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * The policy of a page: scripts run by their hash, and what those import; styles only from our files.
 * @param hashes of the page's own inline scripts, see script-hashes.ts
 */
function pagePolicy(hashes: readonly string[], development: boolean): string {
  return [
    "default-src 'none'",
    // While developing, Vite adds script files of its own, which no inline script imports.
    `script-src ${[...hashes, development ? "'self'" : "'strict-dynamic'"].join(" ")}`,
    // Vite injects style elements while developing.
    development ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    // Files are read beside the page; what does it is served with the policy of no page and loads nothing.
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

/** Headers of every answer; `hashes` for pages alone. */
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
