const OWN = "http://own.invalid";
const GATES = new Set(["/login", "/signup"]);

/**
 * Where a sign-in returns to: the requested path if it is on this site, otherwise '/'. It is read as a browser would:
 * `//host`, `/\host`, control characters, and dots that collapse to `//` lead to other sites.
 */
export function safeReturnPath(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(next)) return "/";
  if (!URL.canParse(next, OWN)) return "/";
  const url = new URL(next, OWN);
  if (url.origin !== OWN || url.pathname.startsWith("//") || GATES.has(url.pathname)) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Where a new person goes: to the guided start, unless they came from another page (record 0042). */
export function returnPathOfNewPerson(next: string): string {
  return next === "/" ? "/edit" : next;
}
