import type { PageEnds } from "#core/paging.ts";
import { Icon } from "./icon.tsx";

/**
 * The address of a list's page.
 * @param first address of the first page, which has no number
 * @param shown the current page and its ends; a neighbouring page begins there
 * @param place the element to scroll to, e.g. "#people"
 */
export function pageAddress(
  first: string,
  page: number,
  { shown, place = "" }: { shown?: { page: number; ends: PageEnds }; place?: string } = {},
): string {
  if (page <= 1) return `${first}${place}`;
  const ends = shown?.ends;
  const steps = shown === undefined ? 0 : page - shown.page;
  const from =
    ends === undefined ? "" : steps === 1 ? `&after=${ends.after}` : steps === -1 ? `&before=${ends.before}` : "";
  return `${first}${first.includes("?") ? "&" : "?"}page=${page}${from}${place}`;
}

/**
 * Previous, 'Page 1 of N', Next. At the ends, links are disabled and not hidden. They are links, so they work without
 * script. With script, each scrolls to the start of the list, which has `data-paged`.
 */
export function Pagination({
  page,
  pages,
  hrefOf,
}: {
  page: number;
  pages: number;
  /** The address of a page. */
  hrefOf: (page: number) => string;
}) {
  return (
    <nav className="pager" aria-label="Pages">
      {page <= 1 ? (
        <button className="btn btn--s" type="button" disabled>
          <Icon name="chevron-left" /> Previous
        </button>
      ) : (
        <a className="btn btn--s" href={hrefOf(page - 1)} rel="prev">
          <Icon name="chevron-left" /> Previous
        </a>
      )}
      <span className="num" data-says="page">{`Page ${page} of ${pages}`}</span>
      {page >= pages ? (
        <button className="btn btn--s" type="button" disabled>
          Next <Icon name="chevron-right" />
        </button>
      ) : (
        <a className="btn btn--s" href={hrefOf(page + 1)} rel="next">
          Next <Icon name="chevron-right" />
        </a>
      )}
    </nav>
  );
}
