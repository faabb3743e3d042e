import type { Config } from "./config.ts";

/**
 * The fields with the address of a picture on this site. Texts of people cannot match, because their quotes are
 * escaped.
 */
const ADDRESS = /"(logo|schoolLogo|pfp)":"\/(?!\/)/g;

/**
 * Is the caller a program or a page of another origin? Such a client does not know the host of a path. Our own pages
 * must work on any host.
 */
export function isApiClient(request: Request, config: Pick<Config, "baseUrl">): boolean {
  const { pathname, host } = new URL(request.url);
  if (!pathname.startsWith("/api/")) return false;
  if (request.headers.has("authorization")) return true;
  const origin = request.headers.get("origin");
  if (origin === null) return false;
  const from = URL.parse(origin)?.host;
  return from !== host && from !== new URL(config.baseUrl).host;
}

/** Adds the host to the addresses of pictures in a JSON text. */
export function withAbsoluteAddresses(json: string, baseUrl: string): string {
  return json.replace(ADDRESS, (_match, field: string) => `"${field}":"${baseUrl}/`);
}
