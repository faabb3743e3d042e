import { ADDRESSES, type Places } from "./places.ts";

/** Who asks: a visitor whose page is worked out anew, somebody signed in, an administrator. */
export type Asker = "visitor" | "member" | "admin";

/** Addresses of one kind of read. None: the site has nothing of the kind. */
export type Sample = {
  what: string;
  paths: (places: Places) => readonly string[];
  by?: Asker;
  /** What it answers; 200 unless told. */
  status?: number;
};

export const some = (list: readonly string[]): readonly string[] => list.slice(0, ADDRESSES);
export const encode = encodeURIComponent;

const page = (what: string, path: string, more: Pick<Sample, "by" | "status"> = {}): Sample => ({
  what,
  paths: () => [path],
  ...more,
});

/** Each company with another one. */
const pairs = ({ companies }: Places): (readonly [string, string])[] =>
  companies.map(({ id }, n) => [id, companies[(n + 2) % companies.length]?.id ?? id] as const);

const TYPED_SENTENCES = [
  "interns who became managers",
  "from intern to senior engineer in two years",
  "people who came back",
  "how do analysts become directors",
] as const;

/** By the path of each route in src/routes.ts; page-samples.test.ts finds the one that is missing. */
export const PAGES: Readonly<Record<string, readonly Sample[]>> = {
  "": [page("landing", "/")],
  search: [
    page("search, its start", "/search"),
    {
      what: "search, a company's people",
      paths: ({ companies }) => companies.map(({ id }) => `/search?company=${id}`),
    },
    {
      what: "search, a company's people as lines",
      paths: ({ companies }) => companies.map(({ id }) => `/search?company=${id}&layout=pipeline`),
    },
    { what: "search, everything", paths: ({ companies }) => companies.map(({ name }) => `/search?q=${encode(name)}`) },
    {
      what: "search, a route of two stops",
      paths: (places) => pairs(places).map(([from, to]) => `/search?stop=company:${from}&then=any&stop=company:${to}`),
    },
    {
      what: "search, interns and then a company",
      paths: ({ companies }) => companies.map(({ id }) => `/search?stop=kind:intern&then=any&stop=company:${id}`),
    },
  ],
  "search/choices": [
    {
      what: "search, choices of the next stop",
      paths: ({ companies }) => companies.map(({ id }) => `/search/choices?stop=company:${id}&add=end`),
    },
  ],
  ask: [
    page("ask", "/ask"),
    { what: "ask, leads on", paths: () => [`/ask?q=${encode(TYPED_SENTENCES[0])}`], status: 302 },
  ],
  "ask/reading": [
    { what: "ask, what is understood", paths: () => TYPED_SENTENCES.map((text) => `/ask/reading?q=${encode(text)}`) },
  ],
  "like-me": [
    page("like me, its start", "/like-me"),
    { what: "like me, of a line", paths: ({ people }) => some(people).map((id) => `/like-me?line=${id}`) },
  ],
  paths: [
    page("paths, its start", "/paths"),
    {
      what: "paths, from company to company",
      paths: (places) => pairs(places).map(([from, to]) => `/paths?from=company:${from}&to=company:${to}`),
    },
    {
      what: "paths, to a title",
      paths: ({ reachedTitles }) => some(reachedTitles).map((slug) => `/paths?to=title:${slug}`),
    },
  ],
  discover: [page("discover", "/discover")],
  "user/*": [
    { what: "profile", paths: ({ people }) => some(people).map((id) => `/user/${id}`) },
    { what: "profile, by username", paths: ({ usernames }) => some(usernames).map((name) => `/user/${name}`) },
  ],
  "company/*": [{ what: "company", paths: ({ companies }) => companies.map(({ id }) => `/company/${id}`) }],
  "school/*": [{ what: "school", paths: ({ schools }) => some(schools).map((id) => `/school/${id}`) }],
  "title/:slug": [{ what: "title", paths: ({ titles }) => some(titles).map((slug) => `/title/${slug}`) }],
  compare: [
    page("compare, its start", "/compare"),
    {
      what: "compare, two companies",
      paths: (places) => pairs(places).map(([one, other]) => `/compare?c=${one}&c=${other}`),
    },
  ],
  data: [page("data", "/data")],
  follow: [page("follow", "/follow", { by: "member" })],
  share: [page("share", "/share", { by: "member" })],
  "s/:id": [{ what: "shared line", paths: ({ shared }) => (shared === "" ? [] : [`/s/${shared}`]) }],
  login: [page("log-in", "/login")],
  // No network is set up.
  "login/network": [page("network's return, not set up", "/login/network?code=x", { status: 404 })],
  signup: [page("sign-up", "/signup")],
  "verify-email": [page("confirm an e-mail", "/verify-email")],
  "forgot-password": [page("forgotten password", "/forgot-password")],
  "reset-password": [page("new password", "/reset-password")],
  "change-email": [page("new e-mail", "/change-email")],
  settings: [page("settings", "/settings", { by: "member" })],
  edit: [page("editor", "/edit", { by: "member" })],
  suggestions: [page("suggestions", "/suggestions")],
  report: [
    page("report, its start", "/report"),
    { what: "report", paths: ({ people }) => some(people).map((id) => `/report?pipeline=${id}`) },
  ],
  reply: [page("reply to a report", "/reply")],
  moderation: [page("moderation", "/moderation")],
  unsubscribe: [page("unsubscribe", "/unsubscribe")],
  code: [page("code", "/code")],
  "newsletter/confirm": [page("newsletter, confirm", "/newsletter/confirm")],
  "newsletter/unsubscribe": [page("newsletter, unsubscribe", "/newsletter/unsubscribe")],
  admin: [page("administrators' log-in", "/admin")],
  "admin/dashboard/:tab?": [
    page("dashboard, companies", "/admin/dashboard", { by: "admin" }),
    page("dashboard, overview", "/admin/dashboard/overview", { by: "admin" }),
    page("dashboard, people", "/admin/dashboard/people", { by: "admin" }),
  ],
  "api/docs": [page("API's documentation", "/api/docs")],
  "*": [page("not found", "/nothing/here", { status: 404 })],
};

/** Routes that are not measured, each with its reason. */
export const PAGES_LEFT_OUT: Readonly<Record<string, string>> = {
  gallery: "a build has none",
};
