/** The page number in an address; 1 if it cannot be read. */
export function readPageNumber(text: string | null): number {
  const asked = Number(text ?? "1");
  return Number.isSafeInteger(asked) && asked >= 1 ? asked : 1;
}

/** A page of a list by its number, and for links the place of the row it begins behind or ends before. */
export type RequestedPage = { page: number; after?: string; before?: string };
/** Places of the first and the last row that are shown; absent where nothing is. */
export type PageEnds = { before: string; after: string } | undefined;

/** A row's place in a random list, as written in addresses. */
const PLACE = /^[0-9a-z]{1,10}$/;

/**
 * Reads which page an address asks for. A link to a neighbouring page names a row, so that the database need not count
 * the rows before it.
 */
export function readRequestedPage(query: URLSearchParams): RequestedPage {
  const page = readPageNumber(query.get("page"));
  const [after, before] = [query.get("after") ?? "", query.get("before") ?? ""];
  if (page === 1) return { page };
  if (PLACE.test(after)) return { page, after };
  return PLACE.test(before) ? { page, before } : { page };
}

/** The number of pages for so many rows. An empty list has one page. */
export function pagesFor(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/** A page without a place is found by skipping the rows before it, so a typed number leads this far at most. */
export const MOST_TYPED_PAGE = 400;

/** The page to show. A page after the end becomes the last one. */
export function pageToShow(asked: RequestedPage | undefined, pages: number): number {
  const hasPlace = asked?.after !== undefined || asked?.before !== undefined;
  return Math.min(asked?.page ?? 1, pages, hasPlace ? Infinity : MOST_TYPED_PAGE);
}
