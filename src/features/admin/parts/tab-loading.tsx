import type { ReactNode } from "react";

/** A tab that is loading. The bars appear late, so that a quick answer does not flash. */
export function TabLoading(props: { name: string }): ReactNode {
  return (
    <>
      <h1 className="h-page">{props.name}</h1>
      <LoadingRows />
      <noscript>
        <p className="ui dim">The dashboard needs JavaScript.</p>
      </noscript>
    </>
  );
}

export function LoadingRows(): ReactNode {
  return (
    <div className="adm__skel" role="status">
      <span className="sr">Loading</span>
      {Array.from({ length: 6 }, (_, row) => (
        <span key={row} className="skel" />
      ))}
    </div>
  );
}
