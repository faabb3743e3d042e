import type { Context, MiddlewareHandler } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import { AppError } from "#core/errors.ts";
import type { AppEnv } from "./context.ts";
import { jsonResponse, valueOf } from "./known-response.ts";
import { isPageCursor, readPageCursor, writePageCursor, type PageStart } from "./page-cursor.ts";
import { askedAt } from "./request-path.ts";

/** A list of the API. */
type PagedList = {
  /** The number of rows on its longest page. */
  size: number;
  /** The field that holds the rows; undefined if the answer itself is the list. */
  items?: string;
  /** The field that the list's own cursor contains. The next page begins after the row with this value. */
  after?: string;
  /** True if the list has a cursor of its own from older versions. */
  hasOwnCursor?: true;
  /** For lists in random order: makes the query parameters that fix the order. The cursor repeats them on each page. */
  draw?: (random: () => number) => Record<string, string>;
};
export type Lists = Readonly<Record<string, PagedList>>;

const LIMIT = /^[1-9]\d{0,3}$/;

function refuse(path: "limit" | "cursor", message: string): never {
  throw new AppError("bad-request", { message, issues: [{ path, message }] });
}

type AskedPage = { limit: number | undefined; start: PageStart | undefined; question: string };

/**
 * Reads `limit` and `cursor`. The question is the rest of the address; a cursor is valid only for the same question.
 */
function readAsked(c: Context<AppEnv>, url: URL, list: PagedList): AskedPage {
  const [limits = [], cursors = []] = ["limit", "cursor"].map((name) =>
    url.searchParams.getAll(name).filter((value) => value !== ""),
  );
  const others = new URLSearchParams(url.searchParams);
  for (const name of ["limit", "cursor"]) others.delete(name);
  others.sort();
  const question = `${url.pathname}?${others.toString()}`;
  const [limit] = limits;
  if (limits.length > 1 || (limit !== undefined && (!LIMIT.test(limit) || Number(limit) > list.size)))
    refuse("limit", `A limit is a whole number from 1 to ${list.size}.`);
  const asked = { limit: limit === undefined ? undefined : Number(limit), start: undefined, question };
  const [cursor] = cursors;
  if (cursor === undefined) return asked;
  const isOlder = list.hasOwnCursor === true && limit === undefined && cursors.every((one) => !isPageCursor(one));
  if (isOlder) return asked;
  const start = cursors.length > 1 ? undefined : readPageCursor(c.var.services.secret, question, cursor);
  return start ? { ...asked, start } : refuse("cursor", "This cursor is not of this list. Begin again without it.");
}

/** The address in the list's own terms: without `limit`, and with the list's own cursor. */
function ownAddress(url: URL, { limit, start }: AskedPage): URL {
  const own = new URL(url);
  if (limit !== undefined || start) own.searchParams.delete("cursor");
  own.searchParams.delete("limit");
  if (start && start.listCursor !== "") own.searchParams.set("cursor", start.listCursor);
  for (const [name, value] of Object.entries(start?.order ?? {})) own.searchParams.set(name, value);
  return own;
}

/** Reads the cursor from the header that `setNextCursor` wrote. */
function ownCursor(link: string | null): string | undefined {
  return link === null ? undefined : (new URLSearchParams(link.slice(2, link.indexOf(">"))).get("cursor") ?? undefined);
}

/** Passes the list's own next cursor to `pageLists`, which replaces it before the answer is sent. */
export function setNextCursor(c: Context<AppEnv>, after: string | undefined): void {
  if (after !== undefined) c.header("link", `<?cursor=${encodeURIComponent(after)}>; rel="next"`);
}

type Row = Record<string, unknown>;

/** Cuts out the rows to show, and says where the next page begins. */
function cutPage(
  list: PagedList,
  rows: readonly Row[],
  { limit = list.size, start }: AskedPage,
  ownNext: string | undefined,
): { shown: Row[]; next: PageStart | undefined } {
  const { listCursor = "", skip = 0, order = {} } = start ?? {};
  const shown = rows.slice(skip, skip + limit);
  const last = String(shown.at(-1)?.[list.after ?? ""] ?? "");
  if (rows.length > skip + limit) {
    const next =
      list.after === undefined ? { listCursor, skip: skip + limit, order } : { listCursor: last, skip: 0, order };
    return { shown, next };
  }
  const further = ownNext ?? (list.after !== undefined && rows.length >= list.size ? last : "");
  return { shown, next: further === "" ? undefined : { listCursor: further, skip: 0, order } };
}

/**
 * Pages every list of the API in the same way: `limit`, an opaque `cursor`, and a `Link` header to the next page. Each
 * call reads its list with the list's own cursor. This middleware cuts the rows to the limit, and writes and checks the
 * cursors.
 */
export function pageLists(lists: Lists): MiddlewareHandler<AppEnv> {
  const router = new TrieRouter<PagedList>();
  for (const [path, list] of Object.entries(lists)) router.add("GET", path.replaceAll(/\{(\w+)\}/g, ":$1"), list);
  return async (c, next) => {
    const list = c.req.method === "GET" ? router.match("GET", c.req.path)[0][0]?.[0] : undefined;
    if (!list) return next();
    const url = new URL(c.req.url);
    const asked = readAsked(c, url, list);
    const { limit, start } = asked;
    if (limit !== undefined && !start && list.draw)
      asked.start = { listCursor: "", skip: 0, order: list.draw(c.var.services.random) };
    c.req.raw = askedAt(ownAddress(url, asked), c.req.raw);
    await next();
    if (c.res.status === 200) await finishPage(c, list, asked, url);
  };
}

async function finishPage(c: Context<AppEnv>, list: PagedList, asked: AskedPage, url: URL): Promise<void> {
  const link = ownCursor(c.res.headers.get("link"));
  const isWhole = asked.limit === undefined && !asked.start && link === undefined;
  // The whole list fits into one page: send the answer unchanged.
  if (isWhole && !list.hasOwnCursor) return;
  const body = (await valueOf(c.res)) as Row | Row[];
  const field = list.items;
  const rows = (Array.isArray(body) ? body : body[field ?? ""]) as Row[];
  const ownNext = !Array.isArray(body) && typeof body["next"] === "string" ? body["next"] : undefined;
  const { shown, next } = cutPage(list, rows, asked, ownNext ?? link);
  const headers = new Headers(c.res.headers);
  headers.delete("link");
  const cursor = next && writePageCursor(c.var.services.secret, asked.question, next);
  if (cursor !== undefined) {
    const further = new URLSearchParams(url.searchParams);
    further.set("cursor", cursor);
    headers.set("link", `<${url.pathname}?${further.toString()}>; rel="next"`);
  }
  const answer = Array.isArray(body)
    ? shown
    : { ...body, [field ?? ""]: shown, ...(ownNext === undefined ? {} : { next: cursor ?? "" }) };
  // Hono would otherwise keep the headers of the old response.
  c.res = undefined;
  c.res = jsonResponse(answer, { headers });
}

/** The header of a page's successor, in the OpenAPI document. */
export const LINK_HEADER: { link: { description: string; schema: { type: "string" } } } = {
  link: { description: 'The next page, with rel="next"; absent on the last', schema: { type: "string" } },
};

type Described = { parameters?: object[]; responses?: Record<string, { headers?: Record<string, unknown> }> };
const OURS: ReadonlySet<unknown> = new Set(["limit", "cursor"]);

/** Adds the parameters and the header of paging to every list in the OpenAPI document. */
export function declarePaging(
  document: { paths?: Record<string, { get?: Described }> | undefined },
  lists: Lists,
): void {
  for (const [path, { size }] of Object.entries(lists)) {
    const operation = document.paths?.[path]?.get;
    if (!operation) throw new Error(`The document has no list at ${path}.`);
    const others = (operation.parameters ?? []).filter((one) => !("name" in one && OURS.has(one.name)));
    const limit = {
      in: "query",
      name: "limit",
      required: false,
      description: `Rows a page, at most ${size}`,
      schema: { type: "integer", minimum: 1, maximum: size },
    };
    const cursor = {
      in: "query",
      name: "cursor",
      required: false,
      description: "The place where a page begins, from the Link header of the page before; of this list alone",
      schema: { type: "string", maxLength: 2_000 },
    };
    operation.parameters = [...others, limit, cursor];
    const answer = operation.responses?.["200"];
    if (answer)
      answer.headers = {
        ...answer.headers,
        ...LINK_HEADER,
      };
  }
}
