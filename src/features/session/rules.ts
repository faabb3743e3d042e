export const MAX_ACCESS_TOKEN_NAME = 60;

/** Access tokens of one account. Somebody with a stolen session must not be able to hide a token among hundreds. */
export const MAX_ACCESS_TOKENS = 20;

/** Longest life of a token. Every token expires, because people forget tokens. */
export const MAX_ACCESS_TOKEN_DAYS = 365;

/** `read`: public data and one's own profile. `write`: may also change one's own profile. */
export const SCOPES = ["read", "write"] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * The calls that accept access tokens. All others refuse them: administration, passwords, e-mails, sessions, tokens,
 * exports and deletion need a signed-in person. A new call refuses them until it is added here.
 */
const CALLS: readonly (readonly [scope: Scope, method: string, path: RegExp])[] = [
  ["read", "GET", /^\/api\/(?:company|jump|mongodbId|paths|pfp|profile|school|shared|site|title)(?:\/|$)/],
  ["read", "GET", /^\/api\/(?:openapi\.json|reports\/counts|user\/me)$/],
  // POST calls that only read: the body holds the question.
  ["read", "POST", /^\/api\/(?:paths\/similar|profile\/meter)$/],
  ["write", "PATCH", /^\/api\/(?:company\/update|school\/update)(?:\/|$)/],
  ["write", "PATCH", /^\/api\/(?:profile|pfp)\/./],
  ["write", "DELETE", /^\/api\/pfp\/./],
];

/** The scope that a call needs; undefined for calls that no access token may make. */
export function scopeOfCall(method: string, path: string): Scope | undefined {
  const asked = method === "HEAD" ? "GET" : method;
  return CALLS.find(([, known, form]) => known === asked && form.test(path))?.[0];
}
