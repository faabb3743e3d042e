import { Icon } from "./icon.tsx";

/** Previous, 'Page 1 of N', Next. The ends are disabled, not hidden: `undefined` is an end. */
export function Pagination({
  page,
  pages,
  previous,
  next,
}: {
  page: number;
  pages: number;
  previous: string | undefined;
  next: string | undefined;
}) {
  return (
    <nav className="pager" aria-label="Pages">
      {previous === undefined ? (
        <button className="btn btn--s" type="button" disabled>
          <Icon name="chevron-left" /> Previous
        </button>
      ) : (
        <a className="btn btn--s" href={previous} rel="prev">
          <Icon name="chevron-left" /> Previous
        </a>
      )}
      <span className="num">{`Page ${page} of ${pages}`}</span>
      {next === undefined ? (
        <button className="btn btn--s" type="button" disabled>
          Next <Icon name="chevron-right" />
        </button>
      ) : (
        <a className="btn btn--s" href={next} rel="next">
          Next <Icon name="chevron-right" />
        </a>
      )}
    </nav>
  );
}
