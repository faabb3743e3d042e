/** Letters of codes: none that people take for another. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 12;
const GROUP = 4;

export const MAX_LABEL = 80;
export const MAX_USES = 100_000;

/** How long a browser's access lasts after the code was entered, in seconds. */
export const ACCESS_LIFE = 180 * 86_400;

/**
 * A code of letters that are easy to read aloud, in groups: 58 bits.
 * @param random gives a whole number from 0 to below its argument
 */
export function makeCode(random: (below: number) => number): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[random(ALPHABET.length)] ?? "");
  const groups = Array.from({ length: CODE_LENGTH / GROUP }, (_, n) => letters.slice(n * GROUP, (n + 1) * GROUP));
  return groups.map((group) => group.join("")).join("-");
}

/** What counts of a code: people leave out hyphens, add blanks and type small letters. */
export function normaliseCode(text: string): string {
  return text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s-]+/gu, "");
}

export type CodeState = "active" | "used-up" | "expired" | "revoked";

export function stateOf(
  code: { uses: number; maxUses: number; expiresAt: Date | null; revokedAt: Date | null },
  now: Date,
): CodeState {
  if (code.revokedAt !== null) return "revoked";
  if (code.expiresAt !== null && code.expiresAt <= now) return "expired";
  return code.uses < code.maxUses ? "active" : "used-up";
}

/**
 * Pages that are there for everybody while the site is closed: the way in, and
 * what mailed links lead to, since a letter is often opened on a device that
 * never saw the code; they show nothing of anybody. Administrators' pages
 * guard themselves, and whoever runs the site must get to them to make the
 * first code.
 */
const OPEN_PAGES = [
  /^\/code$/,
  /^\/newsletter\/(?:confirm|unsubscribe)$/,
  /^\/unsubscribe$/,
  /^\/(?:verify-email|reset-password|change-email)$/,
  /^\/admin(?:\/[a-z0-9/-]*)?$/,
  // Where it says that machines are to stay away.
  /^\/robots\.txt$/,
];

/**
 * Calls that are there for everybody while the site is closed: those of these
 * pages, each with a secret of its own from a letter. Nobody's session may
 * become one that its owner cannot end, so that logout is here.
 */
const OPEN_CALLS: readonly (readonly [string, RegExp])[] = [
  ["GET", /^\/api\/token$/],
  ["POST", /^\/api\/earlyAccess\/check$/],
  ["POST", /^\/api\/email\/newsletter(?:\/confirm|\/unsubscribe)?$/],
  ["POST", /^\/unsubscribe$/],
  ["POST", /^\/api\/user\/(?:verify-email|reset|email\/confirm)$/],
  // An account that once came in has its access on every device it signs in on; any other stays outside.
  ["POST", /^\/api\/user\/login$/],
  ["POST", /^\/logout$/],
  ["POST", /^\/api\/user\/logout$/],
];
/** They guard themselves: everybody but administrators gets 403. */
const ADMIN_CALLS = /^\/api\/admin\/[A-Za-z0-9/{}-]*$/;

/** Whether a request may pass while the site is closed; everything not named here may not. */
export function isOpenWhenClosed(method: string, path: string): boolean {
  // A preflight asks what may be sent, and carries nothing.
  if (method === "OPTIONS") return true;
  if (ADMIN_CALLS.test(path)) return true;
  const verb = method === "HEAD" ? "GET" : method;
  if (OPEN_CALLS.some(([open, pattern]) => open === verb && pattern.test(path))) return true;
  // `.data` is how the router asks for a page's data, a trailing slash the same page.
  const page = path.replace(/(?:\.data|(?<=.)\/)$/, "");
  return verb === "GET" && OPEN_PAGES.some((pattern) => pattern.test(page));
}
