/**
 * Under a list that goes on: "Show more" leads to the next page of it, by the
 * cursor `after`. `first` is the address of the first page.
 */
export function MoreLinks({ first, after, isFirst }: { first: string; after: string | undefined; isFirst: boolean }) {
  if (after === undefined && isFirst) return null;
  const joint = first.includes("?") ? "&" : "?";
  return (
    <p className="more">
      {isFirst ? null : (
        <a className="btn btn--g" href={first}>
          Back to the first
        </a>
      )}
      {after === undefined ? null : (
        <a className="btn btn--s" href={`${first}${joint}after=${encodeURIComponent(after)}`}>
          Show more
        </a>
      )}
    </p>
  );
}
