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
  "/api/company/get/",
  "/api/school/update/",
  "/api/school/get/",
  "/api/profile/get/",
  "/api/pfp/",
  "/api/mongodbId/",
  "/company/",
  "/school/",
  "/user/",
] as const;

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

/** @param url path and query as on the request line */
export function normaliseRawUrl(url: string): string {
  if (url.startsWith("/api/token&")) return `/api/token?${url.slice("/api/token&".length)}`;
  if (/^\/api\/company\/get\/companies\/(?:\?|$)/.test(url)) return url.replace("companies/", "companies");
  if (url.startsWith(NAME_QUERY)) {
    return NAME_QUERY + encodeURIComponent(decodeLeniently(url.slice(NAME_QUERY.length)).toWellFormed());
  }
  const prefix = TEXT_PREFIXES.find((candidate) => url.startsWith(candidate));
  if (prefix === undefined) return isDecodable(url) ? url : url.replaceAll("%", "%25");
  const rest = url.slice(prefix.length);
  const mark = rest.indexOf("?");
  const path = mark === -1 ? rest : rest.slice(0, mark);
  const query = mark === -1 ? "" : rest.slice(mark);
  if (path === "" || /^[A-Za-z0-9_~-]+(\.data)?$/.test(path)) return url;
  // A lone marker of what belongs to another address of the same beginning.
  if (prefix === "/api/company/get/" && (path === "companies" || path.startsWith("companies?"))) return url;
  return `${prefix}${encodeSegment(decodeLeniently(path))}${query}`;
}
