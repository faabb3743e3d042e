/**
 * Clients put names and searched texts into the path as they are: `AT&T`,
 * `100%`, `C++`, `..`. For the addresses that end in such a text, everything
 * after the prefix is that text; here it becomes one properly encoded segment,
 * before any URL parser can fold `..` away or choke on a lone `%`.
 */
const TEXT_PREFIXES = [
  "/api/company/get/companies/",
  "/api/school/get/schools/",
  "/api/company/update/",
  "/api/company/delete/",
  "/api/company/logo/",
  "/api/company/employees/",
  "/api/company/getid/",
  "/api/company/insights/",
  "/api/company/get/",
  "/api/school/update/",
  "/api/school/employees/",
  "/api/school/get/",
  "/api/school/insights/",
  "/api/profile/get/",
  "/api/pfp/",
  "/api/mongodbId/",
] as const;

/**
 * Addresses by which some calls were known first, and the ones they are documented by: in a document of both, one path
 * with a placeholder would stand for the other. Not for companies that are called like a call.
 */
const OLDER: readonly (readonly [older: RegExp, now: string])[] = [
  [
    /^\/api\/company\/(?!(?:get|getid|employees|update|delete|logo|insights)\/)([^/?]+)\/insights(?=\?|$)/,
    "/api/company/insights/$1",
  ],
  [/^\/api\/school\/(?!(?:get|update|insights)\/)([^/?]+)\/insights(?=\?|$)/, "/api/school/insights/$1"],
  [/^\/api\/profile\/(?!(?:get|similar)\/)([^/?]+)\/similar(?=\?|$)/, "/api/profile/similar/$1"],
  [/^\/api\/profile\/(?=\?|$)/, "/api/profile"],
  [/^\/api\/school\/update\/(?=\?|$)/, "/api/school/update"],
];

const NAME_QUERY = "/api/company/getBy?name=";

/** One character of one to four bytes, each as an escape. */
const ENCODED_CHARACTER =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi;

/** Decodes what is percent-encoded UTF-8 and leaves every other `%` as it stands. */
export function decodeLeniently(text: string): string {
  return text.replace(ENCODED_CHARACTER, (character) => {
    try {
      return decodeURIComponent(character);
    } catch {
      return character;
    }
  });
}

/** One segment that every parser keeps: dot segments travel as NFKC-equal dot leaders. */
function encodeSegment(text: string): string {
  if (text === ".") return encodeURIComponent("\u2024");
  if (text === "..") return encodeURIComponent("\u2025");
  return encodeURIComponent(text.isWellFormed() ? text : text.toWellFormed());
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

/** Calls, and folders of files: they know their addresses. Every other path is a page's, there or not. */
const NO_PAGE = /^\/(?:api(?!\/docs\/*$)|assets|logos|company-logos|monogram|pictures)\//;

export function isPagePath(path: string): boolean {
  return !NO_PAGE.test(path);
}

/** Whether a page answers: also the not-found page. */
export function isPageRequest({ method, url }: { method: string; url: string }): boolean {
  return (method === "GET" || method === "HEAD") && isPagePath(new URL(url).pathname);
}

/**
 * The one address of a page, which the router in the browser and the one here read alike: no slash twice or at the end,
 * `\` for the slash that browsers make of it, and every `%` part of an escape. Starts with exactly one slash.
 * @param path as the URL parser gives it
 */
export function pageAddress(path: string): string {
  const plain = path.replace(/[/\\]+/g, "/").replace(/(?<=.)\/$/, "");
  if (isDecodable(plain)) return plain;
  return plain
    .split("/")
    .map((segment) => encodeURIComponent(decodeLeniently(segment)))
    .join("/");
}

/** @param sent path and query as on the request line */
export function normaliseRequestPath(sent: string): string {
  const older = OLDER.find(([pattern]) => pattern.test(sent));
  const url = older ? sent.replace(...older) : sent;
  if (url.startsWith("/api/token&")) return `/api/token?${url.slice("/api/token&".length)}`;
  if (/^\/api\/company\/get\/companies\/(?:\?|$)/.test(url)) return url.replace("companies/", "companies");
  if (url.startsWith(NAME_QUERY)) {
    return NAME_QUERY + encodeURIComponent(decodeLeniently(url.slice(NAME_QUERY.length)).toWellFormed());
  }
  const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  // Left as it came, so that a page can lead to its one address; but no URL can be made of a raw `\`.
  if (isPagePath(path)) return path.replaceAll("\\", "/") + query;
  const prefix = TEXT_PREFIXES.find((candidate) => path.startsWith(candidate));
  if (prefix === undefined) return isDecodable(url) ? url : url.replaceAll("%", "%25");
  return textAddress(prefix, path.slice(prefix.length)) + query;
}

function textAddress(prefix: (typeof TEXT_PREFIXES)[number], text: string): string {
  const isRegular = text === "" || /^[A-Za-z0-9_~-]+$/.test(text);
  if (isRegular) return prefix + text;
  return prefix + encodeSegment(decodeLeniently(text));
}
