import type { Config } from "./config.ts";

/** The fields that hold the address of a picture on this site. Escaped quotes keep texts of people from looking so. */
const ADDRESS = /"(logo|schoolLogo|pfp)":"\/(?!\/)/g;

/**
 * Whether a call comes from a program or from a page of another origin. Such a client cannot tell which host a path
 * belongs to; our own pages must not be tied to one.
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

/** A JSON text in which the addresses of pictures name their host. */
export function withWholeAddresses(json: string, baseUrl: string): string {
  return json.replace(ADDRESS, (_match, field: string) => `"${field}":"${baseUrl}/`);
}
