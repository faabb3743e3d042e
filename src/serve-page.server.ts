import { calendarDay } from "#core/calendar.ts";
import { isDatabaseAway } from "#db/database-away.ts";
import { SHARE_HEADER } from "#server/api-app.ts";
import type { AppEnv } from "#server/context.ts";
import { PageMarkup } from "#server/kept-markup.ts";
import { textResponse } from "#server/known-response.ts";
import { faultOf } from "#server/log.ts";
import { minuteChance } from "#server/minute-chance.ts";
import type { FormResult, PageContext, Theme } from "#server/page-context.ts";
import { noteRefusal } from "#server/refusal-log.ts";
import { isDataRequest, withoutRouterHeaders } from "#server/router-request.ts";
import { SCRIPT_MARK } from "#server/script-hashes.ts";
import { openApiDocument } from "./api.server.ts";

/** Makes the pages: one function from request and page context to answer. */
export type RenderHere = (request: Request, page: PageContext) => Promise<Response>;

function readTheme(cookie: string | undefined): Theme {
  return cookie === "light" || cookie === "dark" ? cookie : "system";
}

/** Makes a page and the headers of its answer. */
export async function servePage(
  renderPage: RenderHere,
  asked: {
    /** The request for the page: its address and headers count. */
    request: Request;
    vars: AppEnv["Variables"];
    /** The cookie's value. */
    theme: string | undefined;
    /** What came of a form that was sent without script, and the status of its refusal. */
    sent?: { form: FormResult; status: number | undefined };
  },
): Promise<Response> {
  const { request: raw, vars, sent } = asked;
  const { services, now, viewer, admin, access, requestId, token } = vars;
  let tags: readonly string[] | undefined;
  let html: string | undefined;
  let isAway = false;
  const markup = new PageMarkup(!isDataRequest(raw));
  const response = await renderPage(withoutRouterHeaders(raw), {
    db: services.db,
    lookups: services.lookups,
    now,
    today: calendarDay(now),
    random: viewer || admin ? services.random : minuteChance(services.secret, now, new URL(raw.url).pathname),
    secret: services.secret,
    viewer,
    tokenHash: token?.hash,
    admin,
    access,
    theme: readTheme(asked.theme),
    nonce: SCRIPT_MARK,
    baseUrl: services.config.baseUrl,
    networkName: services.config.network?.name,
    minRaters: services.config.minRaters,
    hasDemo: services.hasDemo(),
    share: (given) => {
      tags = given;
    },
    readForAll: (key, read) => (viewer || admin ? services.cache.readForAll(key, now.getTime(), read) : read()),
    cardsOf: (key) => services.cache.cardsOf(key, now.getTime()),
    deliver: (document) => {
      html = document;
    },
    markup,
    form: sent?.form,
    openApi: () => openApiDocument(services),
    report: (error) => {
      if (isDatabaseAway(error)) {
        isAway = true;
        noteRefusal(services.log, error);
        return;
      }
      services.log.error({ requestId, err: faultOf(error) }, "page failed");
    },
  });
  const headers = new Headers(response.headers);
  // The router's data has no charset in its content type, so add it.
  if (headers.get("content-type") === "text/x-script") headers.set("content-type", "text/x-script; charset=utf-8");
  if (tags && !viewer && !admin && response.status === 200) headers.set(SHARE_HEADER, tags.join(" "));
  if (!headers.has("cache-control")) headers.set("cache-control", viewer || admin ? "private, no-store" : "no-cache");
  // Like the API: 503 and "try again soon".
  const isLater = isAway && response.status >= 500;
  if (isLater) headers.set("retry-after", "2");
  // A page with a refused form has the status of the refusal, unless the page redirects.
  const isRedirect = response.status >= 300 && response.status < 400;
  const status = isRedirect ? response.status : (sent?.status ?? response.status);
  const init = { status: isLater ? 503 : status, headers };
  return html === undefined
    ? new Response(response.body, init)
    : textResponse(html, init, (text) => markup.finish(text));
}
