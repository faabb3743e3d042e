import type { Context } from "hono";
import { AppError } from "#core/errors.ts";
import { safeReturnPath } from "#core/return-path.ts";
import { isCleanText } from "#core/text.ts";
import { withWait } from "#core/wait-text.ts";
import type { AppEnv } from "#server/context.ts";
import { valueOf } from "#server/known-response.ts";
import type { FormResult } from "#server/page-context.ts";
import { isSameOrigin, readBounded, refuseCrossSite } from "#server/request-guard.ts";
import { TOKEN_COOKIE } from "#server/session-cookie.ts";
import { issueToken } from "#server/token.ts";

type PlainForm = {
  /** The call of the API that the form's fields are sent to. */
  call: string;
  fields: readonly string[];
  /** Where the browser goes after success. Undefined if the page itself shows the result. */
  done: ((url: URL) => string) | undefined;
};

const toNext = (url: URL): string => safeReturnPath(url.searchParams.get("next"));

/** Returns to the page with what its address asks for, and a word for the message to show. */
const backTo =
  (path: string, word: string) =>
  ({ search }: URL): string =>
    `${path}?${[search.slice(1), word].filter((part) => part !== "").join("&")}`;

/** Forms that browsers send to their page before our script runs, or without it. */
export const FORMS: Readonly<Record<string, PlainForm>> = {
  "/login": { call: "/api/user/login", fields: ["email", "password"], done: toNext },
  "/signup": { call: "/api/user/signup", fields: ["email", "password"], done: toNext },
  "/code": { call: "/api/earlyAccess/check", fields: ["code"], done: () => "/" },
  "/forgot-password": { call: "/api/user/reset/ask", fields: ["email"], done: () => "/forgot-password?sent" },
  "/reset-password": { call: "/api/user/reset", fields: ["token", "password"], done: () => "/reset-password?done" },
  "/newsletter": { call: "/api/email/newsletter", fields: ["email"], done: undefined },
  "/search": { call: "/api/user/routes", fields: ["query", "saved"], done: backTo("/search", "kept") },
  "/report": {
    call: "/api/reports",
    fields: ["subject", "id", "reason", "words", "quote", "website"],
    // The id stays in the address: the page deletes the unsent text of this report, and not those of others.
    done: backTo("/report", "sent"),
  },
  "/reply": { call: "/api/reports/answer", fields: ["token", "text"], done: () => "/reply?sent" },
  "/follow": { call: "/api/user/follows", fields: ["kind", "id", "following"], done: toNext },
  "/share": {
    call: "/api/user/links",
    fields: ["level", "action"],
    done: ({ search }) => `/share${search}`,
  },
  "/suggestions": { call: "/api/suggestions", fields: ["type", "text", "website"], done: () => "/suggestions?sent" },
};

/** Fields that are never shown again. */
const SECRETS = new Set(["password", "token"]);

async function readFields(request: Request, names: readonly string[]): Promise<Record<string, string>> {
  const type = request.headers.get("content-type") ?? "application/x-www-form-urlencoded";
  if (!/^application\/x-www-form-urlencoded(?:\s*;|$)/i.test(type)) throw new AppError("not-json");
  const sent = new URLSearchParams(await readBounded(request));
  const fields: Record<string, string> = {};
  for (const name of names) {
    // Browsers send line breaks as CRLF, our script as typed.
    const text = (sent.get(name) ?? "").replaceAll("\r\n", "\n");
    if (!isCleanText(text)) throw new AppError("bad-request");
    // A pasted link is replaced by the token in its fragment.
    fields[name] = name === "token" ? (text.split("#").at(-1) ?? "").trim() : text;
  }
  return fields;
}

/** The headers of the call: the browser's own, with a token where it has none yet. */
function headersOf(c: Context<AppEnv>): Headers {
  const headers = new Headers(c.req.raw.headers);
  headers.set("content-type", "application/json");
  for (const name of ["content-length", "transfer-encoding"]) headers.delete(name);
  const { services, now, tokenFrom } = c.var;
  if (tokenFrom !== "none") return headers;
  const name = TOKEN_COOKIE.nameOn(services.config.secure);
  const others = (headers.get("cookie") ?? "").split(/;\s*/).filter((one) => one !== "" && !one.startsWith(`${name}=`));
  headers.set("cookie", [...others, `${name}=${issueToken(services.secret, now)}`].join("; "));
  return headers;
}

/**
 * Sends a plain form to the API, through all its guards. After success it redirects. Otherwise the page is shown again
 * with the API's error and the typed values, except passwords.
 */
export async function sendPlainForm(
  c: Context<AppEnv>,
  form: PlainForm,
  fetchApp: (request: Request) => Promise<Response>,
  showPage: (result: FormResult, status: number | undefined) => Promise<Response>,
): Promise<Response> {
  // A visitor of our own pages may have no token yet; everybody else passes the usual guard.
  if (!isSameOrigin(c)) await refuseCrossSite(c, async () => {});
  const url = new URL(c.req.url);
  const fields = await readFields(c.req.raw, form.fields);
  const request = new Request(new URL(form.call, url), {
    method: "POST",
    headers: headersOf(c),
    body: JSON.stringify(fields),
  });
  const answer = await fetchApp(request);
  if (answer.ok && form.done) {
    const response = new Response(null, { status: 303, headers: { location: form.done(url) } });
    for (const cookie of answer.headers.getSetCookie()) response.headers.append("set-cookie", cookie);
    return response;
  }
  const said: { error?: string } = answer.ok ? {} : ((await valueOf(answer)) as { error?: string });
  const values = Object.fromEntries(Object.entries(fields).filter(([name]) => !SECRETS.has(name)));
  const retryAfter = answer.headers.get("retry-after");
  const error = withWait(said.error ?? "", Number(retryAfter ?? 0));
  const shown = { error, values: answer.ok ? {} : values };
  const page = await showPage(shown, answer.ok ? undefined : answer.status);
  page.headers.set("cache-control", "private, no-store");
  if (retryAfter !== null) page.headers.set("retry-after", retryAfter);
  return page;
}
