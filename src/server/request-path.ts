/**
 * Clients put names and searched texts into the path without escapes: `AT&T`, `100%`, `C++`, `..`. After one of these
 * prefixes, the rest of the path is such a text. It is encoded as one segment before a URL parser sees it: a parser
 * would remove `..` and fail at a lone `%`.
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
 * Older addresses of some calls, and the documented ones. OpenAPI cannot describe both, because the placeholder of one
 * path would also match the other path. The excluded words are names of calls, which are not companies here.
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

/** One UTF-8 character of one to four bytes, each percent-encoded. */
const ENCODED_CHARACTER =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi;

/** Decodes percent-encoded UTF-8 and leaves every other `%` as it is. */
export function decodeLeniently(text: string): string {
  return text.replace(ENCODED_CHARACTER, (character) => {
    try {
      return decodeURIComponent(character);
    } catch {
      return character;
    }
  });
}

/**
 * Encodes a text as one path segment. Parsers of addresses would remove `.` and `..`, so these become Unicode
 * characters that NFKC turns back into dots.
 */
function encodeSegment(text: string): string {
  if (text === ".") return encodeURIComponent("\u2024");
  if (text === "..") return encodeURIComponent("\u2025");
  return encodeURIComponent(text.isWellFormed() ? text : text.toWellFormed());
}

/** @returns undefined if there is a `%` outside an escape */
function decode(url: string): string | undefined {
  try {
    // The build drops a call whose result nobody uses, though it may throw.
    return decodeURIComponent(url);
  } catch {
    return undefined;
  }
}

/** API calls and folders of files. All other paths belong to pages, including the not-found page. */
const NO_PAGE = /^\/(?:api(?!\/docs\/*$)|assets|logos|company-logos|monogram|pictures)\//;

export function isPagePath(path: string): boolean {
  return !NO_PAGE.test(path);
}

/** Is this a request for a page? The not-found page counts too. */
export function isPageRequest({ method, url }: { method: string; url: string }): boolean {
  return (method === "GET" || method === "HEAD") && isPagePath(new URL(url).pathname);
}

/**
 * The one form of a page's address, which the routers of browser and server read alike. It has no double slash and none
 * at the end, `/` instead of `\` (browsers do the same), and no `%` outside an escape. It starts with exactly one
 * slash.
 * @param path as the URL parser gives it
 */
export function pageAddress(path: string): string {
  const plain = path.replace(/[/\\]+/g, "/").replace(/(?<=.)\/$/, "");
  if (decode(plain) !== undefined) return plain;
  return plain
    .split("/")
    .map((segment) => encodeURIComponent(decodeLeniently(segment)))
    .join("/");
}

/** Escaped letters, digits, `-`, `_` and `~`. After another `%` it may not be an escape. */
const ESCAPED_LETTER = /(?<!%)%(?:3\d|[46][1-9a-f]|[57][0-9a]|2d|5f|7e)/gi;

/**
 * One spelling for one address, so that limits, queues and memory see the address that the routers see: no host, and no
 * escaped letters. Parsers of addresses read `http://host/api` and `/%61pi` as `/api`.
 */
function inOneSpelling(path: string): string {
  const local = /^https?:\/\//i.test(path) ? path.replace(/^[^/]*\/\/[^/]*/, "") || "/" : path;
  return local.replace(ESCAPED_LETTER, (escape) => decodeURIComponent(escape));
}

/** Takes the steps `.` and `..` out of a path, as parsers of addresses do. */
function withoutSteps(path: string): string {
  return /[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i.test(path) ? new URL(`http://host${path}`).pathname : path;
}

/** @param sent path and query from the request line */
export function normaliseRequestPath(sent: string): string {
  const [, sentPath = "", sentQuery = ""] = /^([^?]*)(.*)$/s.exec(sent) ?? [];
  const plain = inOneSpelling(sentPath) + sentQuery;
  const older = OLDER.find(([pattern]) => pattern.test(plain));
  const url = older ? plain.replace(...older) : plain;
  if (url.startsWith("/api/token&")) return `/api/token?${url.slice("/api/token&".length)}`;
  if (/^\/api\/company\/get\/companies\/(?:\?|$)/.test(url)) return url.replace("companies/", "companies");
  if (url.startsWith(NAME_QUERY)) {
    return NAME_QUERY + encodeURIComponent(decodeLeniently(url.slice(NAME_QUERY.length)).toWellFormed());
  }
  const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  const prefix = TEXT_PREFIXES.find((candidate) => path.startsWith(candidate));
  if (prefix !== undefined) return textAddress(prefix, path.slice(prefix.length)) + query;
  // Pages redirect to their one address themselves. Replace only a raw `\`, because no URL can contain it.
  const walked = withoutSteps(isPagePath(path) ? path.replaceAll("\\", "/") : path);
  if (isPagePath(walked) || decode(walked + query) !== undefined) return walked + query;
  return (walked + query).replaceAll("%", "%25");
}

function textAddress(prefix: (typeof TEXT_PREFIXES)[number], text: string): string {
  const isRegular = text === "" || /^[A-Za-z0-9_~-]+$/.test(text);
  if (isRegular) return prefix + text;
  return prefix + encodeSegment(decodeLeniently(text));
}

/**
 * A reading request at another address. It has no signal of the first one: V8 would keep both until it collects the whole
 * heap, and calls that read are not stopped when their client leaves.
 */
export function askedAt(url: URL, { headers }: Request): Request {
  return new Request(url, { headers });
}
