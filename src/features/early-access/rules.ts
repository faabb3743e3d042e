/** The alphabet of codes, without letters and digits that look alike. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 12;
const GROUP = 4;

export const MAX_LABEL = 80;
/** The longest name of the inviting person, for the mail's subject. */
export const MAX_INVITER = 80;
/** Addresses that one list may have. */
export const MAX_ADDRESSES = 500;
export const MAX_USES = 100_000;

/** How long a browser's access lasts after the code was entered, in seconds. */
export const ACCESS_LIFE_SECONDS = 180 * 86_400;

/** A code of letters that are easy to read aloud: 58 bits. `random` gives 0 to below its argument. */
export function makeCode(random: (below: number) => number): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[random(ALPHABET.length)] ?? "");
  const groups = Array.from({ length: CODE_LENGTH / GROUP }, (_, n) => letters.slice(n * GROUP, (n + 1) * GROUP));
  return groups.map((group) => group.join("")).join("-");
}

/** People leave out hyphens, add blanks and type small letters. */
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
 * Pages that stay open while the site is closed: the code form, sign-in, and the targets of mailed links, because people
 * often open mails on another device. They show no data of people. The administrators' pages have their own check, and
 * an administrator must be able to make the first code.
 */
const OPEN_PAGES = [
  /^\/(?:code|login)$/,
  /^\/newsletter\/(?:confirm|unsubscribe)$/,
  /^\/unsubscribe$/,
  /^\/(?:verify-email|reset-password|change-email|reply)$/,
  /^\/admin(?:\/[a-z0-9/-]*)?$/,
  // Crawlers read it to learn that they must not index the site.
  /^\/robots\.txt$/,
];

/** Calls of these pages. Logout is among them, since everybody must be able to end their session. */
const OPEN_CALLS: readonly (readonly [string, RegExp])[] = [
  ["GET", /^\/api\/(?:token|site)$/],
  ["POST", /^\/api\/earlyAccess\/check$/],
  ["POST", /^\/api\/email\/newsletter(?:\/confirm|\/unsubscribe)?$/],
  // Plain forms of these pages, see src/forms.server.ts.
  ["POST", /^\/(?:unsubscribe|newsletter|code|login|reset-password|reply)$/],
  ["POST", /^\/api\/user\/(?:verify-email|reset|email\/confirm)$/],
  ["POST", /^\/api\/reports\/answer$/],
  // Login is open, because an account with early access has it on every device. Others still see nothing after login.
  ["POST", /^\/api\/user\/(?:login|passkey-login(?:\/begin)?)$/],
  ["POST", /^\/logout$/],
  ["POST", /^\/api\/user\/logout$/],
];
const ADMIN_CALLS = /^\/api\/admin\/[A-Za-z0-9/{}-]*$/;

/** Whether a request may pass while the site is closed. */
export function isOpenWhenClosed(method: string, path: string): boolean {
  // A CORS preflight reads no data.
  if (method === "OPTIONS") return true;
  if (ADMIN_CALLS.test(path)) return true;
  const verb = method === "HEAD" ? "GET" : method;
  if (OPEN_CALLS.some(([open, pattern]) => open === verb && pattern.test(path))) return true;
  // The router requests a page's data at `.data`. A trailing slash is the same page.
  const page = path.replace(/(?:\.data|(?<=.)\/)$/, "");
  return verb === "GET" && OPEN_PAGES.some((pattern) => pattern.test(page));
}
