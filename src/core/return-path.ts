const OWN = "http://own.invalid";
const GATES = new Set(["/login", "/signup"]);

/**
 * Where a sign-in leads: the path that was asked for, if it is one of ours,
 * else '/'. Judged as a browser would read it: `//host`, `/\host`, hidden
 * control characters and dots that collapse to `//` all lead elsewhere.
 */
export function safeReturnPath(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(next)) return "/";
  if (!URL.canParse(next, OWN)) return "/";
  const url = new URL(next, OWN);
  if (url.origin !== OWN || url.pathname.startsWith("//") || GATES.has(url.pathname)) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Where somebody new goes: into the guided start, unless they came for a page of their own (record 0042). */
export function returnPathOfNewPerson(next: string): string {
  return next === "/" ? "/edit" : next;
}
