import type { ReactNode } from "react";

const TRIANGLE = "M36 12L62 57H10Z";

/** A train on a triangular line, for a wait that fills the page. */
export function TriangleLoader(props: { children: string }): ReactNode {
  return (
    <div className="tri tri--page" role="status">
      <svg width="88" height="88" viewBox="0 0 72 72" aria-hidden="true">
        <path className="tri__track" d={TRIANGLE} />
        <path className="tri__track run" d={TRIANGLE} pathLength="226" />
        <circle cx="36" cy="12" r="7" />
        <circle cx="62" cy="57" r="7" />
        <circle cx="10" cy="57" r="7" />
      </svg>
      <span>{props.children}</span>
    </div>
  );
}
