import type { Config } from "./config.ts";

/** Fields with the address of a picture on this site. Quotes of people's texts are escaped. */
const ADDRESS = /"(logo|schoolLogo|pfp)":"\/(?!\/)/g;

/** A program or a page of another origin? Only these do not know the host of a path. */
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
export function withWholeAddresses(json: string, baseUrl: string): string {
  return json.replace(ADDRESS, (_match, field: string) => `"${field}":"${baseUrl}/`);
}
