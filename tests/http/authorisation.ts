/**
 * Who may call what: every call, every page, every other address. authorisation.test.ts makes each call as each kind of
 * caller. It fails for a route without a row, and for a row without a route.
 */

/** The kinds of callers. */
export const CALLERS = {
  visitor: "no token at all",
  rightless: "a live token that nobody has signed in with",
  user: "somebody signed in; what the address names is theirs",
  other: "somebody else who is signed in",
  suspended: "whom an administrator has suspended; what the address names is theirs",
  "at the gate": "the site is closed (early access), and neither a visitor nor this user has a code",
  admin: "an administrator; never a user",
} as const;
export type Caller = keyof typeof CALLERS;

/**
 * The outcome. `ok`: the call works. `401`: a token is needed. `403`: not allowed. `404`: as if it did not exist.
 * `gate`: 403 early-access, or the page with the code's field. `login`, `home`: redirected there; `dashboard`:
 * redirected to the administrators' dashboard.
 */
export type Outcome = "ok" | "401" | "403" | "404" | "gate" | "login" | "home" | "dashboard";

type Rule = Readonly<Record<Caller, Outcome>>;

function rule(
  visitor: Outcome,
  rightless: Outcome,
  user: Outcome,
  other: Outcome,
  suspended: Outcome,
  atTheGate: Outcome,
  admin: Outcome,
): Rule {
  return { visitor, rightless, user, other, suspended, "at the gate": atTheGate, admin };
}

/** Most calls follow one of these. */
export const RULES = {
  // visitor rightless user other suspended gate admin
  /** Everybody, even while the site is closed. */
  open: rule("ok", "ok", "ok", "ok", "ok", "ok", "ok"),
  /** Everybody, once they are in. */
  public: rule("ok", "ok", "ok", "ok", "ok", "gate", "ok"),
  /** Any live token. */
  token: rule("401", "ok", "ok", "ok", "401", "gate", "ok"),
  tokenAtTheGate: rule("401", "ok", "ok", "ok", "401", "ok", "ok"),
  /** Somebody signed in, about themselves. */
  signedIn: rule("401", "403", "ok", "ok", "401", "gate", "403"),
  /** The one person who owns it. */
  owner: rule("401", "403", "ok", "403", "401", "gate", "403"),
  /** The one person who owns it; for others it does not exist. */
  ownerHidden: rule("401", "403", "ok", "404", "401", "gate", "403"),
  /** Administrators, under /api/admin: the closed site must be prepared by somebody. */
  admin: rule("401", "403", "403", "403", "401", "403", "ok"),
  /** Administrators, elsewhere: the gate comes first. */
  adminInside: rule("401", "403", "403", "403", "401", "gate", "ok"),
  /** A page of somebody signed in. */
  ownPage: rule("login", "login", "ok", "ok", "login", "gate", "login"),
  /** A page of those who are not signed in; others are taken home. */
  guestPage: rule("ok", "ok", "home", "home", "ok", "gate", "ok"),
  /** A page of administrators: not there for anybody else. */
  adminPage: rule("404", "404", "404", "404", "404", "404", "ok"),
} as const satisfies Record<string, Rule>;

export type Row = {
  rule: keyof typeof RULES;
  /** The address to call; the stage fills in `{…}` (tests/helpers/stage-things.ts). Default: the route itself. */
  path?: string;
  body?: unknown;
  /** Sends a picture as this field of a form. */
  file?: string;
  /** The status of `ok`, where it is not 200. A 400 for the form of the request is never `ok`: it came before the door. */
  ok?: number;
  /** Exceptions from the rule, each with its reason. */
  but?: Partial<Rule>;
};

const EXPERIENCE = { companyName: "Alpha", title: "Clerk", startDate: "2020-01-01", endDate: "2021-01-01", rating: 0 };
const JOB = { pipeline: [EXPERIENCE] };
/**
 * Tests here cannot get a code from a mail, the network or an authenticator. A caller who is let in is refused with
 * 400.
 */
const NO_SUCH = 400;

const LETTER = { subject: "Hello {random}", body: "<p>Hello</p>" };
const NO_KEY = { id: "x", rawId: "x", type: "public-key" };
const NO_PASSKEY = { ...NO_KEY, response: { clientDataJSON: "x", attestationObject: "x" } };
const NO_ASSERTION = { ...NO_KEY, response: { clientDataJSON: "x", authenticatorData: "x", signature: "x" } };
const SCHOOL = [{ schoolId: "{school}", schoolTally: [] }, ""];

/** Every route. Two rows of one route differ by the words after the path. */
export const ROUTES: Readonly<Record<string, Row>> = {
  // Session
  "GET /api/token": { rule: "open" },
  "POST /api/user/signup": {
    rule: "token",
    body: { email: "new-{random}@example.test", password: "nine-grey-otters" },
  },
  // A person who was let in once is let in on every device. All others stay outside.
  "POST /api/user/login": { rule: "tokenAtTheGate", body: { email: "{email}", password: "{password}" } },
  "POST /api/user/verify": { rule: "token", body: { email: "{email}", token: "x" } },
  // Nobody's session may become one that its owner cannot end.
  "POST /api/user/logout": { rule: "tokenAtTheGate", body: {} },
  "POST /logout": { rule: "tokenAtTheGate", ok: 303 },
  "GET /api/user/me": { rule: "signedIn" },
  "GET /api/mongodbId/{id}": { rule: "public", path: "/api/mongodbId/x" },

  // Account
  "GET /api/user/account": { rule: "signedIn" },
  "POST /api/profile/meter": { rule: "signedIn", body: { stops: [], school: "", showMonths: false } },
  "PATCH /api/user/account": { rule: "signedIn", body: { broadcasts: true } },
  "GET /api/user/sessions": { rule: "signedIn" },
  "DELETE /api/user/sessions": { rule: "signedIn" },
  "DELETE /api/user/sessions/{id}": { rule: "ownerHidden", path: "/api/user/sessions/{session}" },
  "GET /api/user/access-tokens": { rule: "signedIn" },
  "POST /api/user/access-tokens": { rule: "signedIn", body: { name: "Script", scope: "read", days: 7 }, ok: 201 },
  "DELETE /api/user/access-tokens/{id}": { rule: "ownerHidden", path: "/api/user/access-tokens/{accessToken}" },
  "POST /api/user/confirm": { rule: "signedIn", body: { password: "{password}" } },
  "POST /api/user/password": { rule: "signedIn", body: { password: "{password}", newPassword: "nine-grey-otters" } },
  "POST /api/user/reset/ask": { rule: "token", body: { email: "{email}" } },
  // The targets of mailed links are open on a closed site, because people open mails on any device.
  "POST /api/user/reset": { rule: "tokenAtTheGate", body: { token: "x", password: "nine-grey-otters" }, ok: NO_SUCH },
  "POST /api/user/verify-email/send": { rule: "signedIn", body: {} },
  "POST /api/user/verify-email": { rule: "tokenAtTheGate", body: { token: "x" }, ok: NO_SUCH },
  "POST /api/user/email": { rule: "signedIn", body: { email: "new-{random}@example.test" } },
  "POST /api/user/email/confirm": { rule: "tokenAtTheGate", body: { token: "x" }, ok: NO_SUCH },
  "GET /api/user/export": { rule: "signedIn" },
  "GET /api/user/archive": { rule: "signedIn" },
  "DELETE /api/profile/{id}": { rule: "owner", path: "/api/profile/{profile}", body: {} },

  // Passkeys
  "POST /api/user/passkeys/begin": { rule: "signedIn", body: {} },
  "POST /api/user/passkeys": { rule: "signedIn", body: { name: "Key", response: NO_PASSKEY }, ok: NO_SUCH },
  "GET /api/user/passkeys": { rule: "signedIn" },
  "PATCH /api/user/passkeys/{id}": {
    rule: "ownerHidden",
    path: "/api/user/passkeys/{passkey}",
    body: { name: "Telephone" },
  },
  "DELETE /api/user/passkeys/{id}": { rule: "ownerHidden", path: "/api/user/passkeys/{passkey}" },
  "POST /api/user/passkeys/confirm": { rule: "signedIn", body: { response: NO_ASSERTION }, ok: NO_SUCH },
  "POST /api/user/passkey-login/begin": { rule: "tokenAtTheGate", body: {} },
  "POST /api/user/passkey-login": { rule: "tokenAtTheGate", body: { response: NO_ASSERTION }, ok: NO_SUCH },

  // Shared links
  "GET /api/shared/{id}": { rule: "public", path: `/api/shared/${"0".repeat(24)}`, ok: 404 },
  "GET /api/user/links": { rule: "signedIn" },
  "POST /api/user/links": { rule: "signedIn", body: { level: "only-line", action: "off" } },
  // Saved routes
  "GET /api/user/routes": { rule: "signedIn" },
  "POST /api/user/routes": { rule: "signedIn", body: { query: "stop=kind:intern" } },
  "POST /search": { rule: "token", ok: 400 },
  // Following
  "GET /api/user/follows": { rule: "signedIn" },
  "POST /api/user/follows": { rule: "signedIn", body: { kind: "title", id: "mid-software" } },
  "GET /api/user/weekly-letter": { rule: "signedIn" },
  "PATCH /api/user/weekly-letter": { rule: "signedIn", body: { wanted: false } },
  // Refused, its page is shown again, and that is for members alone.
  "POST /follow": { rule: "token", ok: 400, but: { rightless: "login", admin: "login" } },
  "POST /share": { rule: "token", ok: 400, but: { rightless: "login", admin: "login" } },

  // Network sign-in
  "GET /api/user/linkedin/start": { rule: "token" },
  "GET /api/user/linkedin/userinfo": { rule: "token", path: "/api/user/linkedin/userinfo?code=x", ok: NO_SUCH },
  "POST /api/user/network/return": { rule: "token", body: { code: "x" }, ok: NO_SUCH },
  "POST /api/user/network/claim": { rule: "token", body: { ticket: "x" }, ok: NO_SUCH },
  "GET /api/user/network": { rule: "signedIn" },
  "POST /api/user/network/link": { rule: "signedIn", body: {} },
  "DELETE /api/user/network": { rule: "signedIn", body: {} },

  // Profiles and pictures
  "GET /api/profile/get/{id}": { rule: "public", path: "/api/profile/get/{profile}", but: { suspended: "404" } },
  // Only signed-in people may list everybody, because a list can be dumped (U6).
  "GET /api/profile": { rule: "signedIn" },
  "GET /api/profile/random": { rule: "public" },
  "PATCH /api/profile/{id}": { rule: "owner", path: "/api/profile/{profile}", body: { location: "There" } },
  "PATCH /api/profile/get/{id}": { rule: "owner", path: "/api/profile/get/{profile}", body: JOB },
  "GET /api/pfp/{id}": { rule: "public", path: "/api/pfp/{pictured}", but: { suspended: "404" } },
  "PATCH /api/pfp/{id}": { rule: "owner", path: "/api/pfp/{profile}", file: "pfp" },
  "DELETE /api/pfp/{id}": { rule: "owner", path: "/api/pfp/{pictured}" },
  "GET /pictures/{file}": { rule: "public", path: "{picture}", but: { suspended: "404" } },
  "GET /pictures/*": { rule: "public", path: "/pictures/none/none", ok: 404 },

  // After a save
  "PATCH /api/company/update": { rule: "signedIn", body: [[], [], ["", ""]] },
  "PATCH /api/company/update/{id} list": {
    rule: "signedIn",
    path: "/api/company/update/{company}",
    body: [{ index: 0 }, [], ""],
  },
  "PATCH /api/company/update/{id} object": {
    rule: "adminInside",
    path: "/api/company/update/{freshCompany}",
    body: { description: "Makes things" },
  },
  "PATCH /api/school/update/{id}": { rule: "signedIn", path: "/api/school/update/{school}", body: SCHOOL },
  "PATCH /api/school/update": { rule: "signedIn", body: SCHOOL },

  // Companies and schools
  "GET /api/company/get/companies": { rule: "public" },
  "GET /api/company/names": { rule: "public" },
  "GET /api/company/get/companies/{text}": { rule: "public", path: "/api/company/get/companies/al" },
  "GET /api/company/get/{id}": { rule: "public", path: "/api/company/get/{company}" },
  "GET /api/company/getid/{id}": { rule: "public", path: "/api/company/getid/{company}" },
  "GET /api/company/getBy": { rule: "public", path: "/api/company/getBy?name=alpha" },
  "GET /api/company/employees/{id}": { rule: "public", path: "/api/company/employees/{company}" },
  "GET /api/school/get/schools/{text}": { rule: "public", path: "/api/school/get/schools/so" },
  "GET /api/school/get/{id}": { rule: "public", path: "/api/school/get/{school}" },
  "GET /api/school/employees/{id}": { rule: "public", path: "/api/school/employees/{school}" },
  "GET /api/site": { rule: "open", path: "/api/site" },
  "GET /company-logos/{file}": { rule: "public", path: "{logo}" },
  "GET /company-logos/*": { rule: "public", path: "/company-logos/none/none", ok: 404 },
  "POST /api/company/create": {
    rule: "adminInside",
    body: { name: "firm {random}", displayName: "Firm", logo: "", description: "" },
    ok: 201,
  },
  "POST /api/company/logo/{name}": { rule: "adminInside", path: "/api/company/logo/{freshCompany}", file: "logo" },
  "DELETE /api/company/delete/{name}": { rule: "adminInside", path: "/api/company/delete/{freshCompany}" },
  "GET /api/jump/{text}": { rule: "public", path: "/api/jump/al" },

  // Paths
  "GET /api/paths/search": { rule: "public", path: "/api/paths/search?stop=any" },
  "GET /api/paths/next": { rule: "public" },
  "GET /api/paths/routes": { rule: "public", path: "/api/paths/routes?to=kind:full-time" },
  "GET /api/paths/flow": { rule: "public", path: "/api/paths/flow?stop=kind:full-time" },
  "GET /api/paths/read": { rule: "public", path: "/api/paths/read?q=alpha" },
  "POST /api/paths/similar": { rule: "public", body: JOB },
  "GET /api/company/insights/{id}": { rule: "public", path: "/api/company/insights/{company}" },
  "GET /api/school/insights/{id}": { rule: "public", path: "/api/school/insights/{school}" },
  "GET /api/title": { rule: "public" },
  // Nobody held it.
  "GET /api/title/{slug}": { rule: "public", path: "/api/title/fellow-legal", ok: 404 },
  "GET /api/profile/similar/{id}": {
    rule: "public",
    path: "/api/profile/similar/{profile}",
    but: { suspended: "404" },
  },

  // Reports
  "POST /api/reports": { rule: "token", body: { subject: "pipeline", id: "{profile}", reason: "spam" } },
  "GET /api/reports/counts": { rule: "public" },
  "POST /api/reports/answer": { rule: "tokenAtTheGate", body: { token: "x", text: "Hello" }, ok: NO_SUCH },
  "GET /api/admin/community": { rule: "admin" },
  "GET /api/admin/reports": { rule: "admin" },
  "POST /api/admin/reports/{id}": { rule: "admin", path: "/api/admin/reports/{report}", body: { act: "dismiss" } },

  // Suggestions and newsletter
  "POST /api/suggestions": { rule: "token", body: { type: "other", text: "Hello" } },
  "POST /api/email/newsletter": { rule: "tokenAtTheGate", body: { email: "{email}" } },
  "POST /api/email/newsletter/confirm": { rule: "tokenAtTheGate", body: { token: "x" }, ok: NO_SUCH },
  "POST /api/email/newsletter/unsubscribe": { rule: "tokenAtTheGate", body: { token: "x" }, ok: NO_SUCH },
  // A mail program's one click. The signed token alone decides what it may do.
  "POST /unsubscribe": { rule: "open", path: "/unsubscribe?token=x", ok: NO_SUCH },

  // Early access
  "POST /api/earlyAccess/check": { rule: "tokenAtTheGate", body: { code: "{code}" } },
  "GET /api/admin/codes": { rule: "admin" },
  "POST /api/admin/codes": { rule: "admin", body: { label: "Friends", maxUses: 10 } },
  "POST /api/admin/invitations": { rule: "admin", body: { label: "Class", emails: ["new-{random}@example.test"] } },
  "GET /api/admin/codes/{id}/addresses": { rule: "admin", path: "/api/admin/codes/{codeId}/addresses" },
  "DELETE /api/admin/codes/{id}": { rule: "admin", path: "/api/admin/codes/{codeId}" },

  // Mail
  "POST /api/email/send": {
    rule: "adminInside",
    path: "/api/email/send?test=true",
    body: { ...LETTER, testEmail: "test@example.test" },
  },
  "POST /api/email/preview": { rule: "adminInside", body: LETTER },
  "GET /api/email/audience": { rule: "adminInside" },
  "GET /api/email/broadcasts": { rule: "adminInside" },
  "GET /api/email/broadcasts/{id}": { rule: "adminInside", path: "/api/email/broadcasts/{broadcast}" },
  "POST /api/email/broadcasts/{id}/cancel": {
    rule: "adminInside",
    path: "/api/email/broadcasts/{broadcast}/cancel",
    body: {},
  },
  "GET /api/admin/outbox": { rule: "admin" },
  "GET /api/admin/outbox/{id}": { rule: "admin", path: "/api/admin/outbox/{mail}" },

  // Administrators
  "POST /api/admin/login": { rule: "tokenAtTheGate", body: { email: "{adminEmail}", password: "{adminPassword}" } },
  "POST /api/admin/verify": { rule: "tokenAtTheGate", body: { token: "x" } },
  "POST /api/admin/logout": { rule: "tokenAtTheGate", body: {} },
  "GET /api/admin/me": { rule: "admin" },
  "GET /api/admin/sessions": { rule: "admin" },
  "DELETE /api/admin/sessions": { rule: "admin" },
  "DELETE /api/admin/sessions/{id}": { rule: "admin", path: "/api/admin/sessions/{adminSession}" },
  "POST /api/admin/totp/begin": { rule: "admin", body: {} },
  "POST /api/admin/totp/confirm": { rule: "admin", body: { code: "000000" }, ok: NO_SUCH },
  "POST /api/admin/totp/remove": { rule: "admin", body: { password: "x", code: "000000" }, ok: NO_SUCH },
  "GET /api/admin/audit": { rule: "admin" },
  "GET /api/admin/overview": { rule: "admin" },
  "GET /api/admin/people": { rule: "admin" },
  "POST /api/admin/people/{id}/suspend": {
    rule: "admin",
    path: "/api/admin/people/{profile}/suspend",
    body: { reason: "{reason}" },
  },
  "POST /api/admin/people/{id}/unsuspend": { rule: "admin", path: "/api/admin/people/{profile}/unsuspend", body: {} },
  "DELETE /api/admin/people/{id}": { rule: "admin", path: "/api/admin/people/{profile}" },
  "GET /api/admin/suggestions": { rule: "admin" },
  "PATCH /api/admin/suggestions/{id}": {
    rule: "admin",
    path: "/api/admin/suggestions/{suggestion}",
    body: { done: true },
  },
  "DELETE /api/admin/suggestions/{id}": { rule: "admin", path: "/api/admin/suggestions/{suggestion}" },
  "GET /api/admin/newsletter": { rule: "admin" },
  "GET /api/admin/companies": { rule: "admin" },
  "POST /api/admin/companies/{id}/keep": {
    rule: "admin",
    path: "/api/admin/companies/{freshCompany}/keep",
    body: {},
  },
  "GET /api/admin/companies/{id}/aliases": { rule: "admin", path: "/api/admin/companies/{company}/aliases" },
  "POST /api/admin/companies/{id}/aliases": {
    rule: "admin",
    path: "/api/admin/companies/{freshCompany}/aliases",
    body: { alias: "alias {random}" },
  },
  "DELETE /api/admin/companies/{id}/aliases": {
    rule: "admin",
    path: "/api/admin/companies/{freshCompany}/aliases",
    body: { alias: "{alias}" },
  },
  "GET /api/admin/companies/merges": { rule: "admin" },
  "POST /api/admin/companies/merge": { rule: "admin", body: { from: "{freshCompany}", into: "{company}" } },
  "POST /api/admin/companies/merge/{id}/undo": {
    rule: "admin",
    path: "/api/admin/companies/merge/{merge}/undo",
    body: {},
  },

  // Pages
  "GET /": { rule: "public" },
  "GET /search": { rule: "public" },
  "GET /search/choices": { rule: "public" },
  "GET /paths": { rule: "public" },
  "GET /like-me": { rule: "public" },
  "GET /compare": { rule: "public" },
  "GET /title/{slug}": { rule: "public", path: "/title/fellow-legal", ok: 404 },
  "GET /ask": { rule: "public" },
  "GET /ask/reading": { rule: "public" },
  "GET /discover": { rule: "public" },
  "GET /s/{id}": { rule: "public", path: `/s/${"0".repeat(24)}`, ok: 404 },
  "GET /user/*": { rule: "public", path: "/user/{profile}", but: { suspended: "404" } },
  "GET /company/*": { rule: "public", path: "/company/{company}" },
  "GET /school/*": { rule: "public", path: "/school/{school}" },
  // Open for accounts that came in before; on a closed site it sends nobody away.
  "GET /login": { rule: "guestPage", but: { "at the gate": "ok" } },
  "GET /signup": { rule: "guestPage" },
  "GET /login/network": { rule: "public", path: "/login/network?code=x" },
  "GET /forgot-password": { rule: "public" },
  // Plain forms of these pages, empty: refused by the call behind them.
  "POST /login": { rule: "tokenAtTheGate", ok: 400, but: { user: "home", other: "home" } },
  "POST /signup": { rule: "token", ok: 400, but: { user: "home", other: "home" } },
  "POST /code": { rule: "tokenAtTheGate", ok: 400 },
  "POST /newsletter": { rule: "tokenAtTheGate", ok: 400 },
  "POST /forgot-password": { rule: "token", ok: 303 },
  "POST /reset-password": { rule: "tokenAtTheGate", ok: 400 },
  "POST /report": { rule: "token", ok: 400 },
  "POST /reply": { rule: "tokenAtTheGate", ok: 400 },
  "POST /suggestions": { rule: "token", ok: 400 },
  // The page for the code, and the pages that mailed links lead to.
  "GET /code": { rule: "open" },
  "GET /reply": { rule: "open" },
  "GET /verify-email": { rule: "open" },
  "GET /reset-password": { rule: "open" },
  "GET /change-email": { rule: "open" },
  "GET /unsubscribe": { rule: "open" },
  "GET /newsletter/confirm": { rule: "open" },
  "GET /newsletter/unsubscribe": { rule: "open" },
  "GET /edit": { rule: "ownPage" },
  "GET /settings": { rule: "ownPage" },
  "GET /report": { rule: "public" },
  "GET /moderation": { rule: "public" },
  "GET /share": { rule: "ownPage" },
  "GET /suggestions": { rule: "public" },
  "GET /api/docs": { rule: "public" },
  // An administrator is taken to the dashboard; everybody else sees the login, also at the gate.
  "GET /admin": { rule: "open", but: { admin: "dashboard" } },
  "GET /admin/dashboard/{tab}": { rule: "adminPage", path: "/admin/dashboard/security" },
  // Only in development (routes.ts). Built pages, which this test uses, do not have it.
  "GET /gallery": { rule: "public", ok: 404 },
  "GET /*": { rule: "public", path: "/nothing/here", ok: 404 },

  // Files, health and what machines read
  "GET /healthz": { rule: "open" },
  "GET /readyz": { rule: "open" },
  // Only from this machine: tests/http/security.test.ts.
  "GET /metrics": { rule: "open" },
  "GET /api/openapi.json": { rule: "public" },
  "GET /monogram/{shape}/{file}": { rule: "open", path: "/monogram/company/A.svg" },
  "GET /assets/*": { rule: "open", path: "/assets/none.js", ok: 404 },
  "GET /logos/*": { rule: "open", path: "/logos/none.svg", ok: 404 },
  "GET /icon-*": { rule: "open", path: "/icon-none.png", ok: 404 },
  "GET /favicon.svg": { rule: "open" },
  "GET /favicon.ico": { rule: "open" },
  "GET /manifest.webmanifest": { rule: "open" },
  "GET /shared-files.js": { rule: "open" },
  "POST /shared-files": { rule: "public", ok: 303 },
  // It keeps machines out of the closed site.
  "GET /robots.txt": { rule: "open" },
  "GET /sitemap.xml": { rule: "public" },
  "GET /sitemaps/{file}": { rule: "public", path: "/sitemaps/none.xml", ok: 404 },
  "GET /data": { rule: "public" },
  "GET /data/latest/{file}": { rule: "public", path: "/data/latest/nothing.csv", ok: 404 },
  "GET /data/{day}/{file}": { rule: "public", path: "/data/2026-01-01/companies.csv", ok: 404 },
  "GET /s/{file}": { rule: "public", path: `/s/${"0".repeat(24)}.svg`, ok: 404 },
  "GET /share/preview.svg": { rule: "public", path: "/share/preview.svg", ok: 404 },
  "GET /share/preview.png": { rule: "public", path: "/share/preview.png", ok: 404 },
  "GET /oembed": { rule: "public", ok: 404 },
  "GET /follow": { rule: "ownPage" },
  "GET /feeds/{kind}/{file}": { rule: "public", path: "/feeds/title/mid-software.atom" },
  "GET /feeds/route.atom": { rule: "public", ok: 404 },
  "GET /link-pictures/route.png": { rule: "public", ok: 404 },
  "GET /link-pictures/site.png": { rule: "public" },
  "GET /link-pictures/title/{file}": { rule: "public", path: "/link-pictures/title/none.png", ok: 404 },
  "GET /link-pictures/{kind}/{file}": { rule: "public", path: "/link-pictures/company/{company}.png" },
};
