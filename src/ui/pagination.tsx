import type { PageEnds } from "#core/paging.ts";
import { Icon } from "./icon.tsx";

/**
 * The address of a page of a list.
 * @param first address of the first page, which is not numbered
 * @param shown the page it is linked from, and its ends: the page beside it begins there
 * @param place what to come to in it, e.g. "#people"
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
 * Previous, 'Page 1 of N', Next. The ends are disabled, not hidden. Links, so
 * that they work without script; with it each leads to the start of the list,
 * which carries `data-paged`.
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
