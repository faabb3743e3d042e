export const MAX_ACCESS_TOKEN_NAME = 60;

/** A limit, so that a borrowed session cannot hide one token among hundreds. */
export const MAX_ACCESS_TOKENS = 20;

/** Days after which a token ends; a token that is forgotten does not stay for ever. */
export const MAX_ACCESS_TOKEN_DAYS = 365;

/** `read`: what is public, and one's own profile. `write`: also changes one's own profile. */
export const SCOPES = ["read", "write"] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * What access tokens are for. Every other call refuses them, a new one too until it stands here: administration,
 * passwords, e-mails, sessions, tokens, exports and deletion are for people who have signed in.
 */
const CALLS: readonly (readonly [scope: Scope, method: string, path: RegExp])[] = [
  ["read", "GET", /^\/api\/(?:company|jump|mongodbId|paths|pfp|profile|school|shared|site|title)(?:\/|$)/],
  ["read", "GET", /^\/api\/(?:openapi\.json|reports\/counts|user\/me)$/],
  // They change nothing; the body is the question.
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
